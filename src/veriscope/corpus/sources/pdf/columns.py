"""The order in which the parts of a sheet are read: columns from left to right, between what runs across them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

from veriscope.corpus.sources import Span
from veriscope.corpus.sources.pdf.lines import Line, rows_of, segments_of
from veriscope.corpus.sources.pdf.sheets import Box, Word

_NARROWEST_GUTTER = 7.0
# A column has several lines; within a column, justified lines may share a wide gap by chance.
_FEWEST_LINES, _FEWEST_WITHIN = 4, 6
_CANDIDATES = 6
_CANDIDATES_WITHIN = 2
_LEAST_INK = 0.5
_DEEPEST = 8
_SAME_EDGE = 4.0
_MOST_SEGMENTS = 4_000


class PlacedTable(NamedTuple):
    """A table with its place on the sheet, its texts, the cells that span others, and the left edges of its columns."""

    box: Box
    rows: list[list[str]]
    spans: Mapping[tuple[int, int], Span | None]
    edges: tuple[float, ...]

    def append_table(self, other: "PlacedTable") -> "PlacedTable | None":
        """Both as one table, if they have the same columns; a repeated header row is left out."""
        if len(self.edges) != len(other.edges):
            return None
        shifts = [ours - theirs for ours, theirs in zip(self.edges, other.edges, strict=True)]
        if max(shifts) - min(shifts) > _SAME_EDGE:
            return None
        is_headed = other.rows[0] == self.rows[0]
        down = len(self.rows) - is_headed
        spans = {(row + down, column): span for (row, column), span in other.spans.items() if row >= is_headed}
        return self._replace(rows=[*self.rows, *other.rows[is_headed:]], spans={**self.spans, **spans})


Piece = Line | PlacedTable


class Region(NamedTuple):
    """Pieces that are read as one column, from the top."""

    pieces: tuple[Piece, ...]

    def words(self) -> list[Word]:
        """Its words."""
        return [word for piece in self.pieces if isinstance(piece, Line) for word in piece.words]

    def tables(self) -> list[PlacedTable]:
        """Its tables."""
        return [piece for piece in self.pieces if isinstance(piece, PlacedTable)]


def regions_of(words: Sequence[Word], tables: Sequence[PlacedTable]) -> list[Region]:
    """The regions of a sheet in reading order."""
    pieces: list[Piece] = [*segments_of(words), *tables]
    pieces.sort(key=lambda piece: (piece.box.top, piece.box.left))
    return list(_divided(pieces, depth=0))


def _divided(pieces: list[Piece], *, depth: int) -> Iterator[Region]:
    if depth < _DEEPEST and len(pieces) <= _MOST_SEGMENTS:
        for gutter in _gutters(pieces):
            parts = _parts(pieces, gutter, fewest=_FEWEST_WITHIN if depth else _FEWEST_LINES)
            if len(parts) > 1:
                for part in parts:
                    yield from _divided(part, depth=depth + 1)
                return
    if pieces:
        yield Region(tuple(pieces))


def _gutters(pieces: Sequence[Piece]) -> list[float]:
    """Where a gutter may run: the places that most gaps between neighbours share."""
    gaps = [gap for gap in _gaps(pieces) if gap[1] - gap[0] >= _NARROWEST_GUTTER]
    found: list[float] = []
    while len(gaps) >= _FEWEST_LINES and len(found) < _CANDIDATES:
        place = _most_shared(gaps)
        found.append(place)
        gaps = [gap for gap in gaps if not gap[0] <= place <= gap[1]]
    return found


def _most_shared(gaps: Sequence[tuple[float, float]]) -> float:
    """The middle of the stretch that lies in the most gaps."""
    events = sorted([(gap[0], 0) for gap in gaps] + [(gap[1], 1) for gap in gaps])
    best, place, count = 0, gaps[0][0], 0
    for index, (x, kind) in enumerate(events):
        count += 1 if kind == 0 else -1
        if count > best:
            best, place = count, (x + events[index + 1][0]) / 2
    return place


def _gaps(pieces: Sequence[Piece]) -> Iterator[tuple[float, float]]:
    """The gap to the right of each segment, up to the nearest piece that stands beside it."""
    for index, piece in enumerate(pieces):
        rights: list[float] = []
        for step in (-1, 1):
            other = index + step
            while 0 <= other < len(pieces) and abs(pieces[other].box.top - piece.box.top) <= 40:
                box = pieces[other].box
                if box.left >= piece.box.right and min(box.bottom, piece.box.bottom) - max(box.top, piece.box.top) > 2:
                    rights.append(box.left)
                other += step
        if rights:
            yield piece.box.right, min(rights)


def _parts(pieces: Sequence[Piece], gutter: float, *, fewest: int) -> list[list[Piece]]:
    """The pieces in reading order if the gutter divides columns: what crosses it, left columns, right columns."""
    bands = [list(band) for _, band in groupby(_with_bands(pieces, gutter), key=lambda pair: pair[0])]
    is_columns = [_holds_columns([piece for _, piece in band], gutter, fewest=fewest) for band in bands]
    if not any(is_columns):
        return []
    parts: list[list[Piece]] = []
    is_open = False
    for band in bands:
        inside = [piece for _, piece in band]
        if _holds_columns(inside, gutter, fewest=1):
            parts.append([piece for piece in inside if piece.box.right <= gutter])
            parts.append([piece for piece in inside if piece.box.right > gutter])
            is_open = False
        elif is_open:
            parts[-1] += inside
        else:
            parts.append(inside)
            is_open = True
    return parts


def _with_bands(pieces: Sequence[Piece], gutter: float) -> Iterator[tuple[int, Piece]]:
    """Each piece with the number of its band; a band ends where a piece crosses the gutter, or ceases to."""
    crossing = sorted((piece for piece in pieces if _crosses(piece, gutter)), key=lambda piece: piece.box.top)
    beside = sorted((piece for piece in pieces if not _crosses(piece, gutter)), key=lambda piece: _middle(piece.box))
    number = place = 0
    for piece in crossing:
        start = place
        while place < len(beside) and _middle(beside[place].box) < piece.box.top + 0.5 * _line_height(piece):
            yield number + 1, beside[place]
            place += 1
        number += 2 if place > start else 0
        yield number, piece
    for piece in beside[place:]:
        yield number + 1, piece


def _middle(box: Box) -> float:
    return (box.top + box.bottom) / 2


def _line_height(piece: Piece) -> float:
    return piece.size if isinstance(piece, Line) else 0.0


def _crosses(piece: Piece, gutter: float) -> bool:
    return piece.box.left < gutter < piece.box.right


def _holds_columns(pieces: Sequence[Piece], gutter: float, *, fewest: int) -> bool:
    """Whether there is prose on both sides: lines of several words that fill their column, unlike cells of a table."""
    if any(_crosses(piece, gutter) for piece in pieces):
        return False
    left = [piece for piece in pieces if piece.box.right <= gutter]
    right = [piece for piece in pieces if piece.box.right > gutter]
    return _is_column(left, fewest) and _is_column(right, fewest)


def _is_column(pieces: Sequence[Piece], fewest: int) -> bool:
    rows = rows_of(word for piece in pieces if isinstance(piece, Line) for word in piece.words)
    if len(rows) < fewest:
        return fewest == 1 and bool(pieces)
    words = [word for row in rows for word in row]
    width = max(1.0, max(word.right for word in words) - min(word.left for word in words))
    inked = median(sum(word.right - word.left for word in row) / width for row in rows)
    if inked < _LEAST_INK:  # this side may itself be columns
        return any(_parts(pieces, gutter, fewest=_FEWEST_WITHIN) for gutter in _gutters(pieces)[:_CANDIDATES_WITHIN])
    return median(map(len, rows)) >= 3
