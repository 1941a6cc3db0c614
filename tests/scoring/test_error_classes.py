import pytest

from veriscope.domain import Claim, GoldClaim, Label, SentenceId, Stance, Verdict
from veriscope.scoring import ScoringCase, score_fever_claim
from veriscope.scoring.error_classes import PAPER_SHARES, Cause, Remark, cause_of, contradicting_pieces

S, R, N = Label
GOLD = frozenset({("Vell", 0)})


@pytest.mark.parametrize(
    ("label", "answer", "cited", "cause"),
    [
        (S, S, ("Vell", 0), None),
        (S, S, ("Vell", 1), Cause.INSUFFICIENT_EVIDENCE),
        (S, R, ("Vell", 0), Cause.WRONG_LABEL),
        (S, N, ("Vell", 1), Cause.NO_RIGHT_EVIDENCE),
        (N, N, ("Vell", 1), None),
        (N, S, ("Vell", 1), Cause.WRONG_LABEL),
    ],
)
def test_each_wrong_claim_has_one_cause(label, answer, cited, cause):
    sets = () if label is N else (GOLD,)
    assert cause_of(score_fever_claim(ScoringCase(label, answer.value, sets, (cited,)))) is cause


def test_half_a_gold_set_is_no_right_evidence():
    case = ScoringCase(S, "REFUTES", (GOLD | {("Tam", 1)},), (("Vell", 0),))
    assert cause_of(score_fever_claim(case)) is Cause.NO_RIGHT_EVIDENCE


def verdict(*stances):
    return Verdict(R, 0.2, 0.7, 0.1, tuple(Stance(*stance) for stance in stances))


def test_a_piece_outside_the_gold_that_says_the_opposite_contradicts_it():
    inside, outside, silent = (SentenceId("Vell", number) for number in range(3))
    gold = GoldClaim(Claim("1", "c"), S, (frozenset({inside}),))
    stances = [(0.1, 0.8, 0.1), (0.1, 0.8, 0.1), (0.3, 0.4, 0.3)]
    assert contradicting_pieces(gold, verdict(*stances), [inside, outside, silent]) == [outside]
    refuted = GoldClaim(gold.claim, R, gold.evidence_sets)
    assert contradicting_pieces(refuted, verdict(*stances), [inside, outside, silent]) == []


def test_without_stances_or_sides_nothing_contradicts():
    piece = SentenceId("Vell", 1)
    gold = GoldClaim(Claim("1", "c"), S, ())
    assert contradicting_pieces(gold, verdict(), [piece]) == []
    unverifiable = GoldClaim(gold.claim, N, ())
    assert contradicting_pieces(unverifiable, verdict((0.0, 1.0, 0.0)), [piece]) == []


def test_every_category_of_the_paper_has_its_share():
    assert set(PAPER_SHARES) == {*Cause, *Remark} - {Remark.NONE}
