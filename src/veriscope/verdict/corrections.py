"""Corrections of a claim about a table: the claim with one of its values replaced by that of another row."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from importlib.resources import files
from math import log
from typing import NamedTuple

from veriscope.domain import CellId, Evidence, Page, Table
from veriscope.tables import Frame, read_value
from veriscope.text import DIGITS, load_alternatives, load_words, match_keys, stands

# The encoder judges them in one batch; more take longer without adding information.
MOST_CORRECTIONS = 3
_TABLES = 2
# How many rows of a table are searched.
_READ = 500
_LONGEST = 80
_STOP_WORDS = load_words("stop_words.txt")
WORDS = load_alternatives(files("veriscope.verdict") / "data" / "corrections" / "words.toml", "claim")
_WORD = re.compile(r"[^\W_]+")
_FOOTNOTE = re.compile(r"\s*\[[^\[\]]*\]")
_NUMBER = re.compile(rf"(?<![\w.,−-]){DIGITS}(?!\w|[−-]\d|[.,]\d)|\b(?:{WORDS['number']})\b", re.IGNORECASE)
_Keys = frozenset[str]


class Correction(NamedTuple):
    """The claim with `instead` in the place of `said`.

    `fit` is how much more of the rest of the claim is in the row of `instead` than in the rows of `said`; `is_evident`
    whether the row of `instead` is among the evidence. If it is not, the correction cannot make the claim true.
    """

    said: str
    instead: str
    text: str
    fit: float
    is_evident: bool

    @property
    def words(self) -> str:
        """The correction in a sentence for users."""
        return f"Would be true with “{self.instead}” in place of “{self.said}”."


class _ClaimValue(NamedTuple):
    """A value of a column at a place of the claim, and the rows that hold it."""

    start: int
    end: int
    column: int
    rows: frozenset[int]


def corrections(
    claim: str, evidence: Sequence[Evidence], pages: Sequence[Page], *, most: int = MOST_CORRECTIONS
) -> list[Correction]:
    """Corrections with values from the evidence's tables; rows among the evidence come first, then the best fit.

    None if the claim names no value of such a table.
    """
    cells = [piece.id for piece in evidence if isinstance(piece.id, CellId) and not piece.id.is_header]
    named = list(dict.fromkeys((cell.page, cell.table) for cell in cells))[:_TABLES]
    known = {(page.title, table.index): table for page in pages for table in page.tables()}
    found = [
        one
        for page, index in named
        if (page, index) in known
        for one in _corrections_from_table(claim, page, known[page, index], cells)
    ]
    best: dict[str, Correction] = {}
    for one in sorted(found, key=lambda one: (not one.is_evident, -one.fit)):
        best.setdefault(one.text, one)
    return list(best.values())[:most]


def _corrections_from_table(claim: str, page: str, table: Table, cells: Sequence[CellId]) -> Iterator[Correction]:
    frame = Frame.of(page, table)
    match = _RestOfClaim(frame, f"{page} {table.caption}")
    evident = _rows_of(frame, cells)
    rows = list(dict.fromkeys([*evident, *range(min(len(frame.rows), _READ))]))
    for said in _claim_values(claim, frame):
        fits = match.fits(f"{claim[: said.start]} {claim[said.end :]}", apart=said.column)
        own = max((fits[row] for row in said.rows), default=0.0)
        written = claim[said.start : said.end]
        for row in rows:
            instead = _FOOTNOTE.sub("", frame.rows[row][said.column].text).strip()
            if row not in said.rows and _is_new_value(claim, written, instead):
                text = f"{claim[: said.start]}{instead}{claim[said.end :]}"
                yield Correction(written, instead, text, fits[row] - own, row in evident)


def _rows_of(frame: Frame, cells: Sequence[CellId]) -> dict[int, int]:
    """The rows of the evidence with their places in it, in that order."""
    places = {cell: place for place, cell in reversed(list(enumerate(cells)))}
    found = {
        number: min(known)
        for number, row in enumerate(frame.rows)
        if (known := [places[name] for cell in row for name in cell.ids if name in places])
    }
    return dict(sorted(found.items(), key=lambda one: one[1]))


class _RestOfClaim:
    """How much of a text is in each row of a table; rarer words count more, those of the title not at all."""

    def __init__(self, frame: Frame, title: str) -> None:
        self._rows = [[frozenset(match_keys(cell.text)) for cell in row] for row in frame.rows[:_READ]]
        held = Counter(key for row in self._rows for key in frozenset().union(*row))
        left_out = _STOP_WORDS.union(match_keys(title))
        self._weights = {key: log(1 + len(self._rows) / count) for key, count in held.items() if key not in left_out}

    def fits(self, text: str, *, apart: int) -> dict[int, float]:
        """For each row, how much of the text it holds, ignoring column `apart`."""
        said = [key for key in dict.fromkeys(match_keys(text)) if key in self._weights]
        found: dict[int, float] = defaultdict(float)
        for number, row in enumerate(self._rows):
            for key in said:
                if any(key in cell for column, cell in enumerate(row) if column != apart):
                    found[number] += self._weights[key]
        return found


def _claim_values(claim: str, frame: Frame) -> list[_ClaimValue]:
    """The values of columns that occur in the claim; a value inside a longer one is left out."""
    words = _ClaimWords(claim)
    found = [one for column in range(len(frame.columns)) for one in _values_of_column(words, frame, column)]
    return [one for one in found if not any(_contains(other, one) for other in found)]


def _values_of_column(words: "_ClaimWords", frame: Frame, column: int) -> Iterator[_ClaimValue]:
    held: dict[str, list[int]] = defaultdict(list)
    for number, row in enumerate(frame.rows[:_READ]):
        held[row[column].text].append(number)
    found: dict[tuple[int, int], set[int]] = defaultdict(set)
    for text, rows in held.items():
        for place in words.places(text):
            found[place].update(rows)
    for (start, end), numbers in found.items():
        yield _ClaimValue(start, end, column, frozenset(numbers))


class _ClaimWords:
    """The words of a claim, and its numbers by value, so that values are found however they are written."""

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
        """Where a value occurs in the claim (start, end): word by word, or as a number of the same value."""
        if len(text) > _LONGEST:
            return []
        wanted = tuple(match[0].lower() for match in _WORD.finditer(text))
        return list(dict.fromkeys([*self._word_places(wanted, text), *self._number_places(text)]))

    def _number_places(self, text: str) -> Sequence[tuple[int, int]]:
        value = _value(text) if self._numbers else None
        return () if value is None else self._numbers.get(value, ())

    def _word_places(self, wanted: tuple[str, ...], text: str) -> Iterator[tuple[int, int]]:
        is_letter = len(wanted) == 1 and len(wanted[0]) == 1 and not wanted[0].isdigit()
        if not wanted or wanted[0] not in self._known or is_letter or _STOP_WORDS.issuperset(wanted):
            return
        for place in range(len(self._words) - len(wanted) + 1):
            if self._words[place : place + len(wanted)] == wanted:
                start, end = self._spans[place][0], self._spans[place + len(wanted) - 1][1]
                # A closing bracket at the end of the value belongs to it.
                is_closed = text.endswith(")") and self._claim.startswith(")", end)
                yield start, end + is_closed


def _contains(one: _ClaimValue, other: _ClaimValue) -> bool:
    return one.start <= other.start and other.end <= one.end and one.end - one.start > other.end - other.start


def _is_new_value(claim: str, said: str, instead: str) -> bool:
    """Whether the replacement is a different value that the claim does not already contain."""
    if not instead or len(instead) > _LONGEST or (_value(said) is not None and _value(said) == _value(instead)):
        return False
    written, folded = _plain(said), _plain(instead)
    return bool(folded) and not stands(written, folded) and not stands(folded, _plain(claim))


def _plain(text: str) -> str:
    return " ".join(match[0].lower() for match in _WORD.finditer(text))


def _value(text: str) -> float | None:
    amount = read_value(text).amount
    return None if amount is None else amount.value
