"""What every selector promises."""

from collections.abc import Callable, Iterator, Sequence

from veriscope.domain import Claim, EvidenceId, EvidenceSelector, Page, TermStatistics, make_stage
from veriscope.testing.little_world import CLAIM, TEXTS, little_corpus, table_page
from veriscope.testing.odd_claims import ODD_CLAIMS


def check_selector(selector: EvidenceSelector | Callable[[TermStatistics], EvidenceSelector]) -> None:
    """Try a selector, its class, or a function of term statistics; an `AssertionError` names the broken promise."""
    with little_corpus() as corpus:
        made: EvidenceSelector = make_stage(selector, "select", corpus.search_index)
        found = [page for title, _ in TEXTS if (page := corpus.page(title)) is not None]
        pages = [(page, 1.0 / place) for place, page in enumerate([*found, table_page()], start=1)]
        assert made.select(CLAIM, [], limit=5) == [], "no pages must give no evidence"
        evidence = made.select(CLAIM, pages, limit=10)
        assert evidence == made.select(CLAIM, pages, limit=10), "the same claim and pages must give the same evidence"
        _check_addresses(made, pages)
        for limit in range(len(evidence)):
            first = made.select(CLAIM, pages, limit=limit)
            assert first == evidence[:limit], "a smaller limit must give the first of the evidence"
        for text in ODD_CLAIMS:
            _check_order(made, Claim("odd", text), pages)
        _check_order(made, CLAIM, pages)


def _check_order(selector: EvidenceSelector, claim: Claim, pages: Sequence[tuple[Page, float]]) -> None:
    evidence = selector.select(claim, pages, limit=4)
    said = f"for the claim {claim.text[:40]!r}"
    assert len(evidence) <= 4, f"no more evidence than the limit, {said}"
    assert len({piece.id for piece in evidence}) == len(evidence), f"no piece may come twice, {said}"
    scores = [piece.score for piece in evidence]
    assert scores == sorted(scores, reverse=True), f"evidence must come best first, {said}: {scores}"


def _check_addresses(selector: EvidenceSelector, pages: Sequence[tuple[Page, float]]) -> None:
    known = {address: text for page, _ in pages for address, text in _citable(page)}
    for piece in selector.select(CLAIM, pages, limit=30):
        assert piece.id in known, f"evidence must be of the pages that were handed over: {piece.id}"
        assert piece.text == known[piece.id], f"{piece.id} must have the text that stands there: {piece.text!r}"
        assert piece.context[:1] == (piece.id.page,), f"the context of {piece.id} must begin with the page's title"


def _citable(page: Page) -> Iterator[tuple[EvidenceId, str]]:
    yield from ((page.sentence_id(sentence), sentence.text) for sentence in page.sentences())
    for table in page.tables():
        yield page.caption_id(table), table.caption
        yield from ((page.cell_id(table, cell), cell.text) for cell in table.cells)
    for item_list in page.lists():
        yield from ((page.item_id(item_list, item), item.text) for item in item_list.items)
