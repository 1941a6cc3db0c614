"""Tables without a drawn grid: rows of short segments that stand below each other."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from veriscope.corpus.sources import is_value
from veriscope.corpus.sources.pdf.columns import PlacedTable
from veriscope.corpus.sources.pdf.hyphens import Hyphens
from veriscope.corpus.sources.pdf.lines import Line, line_of, rows_of, segments_in
from veriscope.corpus.sources.pdf.sheets import Box, Word

_FEWEST_ROWS = 3
_MOST_COLUMNS = 40
_LONGEST_STRIDE = 3.2  # from row to row, in letter sizes
_WIDEST_MEAN = 60  # characters of a cell
_FITTING = 0.8

_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-z])[.)]|")

Row = list[Line]


class Columns(NamedTuple):
    """Where the columns of a table begin and end."""

    spans: tuple[tuple[float, float], ...]

    def nearest(self, segment: Line) -> int:
        """The column that a segment overlaps most."""
        return max(range(len(self.spans)), key=lambda place: _shared(self.spans[place], segment))


def _shared(span: tuple[float, float], segment: Line) -> float:
    return min(span[1], segment.right) - max(span[0], segment.left)


def aligned_tables(words: Sequence[Word], hyphens: Hyphens) -> list[PlacedTable]:
    """The tables among the words of one column of a sheet."""
    rows = [row for row in (_segments(row) for row in rows_of(words)) if row]
    tables = (_table(run, hyphens) for run in _runs(rows))
    return [table for table in tables if table is not None]


def _segments(row: Sequence[Word]) -> Row:
    """The segments of a row; a justified line, whose gaps are all alike, is one."""
    ordered = sorted(row, key=lambda word: word.left)
    gaps = [after.left - before.right for before, after in pairwise(ordered)]
    if len(gaps) > 3 and max(gaps) - min(gaps) < 0.1 * max(gaps):
        return [line_of(ordered)]
    return list(segments_in(ordered))


def _runs(rows: Sequence[Row]) -> Iterator[list[Row]]:
    """Runs of rows that may be a table: they begin and end with several segments, and lie close."""
    run: list[Row] = []
    for row in rows:
        if run and (row[0].base - run[-1][0].base > _LONGEST_STRIDE * row[0].size or _ends(run, row)):
            yield _trimmed(run)
            run = []
        if run or len(row) > 1:
            run.append(row)
    yield _trimmed(run)


def _ends(run: Sequence[Row], row: Row) -> bool:
    """Whether a row with one segment is prose and no wrapped cell: it runs into the second column."""
    if len(row) > 1:
        return False
    seconds = [each[1].left for each in run if len(each) > 1]
    return row[0].right > min(seconds) and row[0].left < min(seconds)


def _trimmed(run: list[Row]) -> list[Row]:
    while run and len(run[-1]) < 2:
        run = run[:-1]
    return run


def _table(run: Sequence[Row], hyphens: Hyphens) -> PlacedTable | None:
    full = [row for row in run if len(row) > 1]
    if len(full) < _FEWEST_ROWS and not (len(full) == 2 and 2 < len(full[0]) == len(full[1])):
        return None
    columns = _columns(full)
    if not 2 <= len(columns.spans) <= _MOST_COLUMNS or not _fits(full, columns):
        return None
    texts = _texts(run, columns, hyphens)
    if len(columns.spans) == 2 and all(_LIST_NUMBER.fullmatch(row[0]) for row in texts):
        return None
    filled = [text for row in texts for text in row if text]
    if len(texts) < 2 or sum(map(len, filled)) > _WIDEST_MEAN * len(filled):
        return None
    segments = [segment.box for row in run for segment in row]
    box = Box(
        min(each.left for each in segments) - 1,
        min(each.top for each in segments) - 1,
        max(each.right for each in segments) + 1,
        max(each.bottom for each in segments) + 1,
    )
    return PlacedTable(box, texts, {}, tuple(left for left, _ in columns.spans))


def _columns(full: Sequence[Row]) -> Columns:
    """The columns by the rows of the most common width: what overlaps in them is one column."""
    widths = Counter(map(len, full))
    width = max(widths, key=lambda each: (widths[each], each))
    spans = sorted((segment.left, segment.right) for row in full if len(row) == width for segment in row)
    merged = [spans[0]]
    for left, right in spans[1:]:
        if left < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], right)
        else:
            merged.append((left, right))
    return Columns(tuple(merged))


def _fits(full: Sequence[Row], columns: Columns) -> bool:
    """Whether nearly every row has its segments in columns of their own, and columns share an edge."""
    apart = sum(len({columns.nearest(segment) for segment in row}) == len(row) for row in full)
    return apart >= _FITTING * len(full) and all(
        _is_aligned(full, columns, place) for place in range(len(columns.spans))
    )


def _is_aligned(full: Sequence[Row], columns: Columns, place: int) -> bool:
    """Whether most segments of a column share their left edge, their right edge or their middle."""
    inside = [segment for row in full for segment in row if columns.nearest(segment) == place]
    if len(inside) < 2:
        return True
    edges = ([s.left for s in inside], [s.right for s in inside], [(s.left + s.right) / 2 for s in inside])
    return any(_largest_cluster(values) >= 0.6 * len(inside) for values in edges)


def _largest_cluster(values: Sequence[float]) -> int:
    ordered = sorted(values)
    best = count = 1
    for before, value in pairwise(ordered):
        count = count + 1 if value - before <= 2.0 else 1
        best = max(best, count)
    return best


def _texts(run: Sequence[Row], columns: Columns, hyphens: Hyphens) -> list[list[str]]:
    """The cells of each row; a row that only continues wrapped cells belongs to the one above."""
    lines: list[list[list[str]]] = []
    for row in run:
        cells: list[list[str]] = [[] for _ in columns.spans]
        for segment in row:
            cells[columns.nearest(segment)].append(segment.text)
        if lines and _continues(cells):
            for place, texts in enumerate(cells):
                lines[-1][place] += texts
        else:
            lines.append(cells)
    return [[hyphens.join_lines(texts) for texts in row] for row in lines]


def _continues(cells: Sequence[Sequence[str]]) -> bool:
    filled = [text for texts in cells for text in texts]
    if cells[0]:
        return False
    return 2 * len(filled) <= len(cells) and not any(is_value(text) for text in filled)
