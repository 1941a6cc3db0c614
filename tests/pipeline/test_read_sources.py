import pytest

from veriscope.domain import CellId, ItemId, SentenceId
from veriscope.errors import UsageError
from veriscope.pipeline import SOURCES, PipelineConfig, Verifier
from veriscope.pipeline.read_sources import read_part

CLAIM = "Port Ellis is the capital of Arvania."
KINDS = {"both": {SentenceId, CellId}, "sentences": {SentenceId}, "tables": {CellId}}


def check(world, sources, **settings):
    config = PipelineConfig(selector="lexical", verdict="lexical", sources=sources, **settings)
    return Verifier(world, config).check(CLAIM)


@pytest.mark.parametrize("sources", SOURCES)
def test_evidence_is_of_the_kind_that_is_read(world, sources):
    found = {type(piece.id) for piece in check(world, sources).evidence} - {ItemId}
    assert found == KINDS[sources]


def test_lists_go_with_sentences_and_headings_with_both(world):
    page = world.page(world.resolve("Arvania"))
    sentences, tables = read_part(page, "sentences"), read_part(page, "tables")
    assert list(sentences.lists()) == list(page.lists())
    assert list(sentences.sentences()) == list(page.sentences())
    assert list(tables.tables()) == list(page.tables())
    assert not [*tables.lists(), *tables.sentences(), *sentences.tables()]
    assert read_part(page, "both") is page


def test_an_unknown_kind_is_refused(world):
    with pytest.raises(UsageError, match="no kind of sources named 'cells'; choose one of: both, sentences, tables"):
        check(world, "cells")
