"""Makes up claims and questions about cells of a table, so that a ranker of cells can learn from any corpus.

A claim takes some rows and columns, and their cells are its gold. It states most of these values, between words of
real sentences. It rewrites values and shortens names. Half of the claims state one value of another row, as refuted
claims do. A question identifies a row by some of its cells, by text from a linked page, or by its place in an order,
and asks for one cell, its gold.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import NamedTuple

from veriscope.domain import Cell, Page, Table
from veriscope.lab.lessons.cell_claims import CellClaim
from veriscope.lab.lessons.rewordings import count_word, shorten, write_otherwise
from veriscope.text import is_date, is_year, values

_MAX_ALIKE = 9
_ASKING = ("what", "which", "what is the name of", "what is the", "which of the")
_OF_PEOPLE = ("born", "player", "actor", "actress", "politician", "singer", "footballer", "author", "athlete", "driver")
_OF_PLACES = ("city", "town", "country", "located", "village", "county", "state", "province", "island")
_OF_TIMES = ("when", "in what year", "what year", "on what date", "what date")
_OF_AMOUNTS = ("how many", "how much", "what was the", "what is the", "what number")
_ORDERS = ("most", "highest", "largest", "first", "best", "lowest", "last", "least", "fewest", "second", "longest")


@dataclass(frozen=True, slots=True)
class PlainTable:
    """A table with one header row and rows of equal width."""

    page: Page
    path: tuple[str, ...]
    table: Table
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, page: Page, path: tuple[str, ...], table: Table) -> "PlainTable | None":
        """The table if it has that shape and at least three rows below the header, else None."""
        lines: dict[int, list[Cell]] = {}
        for cell in table.cells:
            if cell.row_span > 1 or cell.column_span > 1 or (cell.row == 0 and not cell.is_header):
                return None
            lines.setdefault(cell.row, []).append(cell)
        widths = {len(line) for line in lines.values()}
        if len(lines) < 4 or len(widths) != 1 or widths == {1}:
            return None
        header, *rows = (tuple(line) for line in lines.values())
        return cls(page, path, table, tuple(cell.text for cell in header), tuple(rows))


class Source(NamedTuple):
    """Real sentences, the introduction of a page by its title, and how often claims use a header (log ratio)."""

    sentences: Sequence[str]
    introduction: Callable[[str], Sequence[str]]
    usage: Callable[[str], float]


def make_up_claim(table: PlainTable, source: Source, rng: random.Random) -> CellClaim | None:
    """A claim about some cells of a table; None if the chosen cells give too little text."""
    columns = _choose_columns(table, source, rng)
    rows = _choose_rows(table, columns, rng)
    used = [(row, column) for row in rows for column in columns if table.rows[row][column].text]
    if len(rows) > 1 and len(columns) > 1 and rng.random() < 0.5:
        used = [place for place in used if rng.random() > 0.3] or used
    said = _say(table, used, rng) if used else []
    if len(said) < 2:
        return None
    said += _context(table, rng)
    if rng.random() < 0.4:
        rng.shuffle(said)
    text = _strew(said, _sentence(table, source, rng), rng)
    spanned = with_runs(table, used) if rng.random() < 0.9 else used
    return CellClaim(f"{text}.", table.page, table.table, _gold(table, spanned))


def make_up_question(table: PlainTable, source: Source, rng: random.Random) -> CellClaim | None:
    """A question that one cell of a table answers; None if the cell is empty or there is nothing to say."""
    asked = _asked_column(table, rng)
    row, said = _condition(table, asked, rng)
    answer = table.rows[row][asked]
    known = source.introduction(answer.links[0].target) if answer.links else ()
    hints = _hints(answer, known, rng) if rng.random() < 0.6 else []
    for cell in table.rows[row]:
        if cell is not answer and cell.links and rng.random() < 0.25:
            hints += _hints(cell, source.introduction(cell.links[0].target), rng)
    if not answer.text or not said + hints:
        return None
    pieces = [*said, *hints, *_context(table, rng)]
    rng.shuffle(pieces)
    asking = _asking(table.header[asked], answer, known, rng)
    text = _strew([*asking, *pieces], _sentence(table, source, rng)[: rng.randrange(5)], rng)
    alike = [
        (y, asked)
        for y, line in enumerate(table.rows)
        if y == row or (line[asked].text == answer.text and rng.random() < 0.5)
    ]
    return CellClaim(f"{text} ?", table.page, table.table, _gold(table, alike))


def _condition(table: PlainTable, asked: int, rng: random.Random) -> tuple[int, list[str]]:
    """A row, and the words by which a question identifies it: other cells or its place; at times none."""
    row = rng.randrange(len(table.rows))
    others = [x for x in range(len(table.header)) if x != asked and table.rows[row][x].text]
    named = rng.sample(others, min(len(others), rng.choice((0, 0, 0, 1, 1, 1, 2, 2, 3))))
    said = [write_otherwise(table.rows[row][x].text, rng) for x in named]
    said += [shorten(table.header[x], rng) for x in named if rng.random() < 0.4]
    if rng.random() < 0.15:
        row, order = _extreme(table, rng)
        return row, order + said[:1]
    return row, said


def _asking(header: str, answer: Cell, known: Sequence[str], rng: random.Random) -> list[str]:
    """The words by which a question asks for a cell: a question word, a definition from its page, or the header."""
    first = known[0].lower() if known else ""
    asking = [rng.choice(_ASKING)]
    if rng.random() < 0.5:
        if any(word in first for word in _OF_PEOPLE):
            asking = ["who"]
        elif any(word in first for word in _OF_PLACES):
            asking = [rng.choice(("where", "in which", "which"))]
        elif not known and values(answer.text):
            key = values(answer.text)[0]
            asking = [rng.choice(_OF_TIMES if is_date(key) or is_year(key) else _OF_AMOUNTS)]
    definition = first.partition(" is " if " is " in first else " was ")[2].split()[:12]
    if definition and rng.random() < 0.5:
        start = rng.randrange(len(definition))
        asking.append(" ".join(definition[start : start + 2]))
    if rng.random() < (0.45 if known else 0.6):
        asking.append(shorten(header, rng))
    return asking


def with_runs(table: PlainTable, used: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The cells and their neighbours with equal text, which may have been one spanning cell before."""
    found = dict.fromkeys(used)
    waiting = list(used)
    while waiting:
        y, x = waiting.pop()
        for near_y, near_x in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if not (0 <= near_y < len(table.rows) and 0 <= near_x < len(table.header)) or (near_y, near_x) in found:
                continue
            if table.rows[near_y][near_x].text == table.rows[y][x].text:
                found[near_y, near_x] = None
                waiting.append((near_y, near_x))
    return list(found)


def _gold(table: PlainTable, used: Sequence[tuple[int, int]]) -> frozenset[tuple[int, int]]:
    return frozenset((table.rows[y][x].row, table.rows[y][x].column) for y, x in used)


def _choose_columns(table: PlainTable, source: Source, rng: random.Random) -> list[int]:
    width = len(table.header)
    wanted = min(width, rng.choices((1, 2, 3, 4, 5, 6), (3, 12, 46, 25, 10, 4))[0])
    # The first columns name what a row is about, and claims use them most.
    leads = (2.5, 1.7, *[1.0] * width)
    weights = [lead * exp(source.usage(header)) for lead, header in zip(leads, table.header, strict=False)]
    chosen: list[int] = []
    while len(chosen) < wanted:
        x = rng.choices(range(width), weights)[0]
        if x not in chosen:
            chosen.append(x)
    return sorted(chosen)


def _choose_rows(table: PlainTable, columns: Sequence[int], rng: random.Random) -> list[int]:
    height = len(table.rows)
    wanted = min(height, rng.choices((1, 2, 3, 4, 5, 6, 7), (45, 24, 12, 8, 5, 3, 3))[0])
    start = rng.randrange(height)
    way = rng.random()
    if way < 0.25:
        column = rng.choice(list(columns))
        alike = [y for y, row in enumerate(table.rows) if row[column].text == table.rows[start][column].text]
        if 1 < len(alike) <= _MAX_ALIKE:
            return alike
    if way < 0.75:
        start = rng.choice((0, height - wanted, *[min(start, height - wanted)] * 4))
        return list(range(start, start + wanted))
    if way < 0.8 and wanted > 1:
        return sorted({0, height - 1, *rng.sample(range(height), wanted - 2)})
    return sorted(rng.sample(range(height), wanted))


def _say(table: PlainTable, used: Sequence[tuple[int, int]], rng: random.Random) -> list[str]:
    """The values as the claim writes them; shared values occur once, and some values are left out."""
    columns = sorted({x for _, x in used})
    ways = {x: rng.random() for x in columns}
    lie = rng.choice(list(used)) if rng.random() < 0.5 else None
    missing = rng.choice((0.0, 0.0, 0.1, 0.3))
    said = [shorten(table.header[x], rng) for x in columns if rng.random() < 0.17]
    if len({y for y, _ in used}) > 1 and rng.random() < 0.2:
        said.append(count_word(len({y for y, _ in used}), rng))
    seen: set[tuple[int, str]] = set()
    # A run of rows may be given by its ends, a group by its first row.
    ends = {used[0][0], used[-1][0]} if rng.random() < 0.6 else {used[0][0]}
    are_ends_said = rng.random() < 0.2
    for y, x in used:
        if are_ends_said and y not in ends:
            continue
        value = (rng.choice(table.rows) if (y, x) == lie else table.rows[y])[x].text
        # Some columns are never stated, some only for the first row.
        is_silent = ways[x] < 0.08 or (ways[x] < 0.18 and y != used[0][0]) or rng.random() < missing
        if not value or (x, value) in seen or is_silent:
            continue
        seen.add((x, value))
        said.append(write_otherwise(value, rng))
    return [text for text in said if text]


def _context(table: PlainTable, rng: random.Random) -> list[str]:
    """The title, the heading and the caption, each if the claim repeats it."""
    said = [shorten(table.page.title, rng)] if rng.random() < 0.75 else []
    if table.path and rng.random() < 0.3:
        said.append(shorten(table.path[-1], rng))
    if table.table.caption and rng.random() < 0.4:
        said.append(shorten(table.table.caption, rng))
    return said


def _sentence(table: PlainTable, source: Source, rng: random.Random) -> list[str]:
    own = [sentence.text for sentence in table.page.sentences()] if rng.random() < 0.4 else []
    words = rng.choice(own or source.sentences).split()
    start = rng.randrange(max(1, len(words) - 4))
    return words[start : start + rng.randrange(2, 12)]


def _strew(pieces: Sequence[str], words: Sequence[str], rng: random.Random) -> str:
    """The pieces, in order, inserted at random places between the words."""
    at = sorted(rng.randrange(len(words) + 1) for _ in pieces)
    text: list[str] = []
    for number in range(len(words) + 1):
        text += [piece for piece, place in zip(pieces, at, strict=True) if place == number]
        text += words[number : number + 1]
    return " ".join(text)


def _asked_column(table: PlainTable, rng: random.Random) -> int:
    """A random column: mostly one whose cells link to pages, since questions often need those pages."""
    columns = range(len(table.header))
    linked = [sum(bool(row[x].links) for row in table.rows) / len(table.rows) for x in columns]
    if rng.random() < 0.3:
        return rng.choices(columns, [1.5 - share for share in linked])[0]
    return rng.choices(columns, [0.15 + share for share in linked])[0]


def _hints(cell: Cell, known: Sequence[str], rng: random.Random) -> list[str]:
    """A few words of the page that a cell links to, without words of the cell."""
    if not known:
        return []
    named = set(cell.text.lower().split())
    words = [word for word in rng.choice(list(known)).split() if word.lower() not in named]
    start = rng.randrange(max(1, len(words) - 3))
    return [" ".join(words[start : start + rng.randrange(2, 9)])]


def _extreme(table: PlainTable, rng: random.Random) -> tuple[int, list[str]]:
    """A row near the top or the end, with a word for its rank and a header."""
    column = rng.randrange(len(table.header))
    row = rng.choice((0, 0, 1, 2, len(table.rows) - 1))
    return min(row, len(table.rows) - 1), [rng.choice(_ORDERS), shorten(table.header[column], rng)]
