"""What would make a claim about a table true: the claim with one of its values exchanged for what another row says."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from math import log
from typing import NamedTuple

from veriscope.domain import CellId, Evidence, Page, Table
from veriscope.programs.frame import Frame
from veriscope.programs.values import read_value
from veriscope.text import load_words
from veriscope.text.places import stands
from veriscope.text.values import match_keys

# Asked of the encoder in one batch; more cost time and tell nothing more.
MOST = 3
_TABLES = 2
# Rows of a table that are looked through.
_READ = 500
_LONGEST = 80
_STOP_WORDS = load_words("stop_words.txt")
_WORD = re.compile(r"[^\W_]+")
_FOOTNOTE = re.compile(r"\s*\[[^\[\]]*\]")
_NUMBER = re.compile(
    r"(?<![\w.,−-])(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\w|[−-]\d|[.,]\d)|"
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b",
    re.IGNORECASE,
)
_Keys = frozenset[str]


class Correction(NamedTuple):
    """The claim with `instead` in the place of `said`.

    `fit` tells how much more of the rest of the claim stands in the row that says so than in those that say what the
    claim says; `is_evident` that the row is among the evidence. Where it is not, the claim cannot come true by it.
    """

    said: str
    instead: str
    text: str
    fit: float
    is_evident: bool

    @property
    def words(self) -> str:
        """What it comes to, for people."""
        return f"Would be true with “{self.instead}” in place of “{self.said}”."


class _Said(NamedTuple):
    """A value of a column at a place of the claim, and the rows that hold it."""

    start: int
    end: int
    column: int
    rows: frozenset[int]


def corrections(
    claim: str, evidence: Sequence[Evidence], pages: Sequence[Page], *, most: int = MOST
) -> list[Correction]:
    """The claim with other values of the tables of its evidence: those of its rows first, the best fitting first.

    None where the claim names no value of such a table.
    """
    cells = [piece.id for piece in evidence if isinstance(piece.id, CellId) and not piece.id.is_header]
    named = list(dict.fromkeys((cell.page, cell.table) for cell in cells))[:_TABLES]
    known = {(page.title, table.index): table for page in pages for table in page.tables()}
    found = [
        one
        for page, index in named
        if (page, index) in known
        for one in _of_table(claim, page, known[page, index], cells)
    ]
    best: dict[str, Correction] = {}
    for one in sorted(found, key=lambda one: (not one.is_evident, -one.fit)):
        best.setdefault(one.text, one)
    return list(best.values())[:most]


def _of_table(claim: str, page: str, table: Table, cells: Sequence[CellId]) -> Iterator[Correction]:
    frame = Frame.of(page, table)
    match = _RestOfClaim(frame, f"{page} {table.caption}")
    evident = _rows_of(frame, cells)
    rows = list(dict.fromkeys([*evident, *range(min(len(frame.rows), _READ))]))
    for said in _said(claim, frame):
        fits = match.fits(f"{claim[: said.start]} {claim[said.end :]}", apart=said.column)
        own = max((fits[row] for row in said.rows), default=0.0)
        written = claim[said.start : said.end]
        for row in rows:
            instead = _FOOTNOTE.sub("", frame.rows[row][said.column].text).strip()
            if row not in said.rows and _is_other(claim, written, instead):
                text = f"{claim[: said.start]}{instead}{claim[said.end :]}"
                yield Correction(written, instead, text, fits[row] - own, row in evident)


def _rows_of(frame: Frame, cells: Sequence[CellId]) -> dict[int, int]:
    """The rows of the evidence with their places there, in its order."""
    places = {cell: place for place, cell in reversed(list(enumerate(cells)))}
    found = {
        number: min(known)
        for number, row in enumerate(frame.rows)
        if (known := [places[name] for cell in row for name in cell.ids if name in places])
    }
    return dict(sorted(found.items(), key=lambda one: one[1]))


class _RestOfClaim:
    """How much of a text stands in each row of a table, its rarer words counting more and those of the title not."""

    def __init__(self, frame: Frame, title: str) -> None:
        self._rows = [[frozenset(match_keys(cell.text)) for cell in row] for row in frame.rows[:_READ]]
        held = Counter(key for row in self._rows for key in frozenset().union(*row))
        left_out = _STOP_WORDS.union(match_keys(title))
        self._weights = {key: log(1 + len(self._rows) / count) for key, count in held.items() if key not in left_out}

    def fits(self, text: str, *, apart: int) -> dict[int, float]:
        """For each row what it holds of the text, in other columns than one."""
        said = [key for key in dict.fromkeys(match_keys(text)) if key in self._weights]
        found: dict[int, float] = defaultdict(float)
        for number, row in enumerate(self._rows):
            for key in said:
                if any(key in cell for column, cell in enumerate(row) if column != apart):
                    found[number] += self._weights[key]
        return found


def _said(claim: str, frame: Frame) -> list[_Said]:
    """The values of columns that stand in the claim; those that are a piece of a longer one are left out."""
    words = _Words(claim)
    found = [one for column in range(len(frame.columns)) for one in _of_column(words, frame, column)]
    return [one for one in found if not any(_holds(other, one) for other in found)]


def _of_column(words: "_Words", frame: Frame, column: int) -> Iterator[_Said]:
    held: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(frame.rows[:_READ]):
        held[row[column].text].append(number)
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for text, rows in held.items():
        for place in words.places(text):
            found[place].update(rows)
    for (start, end), numbers in found.items():
        yield _Said(start, end, column, frozenset(numbers))


class _Words:
    """The words of a claim, and its numbers by value: values are found in it however they are set."""

    def __init__(self, claim: str) -> None:
        self._claim = claim
        self._spans = [match.span() for match in _WORD.finditer(claim)]
        self._words = tuple(claim[start:end].lower() for start, end in self._spans)
        self._known = frozenset(self._words)
        self._numbers: dict[float, list[tuple[int, int]]] = defaultdict(list)
        for match in _NUMBER.finditer(claim):
            value = _value(match[0])
            if value is not None:
                self._numbers[value].append(match.span())

    def places(self, text: str) -> list[tuple[int, int]]:
        """Where a value stands in the claim, from and to: word by word, or as a number of the same value."""
        if len(text) > _LONGEST:
            return []
        wanted = tuple(match[0].lower() for match in _WORD.finditer(text))
        return list(dict.fromkeys([*self._written(wanted, text), *self._valued(text)]))

    def _valued(self, text: str) -> Sequence[tuple[int, int]]:
        value = _value(text) if self._numbers else None
        return () if value is None else self._numbers.get(value, ())

    def _written(self, wanted: tuple[str, ...], text: str) -> Iterator[tuple[int, int]]:
        is_letter = len(wanted) == 1 and len(wanted[0]) == 1 and not wanted[0].isdigit()
        if not wanted or wanted[0] not in self._known or is_letter or _STOP_WORDS.issuperset(wanted):
            return
        for place in range(len(self._words) - len(wanted) + 1):
            if self._words[place : place + len(wanted)] == wanted:
                start, end = self._spans[place][0], self._spans[place + len(wanted) - 1][1]
                # A bracket that the value closes belongs to it.
                is_closed = text.endswith(")") and self._claim.startswith(")", end)
                yield start, end + is_closed


def _holds(one: _Said, other: _Said) -> bool:
    return one.start <= other.start and other.end <= one.end and one.end - one.start > other.end - other.start


def _is_other(claim: str, said: str, instead: str) -> bool:
    """Whether what would be put in is another value, and one that the claim does not have already."""
    if not instead or len(instead) > _LONGEST or (_value(said) is not None and _value(said) == _value(instead)):
        return False
    written, folded = _plain(said), _plain(instead)
    return bool(folded) and not stands(written, folded) and not stands(folded, _plain(claim))


def _plain(text: str) -> str:
    return " ".join(match[0].lower() for match in _WORD.finditer(text))


def _value(text: str) -> float | None:
    amount = read_value(text).amount
    return None if amount is None else amount.value
