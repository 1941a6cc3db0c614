import pytest

from veriscope.domain import Claim
from veriscope.retrieval.bm25 import Bm25Retriever, Bm25Settings

PAGES = {
    "Long": ["The heron is grey.", *(f"Sentence {number} of many other words." for number in range(30))],
    "Short": ["The heron is grey."],
    "Herons": ["Many birds are grey."],
}


def ranked(corpus, text, **settings):
    return Bm25Retriever(corpus, settings=Bm25Settings(**settings)).retrieve(Claim("1", text), limit=5)


def test_a_term_in_the_title_counts_as_boosted(corpus_of):
    corpus = corpus_of(PAGES)
    assert ranked(corpus, "heron", title=5.0)[0].title == "Herons"
    assert ranked(corpus, "heron", title=0.0)[0].title == "Short"


def test_without_b_the_length_of_a_page_does_not_count(corpus_of):
    corpus = corpus_of(PAGES)
    scores = {page.title: page.score for page in ranked(corpus, "heron", b=0.0, title=0.0)}
    assert scores["Long"] == pytest.approx(scores["Short"])
    scores = {page.title: page.score for page in ranked(corpus, "heron", b=0.9, title=0.0)}
    assert scores["Long"] < scores["Short"]


def test_pages_after_the_pool_keep_the_order_of_the_index(corpus_of):
    corpus = corpus_of({f"Page {number}": ["heron " * (number + 1)] for number in range(9)})
    by_index = Bm25Retriever(corpus, settings=Bm25Settings(k1=1.2, b=0.75)).retrieve(Claim("1", "heron"), limit=9)
    again = Bm25Retriever(corpus, settings=Bm25Settings(k1=0.5), pool=3).retrieve(Claim("1", "heron"), limit=9)
    assert [page.title for page in again[3:]] == [page.title for page in by_index[3:]]
    assert again == sorted(again, key=lambda page: (-page.score, page.title))
