"""Scores the list items of a page, and what names a table's parts: captions and column headers."""

from collections.abc import Iterator

from veriscope.domain import Evidence, ItemList, Page
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.table_match import TableMatch

# A name says what its cells mean, and is cited less often than they are.
_CAPTION_CHANCE = 0.12
_HEADER_CHANCE = 0.1
_ITEM_CHANCE = 0.8


def item_evidence(page: Page, path: tuple[str, ...], element: ItemList, claim: ClaimKeys) -> Iterator[Evidence]:
    """The items of a list that say something of the claim beyond the title and the headings."""
    context = (page.title, *path)
    known = claim.mask(context)
    new = claim.weights * ~known
    total = float(new.sum())
    for item in element.items:
        found = claim.mask((item.text,))
        share = float(found @ new) / total if total else 0.0
        if share:
            yield Evidence(page.item_id(element, item), item.text, context, _ITEM_CHANCE * share)


def naming_evidence(match: TableMatch, chance: float) -> Iterator[Evidence]:
    """The caption and the column headers that the claim names, scored below the cells of the table's `chance`."""
    view, claim = match.view, match.claim
    context = (view.page.title, *view.path)
    if view.table.caption and (share := _share(view.table.caption, claim)):
        yield Evidence(view.page.caption_id(view.table), view.table.caption, context, chance * _CAPTION_CHANCE * share)
    rows = view.places.rows
    for number in sorted({int(cell) for cell in view.places.cells[view.header_rows[rows]]}):
        cell = view.cells[number]
        if share := _share(cell.text, claim):
            yield Evidence(view.page.cell_id(view.table, cell), cell.text, context, chance * _HEADER_CHANCE * share)


def _share(text: str, claim: ClaimKeys) -> float:
    """The part of a name's keys that the claim holds, where one of them says something."""
    found = claim.hits(text)
    if not found or not claim.weights[found].any():
        return 0.0
    return min(1.0, len(set(found)) / max(len(text.split()), 1))
