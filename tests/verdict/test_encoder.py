from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import CellId, Claim, ComputedReader, Evidence, Label, SentenceId, Stance, WordingReader
from veriscope.errors import StoreError
from veriscope.neural.encoder import Encoder, Judgement
from veriscope.neural.evidence_lines import evidence_lines
from veriscope.verdict.encoder import LABELS, EncoderVerdict, VerdictHead, list_head
from veriscope.verdict.encoder_features import FEATURES, LISTED

TINY = Path(__file__).parents[1] / "neural" / "fixtures" / "tiny_encoder"
CLAIM = Claim("1", "Vell is old.")
WIDTH = len(FEATURES)


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


@pytest.mark.parametrize(("rank", "label"), [(-2.0, Label.NOT_ENOUGH_INFO), (3.0, Label.REFUTES)])
def test_evidence_that_shares_no_word_with_the_claim_decides_only_where_it_is_taken_for_evidence(rank, label):
    class Refuting:
        def judge(self, pairs):
            return [Judgement(rank, (0.0, 3.0, 1.0), (0.0, 3.0, 1.0)) for _ in pairs]

    model = EncoderVerdict(encoder=Refuting(), head=list_head())
    foreign = model.decide(CLAIM, [Evidence(SentenceId("?", 0), "It rains in the north.", ("",), 1.0)])
    assert foreign.label is label
    assert bool(foreign.reason) == (label is Label.NOT_ENOUGH_INFO)
    assert sum((foreign.supports, foreign.refutes, foreign.not_enough_info)) == pytest.approx(1)
    assert model.decide(CLAIM, sentences("It rains in the north.")).label is Label.REFUTES


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


def test_what_programs_computed_is_read_with_the_lines_together_only(model, encoder):
    model.decide_with(CLAIM, sentences("It rains.", "It snows."), ["the number of rows is 5 : no, 4"])
    computed = "Computed : the number of rows is 5 : no, 4 || Vell : It rains. It snows."
    assert [text for _, text in encoder.asked if "Computed" in text] == [computed]
    assert isinstance(model, ComputedReader)


def test_wordings_of_a_claim_are_judged_by_the_lines_together():
    class Differing(ByWord):
        def judge(self, pairs):
            self.asked += pairs
            return [self._judgement(claim) for claim, _ in pairs]

    reader = Differing()
    model = EncoderVerdict(encoder=reader, head=list_head())
    yes, no = model.stances(["yes", "no"], sentences("It rains.", "It snows."))
    assert reader.asked == [(word, "Vell : It rains. It snows.") for word in ("yes", "no")]
    assert yes.supports == no.refutes == pytest.approx(np.exp(4) / (np.exp(4) + np.e + 1))
    assert isinstance(model, WordingReader)


def test_judging_tells_of_the_lines_together_and_of_each(model):
    lines = evidence_lines(sentences("yes", "no", "x"))
    together, alone = model.judge(CLAIM, lines)
    assert len(alone) == 3
    assert together.list == (4.0, 4.0, 1.0)


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


def test_an_encoder_of_ones_own_is_read_from_its_folder_and_speaks_for_itself_without_a_head():
    pieces = [Evidence(SentenceId("Vell", 0), "Vell is a town.", ("Vell",), 1.0)]
    own = EncoderVerdict.read(TINY)
    together, _ = own.judge(CLAIM, evidence_lines(pieces))
    shares = np.exp(np.array(together.list) - max(together.list))
    verdict = own.decide(CLAIM, pieces)
    assert (verdict.supports, verdict.refutes, verdict.not_enough_info) == pytest.approx(shares / shares.sum())


def test_a_head_of_another_shape_is_one_clear_error(tmp_path):
    file = tmp_path / "head.json"
    VerdictHead(np.zeros((2, 3)), np.zeros(3), np.zeros(2), np.ones(2)).write(file)
    with pytest.raises(StoreError, match="holds no head of a verdict"):
        VerdictHead.read(file)
