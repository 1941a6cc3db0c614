from dataclasses import replace

from veriscope.domain import Label, Stance, Verdict
from veriscope.pipeline.key_evidence import key_pieces, stance_label
from veriscope.pipeline.trace import trace_as_json
from veriscope.text.word_marks import MarkKind


def telling(trace, stances):
    return key_pieces(trace.read_as, trace.evidence, replace(trace.verdict, stances=stances))


def test_the_pieces_that_take_the_side_of_the_verdict_explain_it_strongest_first(refuted):
    assert telling(refuted, refuted.verdict.stances) == (2, 1)


def test_weak_pieces_are_left_out_beside_a_strong_one(refuted):
    stances = (Stance(0.0, 0.55, 0.45), Stance(0.0, 0.99, 0.01), Stance(0.0, 0.6, 0.4))
    assert telling(refuted, stances) == (1, 2)


def test_what_clearly_speaks_against_the_verdict_is_shown_last(refuted):
    stances = (Stance(0.8, 0.1, 0.1), Stance(0.1, 0.6, 0.3), Stance(0.6, 0.2, 0.2))
    assert telling(refuted, stances) == (1, 0)


def test_without_stances_the_pieces_that_hold_the_claims_words_explain_it(refuted):
    assert telling(refuted, ()) == (2,)


def test_a_verdict_that_no_piece_takes_alone_is_explained_by_words(refuted):
    assert telling(refuted, (Stance(0.3, 0.3, 0.4),) * 3) == (2,)


def test_no_evidence_explains_nothing():
    assert key_pieces("Vell is old.", (), Verdict(Label.NOT_ENOUGH_INFO, 0, 0, 1)) == ()


def test_a_piece_takes_the_likeliest_side_and_none_in_doubt():
    assert stance_label(Stance(0.5, 0.3, 0.2)) is Label.SUPPORTS
    assert stance_label(Stance(0.2, 0.4, 0.4)) is Label.NOT_ENOUGH_INFO


def test_marks_follow_the_stance_of_the_piece(refuted):
    kinds = [{mark.kind for mark in refuted.marks(place)} for place in range(3)]
    assert kinds == [{MarkKind.SHARED}, {MarkKind.DIFFERS}, {MarkKind.SHARED, MarkKind.DIFFERS}]


def test_tokens_are_joined_for_readers_and_the_marks_move_with_them(refuted):
    piece = refuted.evidence[2]._replace(text="Its capital , Port Ellis -LRB- not Vell -RRB- , is old .")
    trace = replace(refuted, evidence=(*refuted.evidence[:2], piece))
    text, marks = trace.readable(2)
    assert text == "Its capital, Port Ellis (not Vell), is old."
    assert [text[mark.start : mark.end] for mark in marks if mark.kind is MarkKind.DIFFERS] == ["not"]
    assert refuted.readable(2)[0] == refuted.evidence[2].text


def test_pieces_that_decide_only_together_explain_it_and_a_remark_names_them(refuted):
    together = replace(refuted, verdict=replace(refuted.verdict, together=(2, 0)))
    assert key_pieces(together.read_as, together.evidence, together.verdict) == (2, 0)
    (remark,) = together.remarks
    ids = [str(refuted.evidence[place].id) for place in (2, 0)]
    assert remark == f"no line decides alone; these do so together: {', '.join(ids)}"
    assert trace_as_json(together)["together"] == ids
    assert trace_as_json(refuted)["together"] == []
