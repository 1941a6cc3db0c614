"""Candidates about the cells of one table: facts, two facts, comparisons, differences, extremes and counts."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from veriscope.domain import Cell, EvidenceId
from veriscope.pipeline.mixed_benchmark_candidates import (
    DISAMBIGUATION,
    NUMERICAL,
    OTHER,
    Candidate,
    Undecided,
    table_part,
    written,
)
from veriscope.pipeline.mixed_benchmark_clauses import holds, plain_title, tidy
from veriscope.pipeline.mixed_benchmark_facts import KeyedTable, amounts, are_years, compared, extremes, is_speakable
from veriscope.pipeline.mixed_benchmark_sameness import excludes, is_vague, may_be_one_column, says
from veriscope.pipeline.other_writings import NUMBER_WORDS

Forms = Mapping[str, Any]
# What a column is called and says in other tables whose rows are named alike, by what their rows are.
Foreign = Mapping[str, list[tuple[str, str]]]
_EXTREME = re.compile(r"\b(?:most|least|best|worst|first|last|latest|[a-z]{3,}est|record|lead(?:s|ing|er)?|top)\b")
_NUMBER_WORD = re.compile(rf"\d|\b(?:twice|thrice|{'|'.join(NUMBER_WORDS[1:])})\b")
_MOST_VALUES = 60
_SEVERAL_TARGETS = re.compile(r"\d| (?:at|in|of|by|from) ")


def place(table: KeyedTable, draw: random.Random, *, section: bool = False) -> str:
    """What the table belongs to, as a sentence says it: the page, at times or on demand with the section."""
    title = plain_title(table.page.title)
    said = f"the {title[0].lower()}{title[1:]}" if title.startswith("List of ") else title
    is_named = table.plain.path and (draw.random() < 0.4 or section)
    return f"{said} ({table.plain.path[-1]})" if is_named else said


def whole_place(table: KeyedTable, draw: random.Random) -> str | None:
    """What a claim about all the rows belongs to; None where another table of the page could be meant."""
    if table.is_alone:
        return place(table, draw)
    return place(table, draw, section=True) if table.is_told_by_section else None


def slots(table: KeyedTable, row: int, column: int, said: str) -> dict[str, str]:
    """What the forms about one cell are filled with."""
    return {"P": said, "K": table.name(row), "H": table.header(column), "V": table.value(row, column)}


def rows_of(table: KeyedTable) -> str:
    """Which forms the table takes."""
    return "time" if table.is_by_time else "row"


def draw_fact(table: KeyedTable, draw: random.Random, *, linked: bool = False) -> tuple[int, int, str] | None:
    """A row, a column and another value of it; with `linked`, of a cell that leads to a page."""
    row, column = draw.randrange(len(table.plain.rows)), draw.choice(table.columns)
    value = table.value(row, column)
    if not is_speakable(value) or is_vague(value) or value == table.name(row):
        return None
    if linked and not is_a_link(table.cell(row, column)):
        return None
    other = table.other(row, column, draw)
    return (row, column, other) if other else None


def is_a_link(cell: Cell) -> bool:
    """Whether a cell is the name of one page, whole or shorter, and names nothing else."""
    if len(cell.links) != 1 or any(mark in cell.text for mark in ",/&\n;") or cell.text.strip().isdigit():
        return False
    title, text = plain_title(cell.links[0].target), plain_title(tidy(cell.text))
    if title.lower() == text.lower():
        return True
    is_shorter = f" {text.lower()} " in f" {title.lower()} "
    return is_shorter and _SEVERAL_TARGETS.search(title) is None and any(map(str.isalpha, text))


def one_cell(table: KeyedTable, forms: Forms, foreign: Foreign, draw: random.Random) -> Candidate | None:
    """A fact of one cell, falsified by a value of another row."""
    fact = draw_fact(table, draw)
    if fact is None:
        return None
    row, column, other = fact
    form = draw.choice(forms["cell"][rows_of(table)])
    filled = slots(table, row, column, place(table, draw))
    ids = table.told_by(row, column)
    return Candidate(
        "one cell",
        _challenge(table),
        written(form.format(**filled)),
        written(form.format(**filled | {"V": other})),
        (table_part(table.page, table.plain.table, ids),),
        (filled["K"], filled["V"]),
        _unspoken(table, row, lambda header, value: form.format(**filled | {"H": header, "V": value}), foreign, draw),
    )


def _unspoken(
    table: KeyedTable,
    row: int,
    say: Callable[[str, str], str],
    foreign: Foreign,
    draw: random.Random,
    *,
    held: tuple[int, ...] = (),
) -> Undecided | None:
    """The claim with a header and a value that the page does not have; another cell of the row comes nearest.

    `held` are the columns of what the claim says besides.
    """
    known = foreign.get(table.plain.header[table.key].lower(), [])
    headers = [cell.text for found in table.page.tables() for cell in found.cells if cell.is_header]
    for header, value in draw.sample(known, min(len(known), 30)):
        is_new = not any(may_be_one_column(header, own) for own in headers) and not says(table.page, value)
        if is_new and not is_vague(value):
            near = draw.choice([column for column in table.columns if column not in held])
            return Undecided(written(say(header, value)), table.told_by(row, *held, near))
    return None


def two_cells(table: KeyedTable, forms: Forms, foreign: Foreign, draw: random.Random) -> Candidate | None:
    """Two facts of a row, one of them falsified."""
    fact = draw_fact(table, draw)
    rest = [column for column in table.columns if fact and column != fact[1]]
    if fact is None or not rest:
        return None
    row, column, other = fact
    second = draw.choice(rest)
    if not is_speakable(table.value(row, second)):
        return None
    one, two = (column, second) if draw.random() < 0.5 else (second, column)
    filled = slots(table, row, one, place(table, draw)) | {"H2": table.header(two), "V2": table.value(row, two)}
    wrong = {"V" if one == column else "V2": other}
    form = draw.choice(forms["two_cells"][rows_of(table)])
    ids = table.told_by(row, one, two)
    return Candidate(
        "two cells",
        _challenge(table),
        written(form.format(**filled)),
        written(form.format(**filled | wrong)),
        (table_part(table.page, table.plain.table, ids),),
        (filled["K"], filled["V"], filled["V2"]),
        _unspoken(
            table,
            row,
            lambda header, value: form.format(**filled | {"H2": header, "V2": value}),
            foreign,
            draw,
            held=(one,),
        ),
    )


def comparison(table: KeyedTable, forms: Forms, draw: random.Random) -> Candidate | None:
    """Which of two rows has more, or by how much."""
    found = compared(table, draw)
    if found is None:
        return None
    low, high, column = found
    if table.is_named_again(low) or table.is_named_again(high):
        return None
    filled = {"P": place(table, draw), "H": table.header(column)}
    names = {"K": table.name(high), "K2": table.name(low)}
    swapped = {"K": names["K2"], "K2": names["K"]}
    ids = (*table.told_by(high, column), *table.told_by(low, column))
    part = table_part(table.page, table.plain.table, ids)
    way = draw.choice(("higher", "lower", "difference"))
    if way == "difference":
        return _difference(table, (low, high, column), filled | names, forms, draw)
    right, wrong = (names, swapped) if way == "higher" else (swapped, names)
    form = draw.choice(forms["comparison"][_said(way, table, column)])
    return Candidate(
        "comparison",
        NUMERICAL,
        written(form.format(**filled, **right)),
        written(form.format(**filled, **wrong)),
        (part,),
        tuple(names.values()),
    )


def _said(way: str, table: KeyedTable, column: int) -> str:
    """The forms of a way to compare: years are later and earlier, not higher and lower."""
    return f"{way}_years" if are_years(table, column) else way


def _difference(
    table: KeyedTable, places: tuple[int, int, int], filled: dict[str, str], forms: Forms, draw: random.Random
) -> Candidate | None:
    low, high, column = places
    amount = round((table.amount(high, column) or 0) - (table.amount(low, column) or 0), 6)
    if amount != int(amount):
        return None
    near = [number for number in _near(int(amount), draw) if number != amount]
    form = draw.choice(forms["difference"][_said("amounts", table, column)])
    ids = (*table.told_by(high, column), *table.told_by(low, column))
    return Candidate(
        "difference",
        NUMERICAL,
        written(form.format(**filled, N=f"{int(amount):,}")),
        written(form.format(**filled, N=f"{draw.choice(near):,}")),
        (table_part(table.page, table.plain.table, ids),),
        (filled["K"], filled["K2"]),
    )


def _near(amount: int, draw: random.Random) -> list[int]:
    spread = max(2, amount // 4)
    return [amount + draw.randint(1, spread), max(1, amount - draw.randint(1, spread)), amount + 1]


def superlative(table: KeyedTable, forms: Forms, draw: random.Random) -> Candidate | None:
    """The row that is highest or lowest in a column; false of another row. A tie at the top is no superlative."""
    columns, said = amounts(table), whole_place(table, draw)
    if not columns or said is None:
        return None
    column, way = draw.choice(columns), draw.choice(("highest", "lowest"))
    ordered = extremes(table, column, highest=way == "highest")
    is_tie = table.amount(ordered[0], column) == table.amount(ordered[1], column)
    # A sentence that calls the row the most of something may tell it without the table.
    if is_tie or _is_told_in_words(table, table.name(ordered[0]), _EXTREME):
        return None
    # Mostly a row near the top, where the mistake is easily made.
    other = draw.choice(ordered[1:4] if draw.random() < 0.7 else ordered[1:])
    form = draw.choice(forms["superlative"][_said(way, table, column)])
    filled = {"P": said, "H": table.header(column)}
    # Only all the rows together tell that one is the highest.
    ids = tuple(one for row in range(len(ordered)) for one in table.told_by(row, column))
    return Candidate(
        "superlative",
        NUMERICAL,
        written(form.format(**filled, K=table.name(ordered[0]))),
        written(form.format(**filled, K=table.name(other))),
        (table_part(table.page, table.plain.table, ids),),
        (table.name(ordered[0]), filled["H"]),
    )


def count(table: KeyedTable, forms: Forms, draw: random.Random) -> Candidate | None:
    """How many rows say the same in a column; no other row says it in other words, or says it among others."""
    column, where = draw.choice(table.columns), whole_place(table, draw)
    said = Counter(table.value(row, column) for row in range(len(table.plain.rows)))
    repeated = sorted(text for text, number in said.items() if 1 < number < len(NUMBER_WORDS) and is_speakable(text))
    if where is None or len(said) > _MOST_VALUES or len({said[text] for text in repeated}) < 2:
        return None
    value = draw.choice(repeated)
    number = said[value]
    is_clear = all(not other or other == value or excludes(other, value) for other in said)
    if not is_clear or _is_told_in_words(table, value, _NUMBER_WORD):
        return None
    # How often another value is there, so that a number tells nothing of its truth.
    wrong = draw.choice([said[text] for text in repeated if said[text] != number])
    form = draw.choice(forms["count"]["forms"])
    filled = {"P": where, "H": table.header(column), "V": value}
    rows = range(len(table.plain.rows))
    ids: tuple[EvidenceId, ...] = tuple(table.told_by(y, column)[-1] for y in rows if table.value(y, column) == value)
    return Candidate(
        "count",
        NUMERICAL,
        written(form.format(**filled, N=NUMBER_WORDS[number])),
        written(form.format(**filled, N=NUMBER_WORDS[wrong])),
        (table_part(table.page, table.plain.table, ids),),
        (value, filled["H"]),
    )


def _is_told_in_words(table: KeyedTable, name: str, words: re.Pattern[str]) -> bool:
    """Whether a sentence of the page names something together with one of the words."""
    texts = [sentence.text.lower() for sentence in table.page.sentences()]
    return any(holds(text, name.lower()) and words.search(text) for text in texts)


def _challenge(table: KeyedTable) -> str:
    return DISAMBIGUATION if table.page.title != plain_title(table.page.title) else OTHER
