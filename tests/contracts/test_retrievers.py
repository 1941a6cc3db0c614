import pytest

from veriscope.domain import Claim
from veriscope.retrieval import RETRIEVERS

CLAIM = Claim("1", "Ida Brandt climbed Mount Sorrel in Arvania, far from Port Ellis.")


@pytest.fixture(params=sorted(RETRIEVERS))
def retriever(request, world):
    return RETRIEVERS[request.param](world)


def test_pages_come_best_first_without_repeats(retriever):
    pages = retriever.retrieve(CLAIM, limit=10)
    assert len(pages) >= 3
    assert len({page.title for page in pages}) == len(pages)
    assert pages == sorted(pages, key=lambda page: (-page.score, page.title))


def test_every_page_is_in_the_corpus(retriever, world):
    assert all(world.page(page.title) is not None for page in retriever.retrieve(CLAIM, limit=10))


def test_a_smaller_limit_is_a_prefix(retriever):
    assert retriever.retrieve(CLAIM, limit=2) == retriever.retrieve(CLAIM, limit=3)[:2]
    assert retriever.retrieve(CLAIM, limit=0) == []


def test_the_page_that_a_claim_names_is_found(retriever):
    assert "Vell" in [page.title for page in retriever.retrieve(Claim("1", "Vell is known for its wool."), limit=5)]


@pytest.mark.parametrize(
    "text", ["", " ", "?", "the of and", "zzz qqq", "#" * 5000, "a " * 3000, "\x00\x1b[31m", "日本 ﷽ 🦊"]
)
def test_odd_claims_do_no_harm(retriever, text):
    assert isinstance(retriever.retrieve(Claim("1", text), limit=5), list)


def test_the_same_claim_gives_the_same_pages(retriever):
    assert retriever.retrieve(CLAIM, limit=5) == retriever.retrieve(CLAIM, limit=5)
