import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import CellId, Claim, GoldClaim, Label, SentenceId, Stance, Verdict
from veriscope.errors import UsageError
from veriscope.lab.evaluation.claim_answers import ClaimAnswer, _as_json, _from_json, open_answer_log

PIECE = SentenceId("Vell", 0)
GOLD = GoldClaim(Claim("1", "Vell is a city."), Label.SUPPORTS, (frozenset({PIECE}),))
ANSWER = ClaimAnswer(
    Verdict(
        Label.REFUTES,
        0.2,
        0.5,
        0.3,
        (Stance(0.1, 0.2, 0.7), Stance(1.0, 0.0, 0.0)),
        (Stance(0.3, 0.6, 0.1),),
        (0, 1),
        "why",
    ),
    ("Vell", "Tam#1"),
    (PIECE, CellId("Tam#1", 0, 1, 2, is_header=True)),
    (("retrieval", 1.5), ("verdict", 2.0)),
)
shares = st.floats(0, 1)


OTHER = GoldClaim(Claim("2", "Tam is a river."), Label.SUPPORTS, ())


@pytest.fixture
def path(tmp_path):
    return tmp_path / "answers.jsonl"


def test_an_answer_is_found_again_by_plan_and_claim(path):
    with open_answer_log(path) as log:
        log.add("plan", [(GOLD, ANSWER)])
    with open_answer_log(path) as again:
        assert again.find("plan", GOLD) == ANSWER
        assert again.find("other", GOLD) is None
        assert again.find("plan", GoldClaim(Claim("1", "Another."), GOLD.label, GOLD.evidence_sets)) is None


def test_the_time_is_that_of_all_stages():
    assert ANSWER.total_ms == 3.5


@given(st.tuples(shares, shares, shares), st.sampled_from(Label), st.text())
def test_reading_what_was_written_gives_the_answer(probabilities, label, title):
    verdict = Verdict(label, *probabilities, reason=title)
    answer = ClaimAnswer(verdict, (title,), (SentenceId(title, 3),), ())
    assert _from_json(_as_json(answer)) == answer


def test_a_line_cut_short_is_answered_anew_and_swallows_nothing(path):
    with open_answer_log(path) as log:
        log.add("plan", [(GOLD, ANSWER), (OTHER, ANSWER)])
    path.write_bytes(path.read_bytes()[:-20])
    with open_answer_log(path) as again:
        assert (again.find("plan", GOLD), again.find("plan", OTHER)) == (ANSWER, None)
        again.add("plan", [(OTHER, ANSWER)])
    with open_answer_log(path) as whole:
        assert (whole.find("plan", GOLD), whole.find("plan", OTHER)) == (ANSWER, ANSWER)


def test_a_file_of_something_else_is_not_written_to(path):
    path.write_text('{"id": 1, "claim": "Vell is a city."}\n', encoding="utf-8")
    with pytest.raises(UsageError, match="holds no answers of an earlier run; name a new file"), open_answer_log(path):
        pass
    assert path.read_text(encoding="utf-8") == '{"id": 1, "claim": "Vell is a city."}\n'
