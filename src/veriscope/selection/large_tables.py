"""Reduces a very large table to the rows that may matter, so that a page of any size is read in bounded time."""

from dataclasses import replace
from itertools import groupby
from operator import attrgetter

from veriscope.domain import Cell, Table
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.text import MONTHS, NUMBER_WORDS, fold, number

LARGE = 5_000
_MAX_ROWS = 600
# Long enough to tell words apart, short enough to match all forms of one: `city` and `cities`.
_STEM = 4


def reduce_table(table: Table, claim: ClaimKeys) -> Table:
    """The table itself or, if it is large, its header rows and the rows that share most with the claim."""
    if len(table.cells) <= LARGE:
        return table
    needles = _needles(claim)
    rows = [list(row) for _, row in groupby(table.cells, key=attrgetter("row"))]
    shared = [_count(row, needles) for row in rows]
    best = sorted(range(len(rows)), key=lambda number: (-shared[number], number))[:_MAX_ROWS]
    kept = set(best).union(*((number - 1, number + 1) for number in best if shared[number]))
    cells = [cell for number, row in enumerate(rows) if number in kept or _is_header(row) for cell in row]
    return replace(table, cells=tuple(cells[: 4 * LARGE]))


def _is_header(row: list[Cell]) -> bool:
    return all(cell.is_header for cell in row)


def _needles(claim: ClaimKeys) -> list[str]:
    """Pieces of text; every cell that shares a key with the claim contains one of them."""
    needles: dict[str, None] = {}
    for key, place in claim.index.items():
        if claim.weights[place] > 0:
            needles |= dict.fromkeys((_piece(key), *_spellings(key)))
    return list(needles)


def _piece(key: str) -> str:
    if key.startswith("--"):
        return next(name[:3] for name, month in MONTHS.items() if month == int(key[2:4]))
    if key[0].isdecimal():
        return key[:_STEM] if "-" in key else key.partition(".")[0][:3]
    return key[:_STEM]


def _spellings(key: str) -> list[str]:
    return [word for word in sorted(NUMBER_WORDS) if number(word) == key]


def _count(row: list[Cell], needles: list[str]) -> int:
    text = fold(" ".join([cell.text for cell in row])).replace(",", "")
    return sum([needle in text for needle in needles])
