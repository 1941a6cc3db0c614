"""The chances of list items, captions and column headers."""

from collections.abc import Iterator, Sequence

from veriscope.domain import ItemList, ListItem
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.table_match import TableMatch

# A caption or header explains its cells, and is cited less often than they are.
_CAPTION = 0.05
_HEADER = 0.03
_ITEM = 0.8


def item_chances(element: ItemList, context: Sequence[str], claim: ClaimKeys) -> Iterator[tuple[ListItem, float]]:
    """The items of a list that share something with the claim beyond the title and the headings."""
    new = claim.weights * ~claim.mask(context)
    total = float(new.sum())
    for item in element.items:
        share = float(claim.mask((item.text,)) @ new) / total if total else 0.0
        if share:
            yield item, _ITEM * share


def caption_chance(match: TableMatch) -> float:
    """The chance of the caption, given that the table is the right one."""
    return _CAPTION * _share(match.view.table.caption, match.claim)


def header_chances(match: TableMatch) -> Iterator[tuple[int, float]]:
    """The numbers and chances of the column headers that the claim names, given that the table is the right one."""
    view = match.view
    for number in sorted(set(view.places.cells[view.header_rows[view.places.rows]].tolist())):
        if share := _share(view.cells[number].text, match.claim):
            yield number, _HEADER * share


def _share(text: str, claim: ClaimKeys) -> float:
    """The share of a name's words that the claim contains, or 0 if only stop words match."""
    found = claim.hits(text)
    if not found or not claim.weights[found].any():
        return 0.0
    return claim.fraction(text)
