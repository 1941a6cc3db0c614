import pytest

from veriscope.domain import Claim, Computation, Evidence, Label, SentenceId
from veriscope.verdict import VERDICT_MODELS

COUNT = Computation("Arvania", 0, "p", True, 0.8, 0.9, 1.0, True, True, "one row", (), "1", ())


@pytest.fixture(params=sorted(VERDICT_MODELS))
def model(request):
    return VERDICT_MODELS[request.param]()


def evidence(*texts, page="Arvania"):
    return [Evidence(SentenceId(page, i), text, (page,), 1.0) for i, text in enumerate(texts)]


def test_no_evidence_is_not_enough(model):
    assert model.decide(Claim("1", "Arvania is an island."), []).label is Label.NOT_ENOUGH_INFO


def test_a_sentence_supports_itself(model):
    text = "Port Ellis is the capital of Arvania."
    assert model.decide(Claim("1", text), evidence(text)).label is Label.SUPPORTS


def test_unrelated_evidence_is_not_enough(model):
    claim = Claim("1", "Arvania exports copper wire.")
    assert model.decide(claim, evidence("The festival takes place in spring.")).label is Label.NOT_ENOUGH_INFO


@pytest.mark.parametrize("text", ["", "?", "Arvania became independent in 1958.", "x " * 2000])
def test_probabilities_sum_to_one_and_name_the_label(model, text):
    verdict = model.decide(Claim("1", text), evidence("Arvania became independent in 1961."))
    parts = [verdict.probability(label) for label in Label]
    assert sum(parts) == pytest.approx(1)
    assert all(0 <= part <= 1 for part in parts)
    assert verdict.probability(verdict.label) == max(parts)


def test_evidence_of_an_unknown_page_is_read_too(model):
    text = "Port Ellis is the capital of Arvania."
    nameless = [Evidence(SentenceId("", 0), text, (), 1.0)]
    assert model.decide(Claim("1", text), nameless).label is Label.SUPPORTS


def test_a_model_that_tells_what_pieces_say_tells_it_of_each(model):
    pieces = evidence("Arvania became independent in 1961.", "It rains.", "x " * 20_000)
    stances = model.decide(Claim("1", "Arvania became independent in 1958."), pieces).stances
    assert len(stances) in {0, len(pieces)}
    assert all(sum(stance) == pytest.approx(1) for stance in stances)


def test_computations_and_other_wordings_may_be_told_to_every_model(model):
    pieces, claim = evidence("Arvania became independent in 1961."), Claim("1", "Arvania became independent in 1958.")
    wordings = [claim.text, "Arvania became independent in 1961."]
    verdict = model.decide(claim, pieces, computations=[COUNT], wordings=wordings)
    assert len(verdict.wordings) in {0, len(wordings)}
    assert all(sum(stance) == pytest.approx(1) for stance in verdict.wordings)
    assert model.decide(claim, pieces, wordings=wordings).label is model.decide(claim, pieces).label
