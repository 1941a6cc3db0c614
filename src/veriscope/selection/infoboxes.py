"""The chances of infobox cells: an infobox holds facts about its page, and any of them may decide a claim about it."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from veriscope.domain import Cell, Evidence, Page, Table, TableKind
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.header_words import header_kinship
from veriscope.tables import Grid
from veriscope.text import terms, without_qualifier

# Set on the dev half of the starter atlas's claims, the only claims here that cite infoboxes.
_ANY_FACT = 0.2
_UNNAMED_PAGE = 0.4
_NEXT_PAGE = 0.9
_LABEL = 0.05
_ASKED_FOR = 0.3


class _Fact(NamedTuple):
    """A value of an infobox with its label, and how well they answer the claim."""

    cell: Cell
    headers: tuple[Cell, ...]
    agreement: float


def infobox_evidence(claim: ClaimKeys, pages: Sequence[tuple[Page, float]]) -> Iterator[Evidence]:
    """The values and labels of all infoboxes with their chances, which are higher on pages that the claim names."""
    for rank, (page, _) in enumerate(pages):
        named = claim.fraction(without_qualifier(page.title))
        trust = (_UNNAMED_PAGE + (1 - _UNNAMED_PAGE) * named) * _NEXT_PAGE**rank
        for path, table in page.outline():
            if isinstance(table, Table) and table.kind is TableKind.INFOBOX:
                yield from _of_table(claim, page, (page.title, *path), table, trust)


def _of_table(claim: ClaimKeys, page: Page, context: tuple[str, ...], table: Table, trust: float) -> Iterator[Evidence]:
    facts = _facts(claim, context, table)
    best = max((fact.agreement for fact in facts), default=0.0) or 1.0
    for cell, headers, agreement in facts:
        chance = trust * (_ANY_FACT + (1 - _ANY_FACT) * agreement / best)
        names = tuple(header.text for header in headers)
        yield Evidence(page.cell_id(table, cell), cell.text, context + names, chance)
        for header in headers:
            yield Evidence(page.cell_id(table, header), header.text, context, _LABEL * chance)


@cache
def _label_words() -> dict[str, frozenset[str]]:
    """For the stem of a word, the stems of the labels that it asks for: `denser` asks for `density`."""
    lines = (files("veriscope.selection") / "data" / "label_words.txt").read_text(encoding="utf-8").splitlines()
    known: dict[str, set[str]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            asking, _, labels = line.partition(":")
            for word in terms(asking):
                known.setdefault(word, set()).update(terms(labels))
    return {word: frozenset(labels) for word, labels in known.items()}


def _asked_weight(claim: ClaimKeys, label: str) -> float:
    """The weight of the rarest word of the claim that asks for such a label, raised by a constant; 0 if none does."""
    known, words = _label_words(), frozenset(terms(label))
    asking = [place for key, place in claim.index.items() if key in known and not known[key].isdisjoint(words)]
    return max([_ASKED_FOR + float(claim.weights[place]) for place in asking], default=0.0)


def _facts(claim: ClaimKeys, context: Sequence[str], table: Table) -> list[_Fact]:
    grid = Grid.of(table)
    new = claim.weights * ~claim.mask(context)
    values = [cell for cell in table.cells if cell.text and not cell.is_header]
    headers = [grid.context(cell) for cell in values]
    labels = [" ".join(header.text for header in of_cell) for of_cell in headers]
    kinship = header_kinship(labels, claim)
    return [
        _Fact(cell, of_cell, float(claim.mask((label, cell.text)) @ new) + float(kin) + _asked_weight(claim, label))
        for cell, of_cell, label, kin in zip(values, headers, labels, kinship, strict=True)
    ]
