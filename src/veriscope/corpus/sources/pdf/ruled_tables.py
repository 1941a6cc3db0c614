"""Tables whose grid is drawn: ruled lines that meet make cells, and missing ones make cells span."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from veriscope.corpus.sources import Span
from veriscope.corpus.sources.pdf.columns import PlacedTable
from veriscope.corpus.sources.pdf.hyphens import Hyphens
from veriscope.corpus.sources.pdf.lines import lines_of
from veriscope.corpus.sources.pdf.sheets import Box, Rule, Word

_NEAR = 3.0
_NARROWEST, _LOWEST = 4.0, 6.0
_MOST_CELLS = 20_000
_MOST_LOOKS = 4_000_000
_LONGEST_CELL = 2_000
_LEAST_FILLED = 0.25


class _Grid(NamedTuple):
    xs: list[float]
    ys: list[float]
    level: list[Rule]
    upright: list[Rule]


def ruled_tables(rules: Sequence[Rule], words: Sequence[Word], hyphens: Hyphens) -> list[PlacedTable]:
    """The tables that rules draw on a sheet."""
    grids = (_grid(group) for group in _groups(rules))
    tables = (_table(grid, words, hyphens) for grid in grids if _is_grid(grid))
    return [table for table in tables if table is not None]


def without_words_in(tables: Iterable[PlacedTable], words: Sequence[Word]) -> list[Word]:
    """The words outside all tables."""
    boxes = [table.box for table in tables]
    return [word for word in words if not any(box.holds(*_center(word)) for box in boxes)]


def _center(word: Word) -> tuple[float, float]:
    return (word.left + word.right) / 2, word.base - 0.25 * word.size


def _groups(rules: Sequence[Rule]) -> list[list[Rule]]:
    """The rules in groups that touch each other."""
    groups: list[tuple[Box, list[Rule]]] = []
    for rule in sorted(rules, key=lambda rule: (rule.top, rule.left)):
        box = Box(rule.left - _NEAR, rule.top - _NEAR, rule.right + _NEAR, rule.bottom + _NEAR)
        members = [rule]
        apart: list[tuple[Box, list[Rule]]] = []
        for other_box, others in groups:
            if _overlap(box, other_box):
                box = Box(*map(min, box[:2], other_box[:2]), *map(max, box[2:], other_box[2:]))
                members = others + members
            else:
                apart.append((other_box, others))
        groups = [*apart, (box, members)]
    return [members for _, members in groups if len(members) >= 4]


def _overlap(one: Box, other: Box) -> bool:
    across = one.left <= other.right and other.left <= one.right
    return across and one.top <= other.bottom and other.top <= one.bottom


def _grid(rules: Sequence[Rule]) -> _Grid:
    level = [rule for rule in rules if rule.is_level]
    upright = [rule for rule in rules if not rule.is_level]
    return _Grid(
        _places((rule.left for rule in upright), _NARROWEST),
        _places((rule.top for rule in level), _LOWEST),
        level,
        upright,
    )


def _places(values: Iterable[float], least: float) -> list[float]:
    """Distinct places; those nearer than any cell is wide or high are one, as both sides of a thick line are."""
    places: list[float] = []
    for value in sorted(values):
        if not places or value - places[-1] > least:
            places.append(value)
    return places


def _is_grid(grid: _Grid) -> bool:
    columns, rows = len(grid.xs) - 1, len(grid.ys) - 1
    rules = len(grid.level) + len(grid.upright)
    return columns >= 2 and 3 <= columns * rows <= min(_MOST_CELLS, _MOST_LOOKS // rules)


def _table(grid: _Grid, words: Sequence[Word], hyphens: Hyphens) -> PlacedTable | None:
    box = Box(grid.xs[0] - 1, grid.ys[0] - 1, grid.xs[-1] + 1, grid.ys[-1] + 1)
    spans = _spans(grid)
    held: dict[tuple[int, int], list[Word]] = {}
    owners = _owners(spans)
    for word in words:
        x, y = _center(word)
        if box.holds(x, y):
            place = _index(grid.ys, y), _index(grid.xs, x)
            held.setdefault(owners.get(place, place), []).append(word)
    filled = len(held)
    texts = {place: hyphens.join_lines([line.text for line in lines_of(inside)]) for place, inside in held.items()}
    written = sum(1 for place in _all(grid) if owners.get(place, place) == place)
    if filled < 3 or filled < _LEAST_FILLED * written or any(len(text) > _LONGEST_CELL for text in texts.values()):
        return None
    columns = len(grid.xs) - 1
    rows = [[texts.get((row, column), "") for column in range(columns)] for row in range(len(grid.ys) - 1)]
    return PlacedTable(box, rows, spans, tuple(grid.xs))


def _all(grid: _Grid) -> Iterable[tuple[int, int]]:
    return ((row, column) for row in range(len(grid.ys) - 1) for column in range(len(grid.xs) - 1))


def _index(places: Sequence[float], value: float) -> int:
    within = sum(1 for place in places[1:-1] if place <= value)
    return min(within, len(places) - 2)


def _owners(spans: dict[tuple[int, int], Span | None]) -> dict[tuple[int, int], tuple[int, int]]:
    """The place of the cell that covers each covered place."""
    return {
        (row + down, column + across): (row, column)
        for (row, column), span in spans.items()
        if span is not None
        for down in range(span.rows)
        for across in range(span.columns)
    }


def _spans(grid: _Grid) -> dict[tuple[int, int], Span | None]:
    """The cells that span several places: they grow right and down until a rule stops them."""
    rows, columns = len(grid.ys) - 1, len(grid.xs) - 1
    walls = {place for place in _all(grid) if _has_wall(grid, *place)}
    floors = {place for place in _all(grid) if _has_floor(grid, *place)}
    spans: dict[tuple[int, int], Span | None] = {}
    for row, column in _all(grid):
        if (row, column) in spans:
            continue
        wide = high = 1
        while column + wide < columns and (row, column + wide - 1) not in walls and (row, column + wide) not in spans:
            wide += 1
        while row + high < rows and not any((row + high - 1, column + step) in floors for step in range(wide)):
            high += 1
        if wide * high > 1:
            covered = [(row + down, column + across) for down in range(high) for across in range(wide)]
            if not any(place in spans for place in covered):
                spans.update(dict.fromkeys(covered))
                spans[row, column] = Span(high, wide)
    return spans


def _has_wall(grid: _Grid, row: int, column: int) -> bool:
    """Whether a rule closes a place on its right."""
    x, y = grid.xs[column + 1], (grid.ys[row] + grid.ys[row + 1]) / 2
    return any(abs(rule.left - x) <= _NEAR and rule.top - 1 <= y <= rule.bottom + 1 for rule in grid.upright)


def _has_floor(grid: _Grid, row: int, column: int) -> bool:
    """Whether a rule closes a place below."""
    x, y = (grid.xs[column] + grid.xs[column + 1]) / 2, grid.ys[row + 1]
    return any(abs(rule.top - y) <= _NEAR and rule.left - 1 <= x <= rule.right + 1 for rule in grid.level)
