"""Evidence as a cross-encoder reads it: one line per sentence or table row, with each page named once."""

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from veriscope.domain import CellId, Evidence

_PAGES_APART = " || "
_CELLS_APART = " ; "
# More letters than any encoder here reads.
_LONG = 2_000

_Group = tuple[object, ...]


class Line(NamedTuple):
    """The text of one sentence or table row, and the title of its page; the title may be empty.

    `date` is the ISO date of its document, if that is known.
    """

    title: str
    text: str
    date: str = ""

    def alone(self) -> str:
        """The text of the line if it is the only evidence."""
        return f"{self.title} : {self.text}" if self.title else self.text


class EvidenceLine(NamedTuple):
    """A line, and the places in the evidence of the pieces that form it."""

    line: Line
    pieces: tuple[int, ...]


def evidence_lines(evidence: Sequence[Evidence]) -> list[EvidenceLine]:
    """The lines of ranked evidence, in the order of each line's best piece; cells of a row share a line.

    A header says nothing alone. It joins the first line that has a cell under it, after the other pieces of that line.
    """
    named = _named_groups(evidence)
    groups: dict[_Group, list[int]] = {}
    heads: dict[_Group, list[int]] = {}
    for place, piece in enumerate(evidence):
        over = named.get(_heading(piece))
        if over is None:
            groups.setdefault(_group(piece, place), []).append(place)
        else:
            heads.setdefault(over, []).append(place)
    return [
        EvidenceLine(_line([evidence[place] for place in places]), (*places, *heads.get(group, ())))
        for group, places in groups.items()
    ]


def join_lines(lines: Iterable[Line]) -> str:
    """Several lines as one text, in order, but with the lines of a page together behind its title."""
    by_page: dict[str, list[str]] = {}
    for line in lines:
        by_page.setdefault(line.title, []).append(line.text)
    return _PAGES_APART.join(Line(title, " ".join(texts)).alone() for title, texts in by_page.items())


def row_text(cells: Iterable[tuple[Sequence[str], str]]) -> str:
    """The cells of a row, each with the headers that name it: "Country is Norway ; Gold is 16"."""
    return _CELLS_APART.join(f"{' '.join(headers)} is {value}" if headers else value for headers, value in cells)


def _named_groups(evidence: Sequence[Evidence]) -> dict[tuple[object, ...], _Group]:
    """For each header of each table, the first line with a cell under it."""
    found: dict[tuple[object, ...], _Group] = {}
    for place, piece in enumerate(evidence):
        if isinstance(piece.id, CellId) and not piece.id.is_header:
            for name in piece.context[1:]:
                found.setdefault((piece.id.page, piece.id.table, name), _group(piece, place))
    return found


def _heading(piece: Evidence) -> tuple[object, ...]:
    """A key for what a header names, with its table; empty for other pieces."""
    if isinstance(piece.id, CellId) and piece.id.is_header:
        return piece.id.page, piece.id.table, piece.text
    return ()


def _group(piece: Evidence, place: int) -> _Group:
    if isinstance(piece.id, CellId) and not piece.id.is_header:
        return piece.id.page, piece.id.table, piece.id.row
    return (place,)


def _line(pieces: Sequence[Evidence]) -> Line:
    first = pieces[0]
    title, sections = first.context[0] if first.context else "", first.context[1:]
    if not isinstance(first.id, CellId):
        said = _once(first.text)
        return Line(title, _CELLS_APART.join((*sections, said)) if sections else said, first.date)
    in_order = sorted(pieces, key=lambda piece: piece.id.column if isinstance(piece.id, CellId) else 0)
    # The common start of all contexts is the sections; the rest are the headers of each cell.
    shared = _shared_start([piece.context for piece in in_order]) if len(in_order) > 1 else (title,)
    cells = [(piece.context[len(shared) :], piece.text) for piece in in_order]
    once = [next(same) for _, same in groupby(cells)]
    return Line(title, _CELLS_APART.join((*shared[1:], row_text(once))), first.date)


def _once(text: str) -> str:
    """A text; if it is too long to be read whole, without repeated sentences, since repetition adds nothing."""
    return text if len(text) <= _LONG else " ".join(dict.fromkeys(re.split(r"(?<=[.!?])\s+", text.strip())))


def _shared_start(contexts: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    first = contexts[0]
    same = (all(other[place : place + 1] == (part,) for other in contexts) for place, part in enumerate(first))
    return first[: next((place for place, is_same in enumerate(same) if not is_same), len(first))]
