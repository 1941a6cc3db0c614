"""Makes candidates about the cells of one table: one or two facts, comparisons, differences, extremes and counts."""

import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

from veriscope.domain import Cell, EvidenceId
from veriscope.lab.lessons.mixed_candidates import (
    DISAMBIGUATION,
    NUMERICAL,
    OTHER,
    ClaimCandidate,
    UndecidedWording,
    as_sentence,
    table_part,
)
from veriscope.lab.lessons.mixed_clauses import holds, plain_title, tidy
from veriscope.lab.lessons.mixed_facts import KeyedTable, amounts, are_years, extremes, is_speakable, rows_to_compare
from veriscope.lab.lessons.mixed_sameness import excludes, is_vague, may_be_one_column, says
from veriscope.lab.lessons.rewordings import NUMBER_WORDS
from veriscope.text import load_alternatives

Forms = Mapping[str, Any]
# Headers and values of other tables, by the lower-case header of the column that names their rows.
Foreign = Mapping[str, list[tuple[str, str]]]
_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "mixed_table_claims")
_EXTREME = re.compile(rf"\b(?:{_WORDS['extreme']}|[a-z]{{3,}}est)\b")
_NUMBER_WORD = re.compile(rf"\d|\b(?:twice|thrice|{'|'.join(NUMBER_WORDS[1:])})\b")
_MOST_VALUES = 60
_SEVERAL_TARGETS = re.compile(rf"\d| (?:{_WORDS['several_targets']}) ")


def place(table: KeyedTable, draw: random.Random, *, section: bool = False) -> str:
    """The page of the table, as a sentence names it; at times, or always with `section`, followed by the section."""
    title = plain_title(table.page.title)
    said = f"the {title[0].lower()}{title[1:]}" if title.startswith("List of ") else title
    is_named = table.plain.path and (draw.random() < 0.4 or section)
    return f"{said} ({table.plain.path[-1]})" if is_named else said


def whole_place(table: KeyedTable, draw: random.Random) -> str | None:
    """The place for a claim about all rows of the table; None if the claim could mean another table of the page."""
    if table.is_alone:
        return place(table, draw)
    return place(table, draw, section=True) if table.is_told_by_section else None


def slots(table: KeyedTable, row: int, column: int, said: str) -> dict[str, str]:
    """The values that fill the forms about one cell."""
    return {"P": said, "K": table.name(row), "H": table.header(column), "V": table.value(row, column)}


def rows_of(table: KeyedTable) -> str:
    """The name of the forms that suit the table."""
    return "time" if table.is_by_time else "row"


def draw_fact(table: KeyedTable, draw: random.Random, *, linked: bool = False) -> tuple[int, int, str] | None:
    """A random row and column with a false value for the cell; with `linked`, the cell must link to a page."""
    row, column = draw.randrange(len(table.plain.rows)), draw.choice(table.columns)
    value = table.value(row, column)
    if not is_speakable(value) or is_vague(value) or value == table.name(row):
        return None
    if linked and not is_a_link(table.cell(row, column)):
        return None
    other = table.other(row, column, draw)
    return (row, column, other) if other else None


def is_a_link(cell: Cell) -> bool:
    """Whether a cell is just the name of the one page that it links to, in full or shortened."""
    if len(cell.links) != 1 or any(mark in cell.text for mark in ",/&\n;") or cell.text.strip().isdigit():
        return False
    title, text = plain_title(cell.links[0].target), plain_title(tidy(cell.text))
    if title.lower() == text.lower():
        return True
    is_shorter = f" {text.lower()} " in f" {title.lower()} "
    return is_shorter and _SEVERAL_TARGETS.search(title) is None and any(map(str.isalpha, text))


def one_cell(table: KeyedTable, forms: Forms, foreign: Foreign, draw: random.Random) -> ClaimCandidate | None:
    """A fact of one cell; the false wording has a value of another row."""
    fact = draw_fact(table, draw)
    if fact is None:
        return None
    row, column, other = fact
    form = draw.choice(forms["cell"][rows_of(table)])
    filled = slots(table, row, column, place(table, draw))
    ids = table.cell_ids(row, column)
    return ClaimCandidate(
        "one cell",
        _challenge(table),
        as_sentence(form.format(**filled)),
        as_sentence(form.format(**filled | {"V": other})),
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
) -> UndecidedWording | None:
    """The claim with a header and a value that the page does not have; the nearest evidence is another cell of the row.

    `held` lists the columns of the other facts in the claim.
    """
    known = foreign.get(table.plain.header[table.key].lower(), [])
    headers = [cell.text for found in table.page.tables() for cell in found.cells if cell.is_header]
    for header, value in draw.sample(known, min(len(known), 30)):
        is_new = not any(may_be_one_column(header, own) for own in headers) and not says(table.page, value)
        if is_new and not is_vague(value):
            near = draw.choice([column for column in table.columns if column not in held])
            return UndecidedWording(as_sentence(say(header, value)), table.cell_ids(row, *held, near))
    return None


def two_cells(table: KeyedTable, forms: Forms, foreign: Foreign, draw: random.Random) -> ClaimCandidate | None:
    """Two facts of a row; the false wording changes one of them."""
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
    ids = table.cell_ids(row, one, two)
    return ClaimCandidate(
        "two cells",
        _challenge(table),
        as_sentence(form.format(**filled)),
        as_sentence(form.format(**filled | wrong)),
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


def comparison(table: KeyedTable, forms: Forms, draw: random.Random) -> ClaimCandidate | None:
    """A comparison of two rows: which has the higher number, or by how much."""
    found = rows_to_compare(table, draw)
    if found is None:
        return None
    low, high, column = found
    if table.is_named_again(low) or table.is_named_again(high):
        return None
    filled = {"P": place(table, draw), "H": table.header(column)}
    names = {"K": table.name(high), "K2": table.name(low)}
    swapped = {"K": names["K2"], "K2": names["K"]}
    ids = (*table.cell_ids(high, column), *table.cell_ids(low, column))
    part = table_part(table.page, table.plain.table, ids)
    way = draw.choice(("higher", "lower", "difference"))
    if way == "difference":
        return _difference(table, (low, high, column), filled | names, forms, draw)
    right, wrong = (names, swapped) if way == "higher" else (swapped, names)
    form = draw.choice(forms["comparison"][_form_key(way, table, column)])
    return ClaimCandidate(
        "comparison",
        NUMERICAL,
        as_sentence(form.format(**filled, **right)),
        as_sentence(form.format(**filled, **wrong)),
        (part,),
        tuple(names.values()),
    )


def _form_key(way: str, table: KeyedTable, column: int) -> str:
    """The name of the forms for a comparison: years are later or earlier, not higher or lower."""
    return f"{way}_years" if are_years(table, column) else way


def _difference(
    table: KeyedTable, places: tuple[int, int, int], filled: dict[str, str], forms: Forms, draw: random.Random
) -> ClaimCandidate | None:
    low, high, column = places
    amount = round((table.amount(high, column) or 0) - (table.amount(low, column) or 0), 6)
    if amount != int(amount):
        return None
    near = [number for number in _near(int(amount), draw) if number != amount]
    form = draw.choice(forms["difference"][_form_key("amounts", table, column)])
    ids = (*table.cell_ids(high, column), *table.cell_ids(low, column))
    return ClaimCandidate(
        "difference",
        NUMERICAL,
        as_sentence(form.format(**filled, N=f"{int(amount):,}")),
        as_sentence(form.format(**filled, N=f"{draw.choice(near):,}")),
        (table_part(table.page, table.plain.table, ids),),
        (filled["K"], filled["K2"]),
    )


def _near(amount: int, draw: random.Random) -> list[int]:
    spread = max(2, amount // 4)
    return [amount + draw.randint(1, spread), max(1, amount - draw.randint(1, spread)), amount + 1]


def superlative(table: KeyedTable, forms: Forms, draw: random.Random) -> ClaimCandidate | None:
    """The row with the highest or lowest number in a column; the false wording names another row. None at a tie."""
    columns, said = amounts(table), whole_place(table, draw)
    if not columns or said is None:
        return None
    column, way = draw.choice(columns), draw.choice(("highest", "lowest"))
    ordered = extremes(table, column, highest=way == "highest")
    is_tie = table.amount(ordered[0], column) == table.amount(ordered[1], column)
    # A sentence with a superlative about the row may decide the claim without the table.
    if is_tie or _is_told_in_words(table, table.name(ordered[0]), _EXTREME):
        return None
    # Mostly a row near the top, which is easily mistaken for it.
    other = draw.choice(ordered[1:4] if draw.random() < 0.7 else ordered[1:])
    form = draw.choice(forms["superlative"][_form_key(way, table, column)])
    filled = {"P": said, "H": table.header(column)}
    # Only all rows together show that one of them is the highest.
    ids = tuple(one for row in range(len(ordered)) for one in table.cell_ids(row, column))
    return ClaimCandidate(
        "superlative",
        NUMERICAL,
        as_sentence(form.format(**filled, K=table.name(ordered[0]))),
        as_sentence(form.format(**filled, K=table.name(other))),
        (table_part(table.page, table.plain.table, ids),),
        (table.name(ordered[0]), filled["H"]),
    )


def count(table: KeyedTable, forms: Forms, draw: random.Random) -> ClaimCandidate | None:
    """The number of rows with the same value in a column; every other value must exclude it."""
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
    # The count of another value, so that the number alone does not reveal whether the claim is true.
    wrong = draw.choice([said[text] for text in repeated if said[text] != number])
    form = draw.choice(forms["count"]["forms"])
    filled = {"P": where, "H": table.header(column), "V": value}
    rows = range(len(table.plain.rows))
    ids: tuple[EvidenceId, ...] = tuple(table.cell_ids(y, column)[-1] for y in rows if table.value(y, column) == value)
    return ClaimCandidate(
        "count",
        NUMERICAL,
        as_sentence(form.format(**filled, N=NUMBER_WORDS[number])),
        as_sentence(form.format(**filled, N=NUMBER_WORDS[wrong])),
        (table_part(table.page, table.plain.table, ids),),
        (value, filled["H"]),
    )


def _is_told_in_words(table: KeyedTable, name: str, words: re.Pattern[str]) -> bool:
    """Whether a sentence of the page contains the name together with one of the words."""
    texts = [sentence.text.lower() for sentence in table.page.sentences()]
    return any(holds(text, name.lower()) and words.search(text) for text in texts)


def _challenge(table: KeyedTable) -> str:
    return DISAMBIGUATION if table.page.title != plain_title(table.page.title) else OTHER
