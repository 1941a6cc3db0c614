"""Candidates about what sentences say, and about sentences and cells together."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from veriscope.domain import Cell, Page, TableKind
from veriscope.pipeline.mixed_benchmark_candidates import (
    COMBINED,
    DISAMBIGUATION,
    MULTI_HOP,
    OTHER,
    UNNAMED,
    Candidate,
    Part,
    Undecided,
    sentence_part,
    table_part,
    written,
)
from veriscope.pipeline.mixed_benchmark_clauses import Clause, holds, plain_title, tidy
from veriscope.pipeline.mixed_benchmark_exchanges import Exchanges
from veriscope.pipeline.mixed_benchmark_facts import KeyedTable, is_speakable
from veriscope.pipeline.mixed_benchmark_sameness import excludes, is_vague, says
from veriscope.pipeline.mixed_benchmark_table_claims import Forms, draw_fact, place, rows_of, slots

# The clauses of a page of the same split, by its title; none where it has no such page.
ClausesOf = Callable[[str], Sequence[Clause]]


def one_sentence(
    found: Sequence[Clause], exchanges: Exchanges, strangers: Sequence[Clause], draw: random.Random
) -> Candidate | None:
    """What one sentence says, with a value exchanged when false."""
    clause = draw.choice(found)
    changed = exchanges.falsified(clause, draw)
    if changed is None:
        return None
    false, value = changed
    # What a first sentence says a page always tells itself, so only later ones are lent to others.
    is_later = clause.sentence is not next(clause.page.sentences())
    return Candidate(
        "one sentence",
        DISAMBIGUATION if clause.page.title != clause.subject else OTHER,
        written(f"{clause.text}."),
        written(f"{clause.subject} {false}."),
        (sentence_part(clause.page, clause.sentence),),
        (value,),
        _unspoken(found, strangers, draw) if is_later else None,
        "later" if is_later else "first",
    )


def _unspoken(found: Sequence[Clause], strangers: Sequence[Clause], draw: random.Random) -> Undecided | None:
    """What the first sentence of another page of the kind goes on to say, said of this one."""
    own = " ".join(sentence.text for sentence in found[0].page.sentences())
    for other in draw.sample(list(strangers), min(len(strangers), 6)):
        names = [word for word in other.predicate.split() if word[0].isupper() or word[0].isdigit()]
        if other.page.title != found[0].page.title and names and not any(holds(own, name) for name in names):
            near = sentence_part(found[0].page, found[0].sentence)
            return Undecided(written(f"{found[0].subject} {other.predicate}."), near.ids)
    return None


def two_sentences(found: Sequence[Clause], exchanges: Exchanges, forms: Forms, draw: random.Random) -> Candidate | None:
    """What two sentences of a page say, one of them falsified."""
    if len(found) < 2:
        return None
    first, second = draw.sample(list(found), 2)
    changed = exchanges.falsified(first, draw)
    if changed is None or first.sentence.index == second.sentence.index:
        return None
    form = draw.choice(forms["frame"]["two_sentences"])
    is_first = draw.random() < 0.5
    said = {"subject": first.subject, "relative": first.relative}

    def worded(predicate: str) -> str:
        one, two = (predicate, second.predicate) if is_first else (second.predicate, predicate)
        return written(form.format(**said, one=one, two=two))

    return Candidate(
        "two sentences",
        DISAMBIGUATION if first.page.title != first.subject else OTHER,
        worded(first.predicate),
        worded(changed[0]),
        (sentence_part(first.page, first.sentence), sentence_part(second.page, second.sentence)),
        (changed[1],),
    )


def cell_and_sentence(
    table: KeyedTable, found: Sequence[Clause], exchanges: Exchanges, forms: Forms, draw: random.Random
) -> Candidate | None:
    """What a sentence of the page says and what a cell says; either is falsified."""
    fact = draw_fact(table, draw)
    clause = draw.choice(found)
    changed = exchanges.falsified(clause, draw)
    if fact is None or changed is None:
        return None
    row, column, other = fact
    filled = slots(table, row, column, clause.subject) | {"relative": clause.relative, "clause": clause.predicate}
    wrong = {"V": other} if draw.random() < 0.5 else {"clause": changed[0]}
    form = draw.choice(forms["with_clause"][rows_of(table)])
    cells = table_part(table.page, table.plain.table, table.told_by(row, column))
    return Candidate(
        "cell and sentence",
        COMBINED,
        written(form.format(**filled)),
        written(form.format(**filled | wrong)),
        (cells, sentence_part(clause.page, clause.sentence)),
        (filled["V"], changed[1]),
    )


def cell_and_linked_page(
    table: KeyedTable, clauses_of: ClausesOf, exchanges: Exchanges, forms: Forms, draw: random.Random
) -> Candidate | None:
    """What a cell says and what the page it links to says of it; without its name, the cell must be found first."""
    fact = draw_fact(table, draw, linked=True)
    known = clauses_of(table.cell(fact[0], fact[1]).links[0].target) if fact else ()
    clause = draw.choice(list(known)) if known else None
    changed = exchanges.falsified(clause, draw) if clause else None
    if fact is None or clause is None or changed is None:
        return None
    row, column, _ = fact
    is_named = draw.random() < 0.6
    filled = slots(table, row, column, place(table, draw)) | {"relative": clause.relative, "clause": clause.predicate}
    wrong, refuting = {"clause": changed[0]}, row
    another = _row_without(table, column, filled["V"], draw) if is_named and draw.random() < 0.5 else None
    if another is not None:
        refuting, wrong = another, {"K": table.name(another)}
    form = draw.choice(forms["linked" if is_named else "unnamed"][rows_of(table)])
    is_told_apart = clause.page.title != clause.subject
    challenge = UNNAMED if not is_named else DISAMBIGUATION if is_told_apart else MULTI_HOP
    cells = table_part(table.page, table.plain.table, table.told_by(row, column), table.told_by(refuting, column))
    return Candidate(
        "cell and linked page",
        challenge,
        written(form.format(**filled)),
        written(form.format(**filled | wrong)),
        (cells, sentence_part(clause.page, clause.sentence)),
        (filled["K"], filled["V"], changed[1]),
    )


def _row_without(table: KeyedTable, column: int, value: str, draw: random.Random) -> int | None:
    """A row of which a value is false; None where some tries find none."""
    for row in draw.sample(range(len(table.plain.rows)), min(len(table.plain.rows), 8)):
        text = table.value(row, column)
        if is_speakable(text) and excludes(text, value) and not table.may_be(row, value):
            return row
    return None


class InfoboxFact(NamedTuple):
    """A row of an infobox as a part of a claim, and what other infoboxes say in its place."""

    part: Part
    header: str
    value: str
    other: str


def infobox_row(page: Page, known: Mapping[str, Sequence[str]], forms: Forms, draw: random.Random) -> Candidate | None:
    """A fact of an infobox, falsified by what other infoboxes say under the same header."""
    fact = _draw_infobox_fact(page, known, draw)
    if fact is None:
        return None
    form = draw.choice(forms["infobox"]["forms"])
    filled = {"P": plain_title(page.title), "H": fact.header, "V": fact.value}
    return Candidate(
        "infobox",
        DISAMBIGUATION if page.title != filled["P"] else OTHER,
        written(form.format(**filled)),
        written(form.format(**filled | {"V": fact.other})),
        (fact.part,),
        (fact.value,),
    )


def infobox_and_sentence(
    page: Page,
    found: Sequence[Clause],
    known: Mapping[str, Sequence[str]],
    exchanges: Exchanges,
    forms: Forms,
    draw: random.Random,
) -> Candidate | None:
    """What a sentence of the page says and what its infobox says; either is falsified."""
    fact = _draw_infobox_fact(page, known, draw)
    clause = draw.choice(list(found)) if found else None
    changed = exchanges.falsified(clause, draw) if clause else None
    if fact is None or clause is None or changed is None:
        return None
    filled = {"P": clause.subject, "H": fact.header, "V": fact.value}
    filled |= {"relative": clause.relative, "clause": clause.predicate}
    wrong = {"V": fact.other} if draw.random() < 0.5 else {"clause": changed[0]}
    form = draw.choice(forms["with_clause"]["infobox"])
    return Candidate(
        "cell and sentence",
        COMBINED,
        written(form.format(**filled)),
        written(form.format(**filled | wrong)),
        (fact.part, sentence_part(clause.page, clause.sentence)),
        (fact.value, changed[1]),
    )


def _draw_infobox_fact(page: Page, known: Mapping[str, Sequence[str]], draw: random.Random) -> InfoboxFact | None:
    rows = infobox_facts(page)
    if not rows:
        return None
    header, value = draw.choice(rows)
    texts = known.get(header, ())
    tried = draw.sample(texts, min(len(texts), 8))
    other = next((text for text in tried if excludes(text, value) and not says(page, text)), None)
    if other is None:
        return None
    table = next(table for table in page.tables() if table.kind is TableKind.INFOBOX)
    cell = next(cell for cell in table.cells if not cell.is_header and tidy(cell.text) == value)
    part = table_part(page, table, (page.cell_id(table, cell),))
    return InfoboxFact(part, header[0].lower() + header[1:], value, other)


def infobox_facts(page: Page) -> list[tuple[str, str]]:
    """The headers and values of the first infobox of a page, each value once."""
    box = next((table for table in page.tables() if table.kind is TableKind.INFOBOX), None)
    lines: dict[int, list[Cell]] = {}
    for cell in box.cells if box else ():
        lines.setdefault(cell.row, []).append(cell)
    pairs = [line for line in lines.values() if [cell.is_header for cell in line] == [True, False]]
    said = {tidy(value.text): tidy(header.text) for header, value in pairs}
    return [
        (header, value)
        for value, header in said.items()
        if is_speakable(header) and is_speakable(value) and not is_vague(value)
    ]
