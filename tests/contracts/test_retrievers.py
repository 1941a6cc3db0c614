import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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


ODD = [
    "",
    " ",
    "?",
    "the of and",
    "zzz qqq",
    "#" * 5000,
    "a " * 3000,
    "Ida Brandt climbed Mount Sorrel. " * 3000,
    "\x00\x1b[31m",
    "日本 ﷽ 🦊",
    "Москва — столица России.",
    'title:"Ida AND (OR NOT -"',
    "a^2 ~ b* [x TO y] {} \\ / && ||",
    "\ud800",
    "1,234 -5 3/4 10%",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_claims_do_no_harm(retriever, text):
    pages = retriever.retrieve(Claim("1", text), limit=5)
    assert len({page.title for page in pages}) == len(pages) <= 5
    assert pages == sorted(pages, key=lambda page: (-page.score, page.title))


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80))
def test_no_claim_can_break_it(retriever, text):
    pages = retriever.retrieve(Claim("1", text), limit=4)
    assert len({page.title for page in pages}) == len(pages) <= 4


def test_the_same_claim_gives_the_same_pages(retriever):
    assert retriever.retrieve(CLAIM, limit=5) == retriever.retrieve(CLAIM, limit=5)
