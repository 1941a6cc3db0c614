import pytest

from veriscope.domain import Claim, Label
from veriscope.errors import UsageError
from veriscope.pipeline import PipelineConfig, Verifier, trace_as_json


def test_a_claim_goes_all_the_way(world):
    trace = Verifier(world).check(Claim("1", "Port Ellis is the capital of Arvania."))
    assert trace.verdict.label is Label.SUPPORTS
    assert [page.title for page in trace.pages[:2]] == ["Port Ellis", "Arvania"]
    assert "Port Ellis#sentence-0" in [str(piece.id) for piece in trace.evidence]


def test_the_trace_keeps_its_contract(world):
    fields = trace_as_json(Verifier(world).check(Claim("1", "Vell is the capital of Arvania.")))
    assert fields["label"] == "REFUTES"
    assert set(fields) >= {"claim", "label", "probabilities", "evidence", "stages", "timings_ms", "version"}
    assert set(fields["evidence"][0]) >= {"id", "page", "text", "score"}
    assert set(fields["probabilities"]) == {"SUPPORTS", "REFUTES", "NOT ENOUGH INFO"}
    assert fields["shares"] == {"evidence": 1.0}


def test_a_claim_about_nothing_known_is_not_enough_info(world):
    trace = Verifier(world).check(Claim("1", "Zorblax invented the quantum toaster."))
    assert (trace.verdict.label, trace.evidence) == (Label.NOT_ENOUGH_INFO, ())


def test_a_corpus_is_searched_by_its_words_too(world):
    claim = Claim("1", "It is divided into 100 shells.")
    assert Verifier(world).check(claim).pages[0].title == "Arvanian crown"
    assert Verifier(world, PipelineConfig(retriever="titles")).check(claim).pages == ()


def test_an_empty_claim_is_refused(world):
    with pytest.raises(UsageError, match="the claim is empty"):
        Verifier(world).check(Claim("1", "  "))


def test_a_retriever_without_a_second_hop_cannot_leave_it_out(world):
    assert Verifier(world, PipelineConfig(second_hop=False)).check("Vell is the capital of Arvania.").pages
    with pytest.raises(UsageError, match="'titles' has none; only 'fused' does"):
        Verifier(world, PipelineConfig(retriever="titles", second_hop=False))


@pytest.mark.parametrize("stage", ["retriever", "selector", "computation", "verdict"])
def test_an_unknown_stage_names_the_choices(world, stage):
    with pytest.raises(UsageError, match=r"named 'nope'; choose one of: \w+"):
        Verifier(world, PipelineConfig(**{stage: "nope"}))
