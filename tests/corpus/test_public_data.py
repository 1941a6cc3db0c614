"""The public data sets, whole: counts that were published with them."""

import pytest

from veriscope.corpus import Corpus, build_corpus, plan_sources, verify_corpus

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
