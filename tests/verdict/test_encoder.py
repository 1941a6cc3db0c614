from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import CellId, Claim, Computation, Evidence, Label, SentenceId, Stance
from veriscope.errors import StoreError
from veriscope.models.encoder import Encoder, Judgement
from veriscope.models.evidence_lines import evidence_lines
from veriscope.verdict.decision import decide
from veriscope.verdict.encoder import LABELS, EncoderVerdict, VerdictHead, list_head, read_lines
from veriscope.verdict.encoder_features import HEAD_FEATURES, LISTED
from veriscope.verdict.limits import NO_LINE

TINY = Path(__file__).parents[1] / "models" / "fixtures" / "tiny_encoder"
CLAIM = Claim("1", "Vell is old.")
WIDTH = len(HEAD_FEATURES)
COUNT = Computation("Vell", 0, "p", False, 0.8, 0.1, 1.0, True, True, "the number of rows is 5", (), "4", ())


class ByWord:
    """An encoder that reads a stance off the words `yes` and `no`, and keeps what it was asked."""

    def __init__(self):
        self.asked = []

    def judge(self, pairs):
        self.asked += pairs
        return [self._judgement(text) for _, text in pairs]

    @staticmethod
    def _judgement(text):
        logits = (4.0 * ("yes" in text), 4.0 * ("no" in text), 1.0)
        return Judgement(2.0, logits, logits)


@pytest.fixture
def encoder():
    return ByWord()


@pytest.fixture
def model(encoder):
    return EncoderVerdict(encoder=encoder, head=list_head())


@pytest.fixture(scope="module")
def tiny():
    return EncoderVerdict(encoder=Encoder(TINY, threads=1), head=list_head())


def sentences(*texts):
    return [Evidence(SentenceId("Vell", number), text, ("Vell",), 0.5) for number, text in enumerate(texts)]


def row(number, *texts):
    return [Evidence(CellId("Vell", 0, number, x), text, ("Vell", f"h{x}"), 0.5) for x, text in enumerate(texts)]


def infobox(page, label, value):
    return [Evidence(CellId(page, 0, 1, 1), value, (page, label), 0.5)]


@pytest.mark.parametrize(
    ("text", "label"),
    [("yes", Label.SUPPORTS), ("no", Label.REFUTES), ("perhaps", Label.NOT_ENOUGH_INFO)],
)
def test_the_verdict_is_what_the_evidence_says(model, text, label):
    verdict = model.decide(CLAIM, sentences("It rains.", f"I say {text}."))
    assert verdict.label is label
    assert verdict.probability(label) == max(verdict.probability(one) for one in Label)


class Leaning(ByWord):
    """Reads a stance off a list that has all of some words, and off a single line only if it has one word."""

    def __init__(self, *, needs=(), alone=""):
        super().__init__()
        self.needs, self.alone = needs, alone

    def judge(self, pairs):
        self.asked += pairs
        return [self._one(text) for _, text in pairs]

    def _one(self, text):
        refutes = (0.0, 3.0, 0.0)
        neither = (0.0, 0.0, 3.0)
        is_whole = all(word in text for word in self.needs)
        return Judgement(
            2.0, refutes if self.alone and self.alone in text else neither, refutes if is_whole else neither
        )


def test_a_verdict_that_no_line_carries_is_undecided_and_says_so():
    # All eight lines are needed: no two or three of them say it.
    texts = [f"word{number}" for number in range(LISTED)]
    model = EncoderVerdict(encoder=Leaning(needs=texts), head=list_head())
    verdict = decide(model, CLAIM, sentences(*texts), [], None).verdict
    assert (verdict.label, verdict.reason) == (Label.NOT_ENOUGH_INFO, NO_LINE)
    assert sum((verdict.supports, verdict.refutes, verdict.not_enough_info)) == pytest.approx(1)


def test_a_verdict_that_few_lines_carry_together_names_them():
    model = EncoderVerdict(encoder=Leaning(needs=["one", "three"]), head=list_head())
    verdict = model.decide(CLAIM, sentences("one", "two", "three", "four"))
    assert (verdict.label, verdict.together) == (Label.REFUTES, (0, 2))
    carried = EncoderVerdict(encoder=Leaning(alone="three"), head=list_head())
    assert carried.decide(CLAIM, sentences("one", "two", "three")).together == ()


def test_a_computed_statement_carries_a_verdict_alone():
    model = EncoderVerdict(encoder=Leaning(alone="rows is 5"), head=list_head())
    verdict = model.decide(CLAIM, sentences("It rains."), computations=[COUNT])
    assert (verdict.label, verdict.together) == (Label.REFUTES, ())
    (stance,) = verdict.computed
    assert stance.refutes > 0.8


def test_without_evidence_nothing_is_asked_and_the_reason_is_told(model, encoder):
    verdict = model.decide(CLAIM, [])
    assert (verdict.label, verdict.not_enough_info) == (Label.NOT_ENOUGH_INFO, 1.0)
    assert "no evidence" in verdict.reason
    assert encoder.asked == []


def test_each_piece_has_the_stance_of_its_line(model):
    evidence = [*sentences("yes"), *row(1, "no", "x"), *sentences("x")]
    stances = model.decide(CLAIM, evidence).stances
    assert [LABELS[int(np.argmax(stance))] for stance in stances] == [
        Label.SUPPORTS,
        Label.REFUTES,
        Label.REFUTES,
        Label.NOT_ENOUGH_INFO,
    ]
    assert stances[1] == stances[2]


def test_pieces_that_are_too_far_behind_say_nothing(model):
    stances = model.decide(CLAIM, sentences(*["yes"] * 30)).stances
    assert len(stances) == 30
    assert stances[0].supports > 0.9
    assert stances[-1] == Stance(0.0, 0.0, 1.0)


def test_the_best_lines_are_read_together_and_each_alone(model, encoder):
    texts = [f"text {number}" for number in range(LISTED + 2)]
    model.decide(CLAIM, sentences(*texts))
    together = [text for _, text in encoder.asked if "text 0" in text and "text 4" in text]
    assert together == [f"Vell : {' '.join(texts[:LISTED])}"]
    assert {f"Vell : {text}" for text in texts} <= {text for _, text in encoder.asked}
    assert {claim for claim, _ in encoder.asked} == {CLAIM.text}


def test_what_can_be_computed_from_lines_beyond_the_best_is_read_with_them(model, encoder):
    claim = Claim("1", "Vell is older than Tam.")
    evidence = [
        *infobox("Vell", "Founded", "1200"),
        *sentences(*["It rains."] * 30),
        *infobox("Tam", "Founded", "1400"),
    ]
    model.decide(claim, evidence)
    (together,) = [text for _, text in encoder.asked if text.count("It rains.") > 1]
    computed, lines = together.split(" || ")
    assert computed == "Computed : Founded : Vell 1200 is earlier than Tam 1400"
    assert lines == " ".join(["Vell : Founded is 1200", *["It rains."] * (LISTED - 1)])


def test_what_programs_computed_is_read_with_the_lines_and_on_its_own(model, encoder):
    model.decide(CLAIM, sentences("It rains.", "It snows."), computations=[COUNT])
    computed = "Computed : the number of rows is 5 : no, 4"
    assert [text for _, text in encoder.asked if "Computed" in text] == [
        computed,
        f"{computed} || Vell : It rains. It snows.",
    ]


def test_wordings_of_a_claim_are_judged_by_the_lines_together():
    class Differing(ByWord):
        def judge(self, pairs):
            self.asked += pairs
            return [self._judgement(claim) for claim, _ in pairs]

    reader = Differing()
    model = EncoderVerdict(encoder=reader, head=list_head())
    yes, no = model.decide(CLAIM, sentences("It rains.", "It snows."), wordings=["yes", "no"]).wordings
    assert reader.asked[-2:] == [(word, "Vell : It rains. It snows.") for word in ("yes", "no")]
    assert yes.supports == no.refutes == pytest.approx(np.exp(4) / (np.exp(4) + np.e + 1))


def test_judging_tells_of_the_lines_together_and_of_each(encoder):
    lines = evidence_lines(sentences("yes", "no", "x"))
    reading = read_lines(encoder, CLAIM, lines, [COUNT])
    assert (len(reading.alone), len(reading.computed)) == (3, 1)
    assert reading.together.list == (4.0, 4.0, 1.0)
    assert reading.matches == (COUNT.match_probability,)


words = st.text(max_size=40)


@settings(max_examples=40)
@given(claim=words, texts=st.lists(words, min_size=1, max_size=12))
def test_probabilities_sum_to_one_whatever_is_asked(tiny, claim, texts):
    verdict = tiny.decide(Claim("1", claim), sentences(*texts))
    assert verdict.supports + verdict.refutes + verdict.not_enough_info == pytest.approx(1)
    assert len(verdict.stances) == len(texts)
    assert all(sum(stance) == pytest.approx(1) for stance in verdict.stances)


def test_the_same_question_has_the_same_answer(tiny):
    asked = sentences("Vell is a town.", "It lies by the sea.")
    assert tiny.decide(CLAIM, asked) == tiny.decide(CLAIM, asked)


@settings(max_examples=40)
@given(data=st.data())
def test_a_head_weighs_by_logistic_regression(data):
    values = st.lists(st.floats(-3, 3), min_size=4, max_size=4).map(np.array)
    features, mean = data.draw(values), data.draw(values)
    weights = np.arange(12.0).reshape(4, 3) / 6
    bias, scale = np.array([0.5, 0.0, -0.5]), np.array([1.0, 2.0, 0.5, 1.0])
    powers = np.exp(((features - mean) / scale) @ weights + bias)
    found = VerdictHead(weights, bias, mean, scale).probabilities(features)
    assert found == pytest.approx(tuple(powers / powers.sum()))


def test_huge_features_give_probabilities_still():
    head = VerdictHead(np.eye(3), np.zeros(3), np.zeros(3), np.ones(3))
    assert head.probabilities(np.array([1e6, 0.0, -1e6])) == pytest.approx((1.0, 0.0, 0.0))


def test_a_head_that_is_written_is_read_again(tmp_path):
    draw = np.random.default_rng(1)
    head = VerdictHead(draw.normal(size=(WIDTH, 3)), draw.normal(size=3), draw.normal(size=WIDTH), np.ones(WIDTH))
    head.write(tmp_path / "head.json")
    features = draw.normal(size=WIDTH)
    assert VerdictHead.read(tmp_path / "head.json").probabilities(features) == pytest.approx(
        head.probabilities(features), abs=1e-4
    )


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"weights": ["x"]}'])
def test_a_missing_or_damaged_head_is_one_clear_error(tmp_path, text):
    file = tmp_path / "head.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(StoreError, match=r"head\.json holds no head"):
        VerdictHead.read(file)


def test_an_encoder_of_ones_own_is_read_from_its_folder_and_speaks_for_itself_without_a_head(tiny):
    pieces = [Evidence(SentenceId("Vell", 0), "Vell is a town.", ("Vell",), 1.0)]
    own, expected = (model.decide(CLAIM, pieces) for model in (EncoderVerdict.read(TINY), tiny))
    assert (own.label, own.supports) == (expected.label, pytest.approx(expected.supports, abs=0.05))


def test_a_head_of_another_shape_is_one_clear_error(tmp_path):
    file = tmp_path / "head.json"
    VerdictHead(np.zeros((2, 3)), np.zeros(3), np.zeros(2), np.ones(2)).write(file)
    with pytest.raises(StoreError, match="holds no head of a verdict"):
        VerdictHead.read(file)
