import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from veriscope.domain import Claim, SentenceId, parse_evidence_id
from veriscope.selection import SELECTORS

CLAIM = Claim("1", "Ida Brandt climbed Mount Sorrel in 1874.")


@pytest.fixture(params=sorted(SELECTORS))
def selector(request, world):
    return SELECTORS[request.param](world.search_index)


@pytest.fixture
def pages(world):
    return [(world.page("Ida Brandt"), 2.0), (world.page("Mount Sorrel"), 1.0), (world.page("Arvania"), 0.5)]


def test_evidence_comes_best_first_without_repeats(selector, pages):
    evidence = selector.select(CLAIM, pages, limit=30)
    assert len({piece.id for piece in evidence}) == len(evidence) > 3
    assert [piece.score for piece in evidence] == sorted((piece.score for piece in evidence), reverse=True)


def test_ids_point_at_what_they_cite(selector, pages, world):
    for piece in selector.select(CLAIM, pages, limit=30):
        assert parse_evidence_id(str(piece.id)) == piece.id
        page = world.page(piece.id.page)
        assert any(piece.text == text for text in all_texts(page))
        assert piece.context[0] == page.title


def all_texts(page):
    yield from (sentence.text for sentence in page.sentences())
    for table in page.tables():
        yield table.caption
        yield from (cell.text for cell in table.cells)
    for item_list in page.lists():
        yield from (item.text for item in item_list.items)


def test_the_deciding_sentence_is_among_the_first(selector, pages):
    first = selector.select(CLAIM, pages, limit=5)
    assert {SentenceId("Mount Sorrel", 1), SentenceId("Ida Brandt", 1)} & {piece.id for piece in first}


def test_the_budget_of_feverous_holds(selector, pages):
    evidence = selector.select(CLAIM, pages, limit=100)
    sentences = sum(isinstance(piece.id, SentenceId) for piece in evidence)
    assert sentences <= 5
    assert len(evidence) - sentences <= 25


def test_a_smaller_limit_is_a_prefix(selector, pages):
    assert selector.select(CLAIM, pages, limit=2) == selector.select(CLAIM, pages, limit=6)[:2]


def test_no_pages_give_no_evidence(selector):
    assert selector.select(CLAIM, [], limit=5) == []
    assert selector.select(Claim("1", ""), [], limit=5) == []


@pytest.mark.parametrize(
    "text", ["", "?", "the of and", "#" * 5000, "a " * 9000, "\x00\x1b[31m", "日本 🦊", "1,234 -5 3/4 10%"]
)
def test_odd_claims_do_no_harm(selector, pages, text):
    evidence = selector.select(Claim("1", text), pages, limit=30)
    assert [piece.score for piece in evidence] == sorted((piece.score for piece in evidence), reverse=True)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=80))
@pytest.mark.slow
def test_no_claim_can_break_it(selector, pages, text):
    evidence = selector.select(Claim("1", text), pages, limit=30)
    assert len({piece.id for piece in evidence}) == len(evidence) <= 30
