import gc
import weakref

import pytest

from veriscope import Label, PipelineConfig, Verifier
from veriscope.errors import StoreError, UsageError
from veriscope.pipeline import Stages

TEXTS = ["Port Ellis is the capital of Arvania. It lies on a bay.", ("Vell", "Vell is a town in the north of Arvania.")]
LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")


def test_claims_are_checked_against_texts():
    with Verifier.from_texts(TEXTS) as verifier:
        trace = verifier.check("Port Ellis is the capital of Arvania.")
        assert (trace.label, trace.corpus) == (Label.SUPPORTS, ":memory:")
        assert [str(trace.evidence[place].id) for place in trace.key_evidence][:1] == ["Text 1#sentence-0"]
        assert verifier.check("Zorblax invented the quantum toaster.").label is Label.NOT_ENOUGH_INFO
        assert verifier.check_text("Vell is a town. Is it?").left_out


def test_empty_texts_are_counted_and_all_empty_ones_refused():
    with Verifier.from_texts(["", *TEXTS], LEXICAL) as verifier:
        assert (verifier.corpus.counts().pages, verifier.corpus.counts().skipped) == (2, 1)
    with pytest.raises(UsageError, match=r"none of 1 can be read \(Text 1: empty\)"):
        Verifier.from_texts([""], LEXICAL)


def test_to_close_it_frees_the_texts():
    verifier = Verifier.from_texts(TEXTS, LEXICAL)
    verifier.check("Vell is a town.")
    home = weakref.ref(verifier.corpus.home)
    verifier.close()
    with pytest.raises(StoreError, match="is closed"):
        verifier.check("Vell is a town.")
    del verifier
    gc.collect()
    assert home() is None


def test_a_wrong_setting_fails_before_any_text_is_read():
    with pytest.raises(UsageError, match="no verdict model named 'nope'"):
        Verifier.from_texts([""], PipelineConfig(verdict="nope"))


def test_the_models_serve_other_texts():
    with Stages.from_texts(TEXTS, LEXICAL) as stages:
        with stages.with_texts(["Oslo is the capital of Norway."]) as other:
            assert other.model is stages.model
            assert Verifier.over(other).check("Oslo is the capital of Norway.").label is Label.SUPPORTS
        assert Verifier.over(stages).check("Vell is a town in the north of Arvania.").label is Label.SUPPORTS
