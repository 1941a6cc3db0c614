"""The public data sets, whole: counts that were published with them."""

from collections import defaultdict

import pytest

from veriscope.corpus import Corpus, build_corpus, plan_sources, verify_corpus
from veriscope.datasets import DATASET_FORMATS, read_labelled

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


def built(folder, *sources):
    build_corpus(folder, plan_sources(sources), report=lambda _: None, workers=2)
    return Corpus.open(folder)


def test_the_fever_pages_are_all_read(public_data, tmp_path):
    counts = built(tmp_path / "c", public_data / "fever" / "wiki-pages").counts()
    assert (counts.pages, counts.sentences, counts.skipped) == (293_940, 1_445_723, 0)


def test_the_feverous_pages_are_all_read(public_data, tmp_path):
    corpus = built(tmp_path / "c", public_data / "feverous-pages")
    counts = corpus.counts()
    assert (counts.pages, counts.tables, counts.cells, counts.sentences) == (9_158, 15_316, 1_150_426, 46_372)
    assert counts.skipped == 0
    assert list(verify_corpus(corpus.path)) == []


def test_the_html_articles_are_read_or_named(public_data, tmp_path):
    counts = built(tmp_path / "c", public_data / "wiki-html" / "articles.tar.xz").counts()
    left_out = [skip for skip in built_skips(tmp_path / "c") if skip[2] == "page"]
    assert counts.pages + len(left_out) == 400
    assert counts.tables > 1000


def built_skips(folder):
    return list(Corpus.open(folder).skips())


def cells_of(page):
    return {page.cell_id(table, cell): cell.text for table in page.tables() for cell in table.cells}


def test_the_gold_cells_are_those_of_the_source_named_last(public_data, tmp_path):
    source = public_data / "cells" / "pages.jsonl.xz"
    alone = {cell: text for page in built(tmp_path / "alone", source).pages() for cell, text in cells_of(page).items()}
    merged = built(tmp_path / "merged", public_data / "feverous-pages", source)
    claims = read_labelled(public_data / "cells" / "dev.jsonl", form=DATASET_FORMATS["feverous"])
    gold = defaultdict(set)
    for row in claims:
        for piece in set().union(*row.claim.gold().evidence_sets):
            gold[piece.page].add(piece)
    assert sum(map(len, gold.values())) == 6_215
    for title, pieces in gold.items():
        held = cells_of(merged.page(title))
        assert {piece: held.get(piece) for piece in pieces} == {piece: alone[piece] for piece in pieces}
