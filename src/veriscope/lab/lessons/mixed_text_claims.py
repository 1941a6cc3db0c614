"""Makes candidates about sentences, and about sentences together with cells."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from veriscope.domain import Cell, Page, TableKind
from veriscope.lab.lessons.mixed_candidates import (
    COMBINED,
    DISAMBIGUATION,
    MULTI_HOP,
    OTHER,
    UNNAMED,
    ClaimCandidate,
    EvidencePart,
    UndecidedWording,
    as_sentence,
    sentence_part,
    table_part,
)
from veriscope.lab.lessons.mixed_clauses import Clause, holds, plain_title, tidy
from veriscope.lab.lessons.mixed_exchanges import Exchanges
from veriscope.lab.lessons.mixed_facts import KeyedTable, is_speakable
from veriscope.lab.lessons.mixed_sameness import excludes, is_vague, says
from veriscope.lab.lessons.mixed_table_claims import Forms, draw_fact, place, rows_of, slots

# The clauses of a page by its title; none if the page is not in the split.
ClausesOf = Callable[[str], Sequence[Clause]]


def one_sentence(
    found: Sequence[Clause], exchanges: Exchanges, strangers: Sequence[Clause], draw: random.Random
) -> ClaimCandidate | None:
    """The clause of one sentence; the false wording exchanges a value."""
    clause = draw.choice(found)
    changed = exchanges.falsify(clause, draw)
    if changed is None:
        return None
    false, value = changed
    # Only later sentences are lent to other pages: each page says in its own first sentence what its subject is.
    is_later = clause.sentence is not next(clause.page.sentences())
    return ClaimCandidate(
        "one sentence",
        DISAMBIGUATION if clause.page.title != clause.subject else OTHER,
        as_sentence(f"{clause.text}."),
        as_sentence(f"{clause.subject} {false}."),
        (sentence_part(clause.page, clause.sentence),),
        (value,),
        _unspoken(found, strangers, draw) if is_later else None,
        "later" if is_later else "first",
    )


def _unspoken(found: Sequence[Clause], strangers: Sequence[Clause], draw: random.Random) -> UndecidedWording | None:
    """A clause about another subject of the same kind, said of this one; its names must not occur on this page."""
    own = " ".join(sentence.text for sentence in found[0].page.sentences())
    for other in draw.sample(list(strangers), min(len(strangers), 6)):
        names = [word for word in other.predicate.split() if word[0].isupper() or word[0].isdigit()]
        if other.page.title != found[0].page.title and names and not any(holds(own, name) for name in names):
            near = sentence_part(found[0].page, found[0].sentence)
            return UndecidedWording(as_sentence(f"{found[0].subject} {other.predicate}."), near.ids)
    return None


def two_sentences(
    found: Sequence[Clause], exchanges: Exchanges, forms: Forms, draw: random.Random
) -> ClaimCandidate | None:
    """The clauses of two sentences of a page; the false wording changes one of them."""
    if len(found) < 2:
        return None
    first, second = draw.sample(list(found), 2)
    changed = exchanges.falsify(first, draw)
    if changed is None or first.sentence.index == second.sentence.index:
        return None
    form = draw.choice(forms["frame"]["two_sentences"])
    is_first = draw.random() < 0.5
    said = {"subject": first.subject, "relative": first.relative}

    def sentence_with(predicate: str) -> str:
        one, two = (predicate, second.predicate) if is_first else (second.predicate, predicate)
        return as_sentence(form.format(**said, one=one, two=two))

    return ClaimCandidate(
        "two sentences",
        DISAMBIGUATION if first.page.title != first.subject else OTHER,
        sentence_with(first.predicate),
        sentence_with(changed[0]),
        (sentence_part(first.page, first.sentence), sentence_part(second.page, second.sentence)),
        (changed[1],),
    )


def cell_and_sentence(
    table: KeyedTable, found: Sequence[Clause], exchanges: Exchanges, forms: Forms, draw: random.Random
) -> ClaimCandidate | None:
    """The clause of a sentence and the fact of a cell; the false wording changes one of them."""
    fact = draw_fact(table, draw)
    clause = draw.choice(found)
    changed = exchanges.falsify(clause, draw)
    if fact is None or changed is None:
        return None
    row, column, other = fact
    filled = slots(table, row, column, clause.subject) | {"relative": clause.relative, "clause": clause.predicate}
    wrong = {"V": other} if draw.random() < 0.5 else {"clause": changed[0]}
    form = draw.choice(forms["with_clause"][rows_of(table)])
    cells = table_part(table.page, table.plain.table, table.cell_ids(row, column))
    return ClaimCandidate(
        "cell and sentence",
        COMBINED,
        as_sentence(form.format(**filled)),
        as_sentence(form.format(**filled | wrong)),
        (cells, sentence_part(clause.page, clause.sentence)),
        (filled["V"], changed[1]),
    )


def cell_and_linked_page(
    table: KeyedTable, clauses_of: ClausesOf, exchanges: Exchanges, forms: Forms, draw: random.Random
) -> ClaimCandidate | None:
    """The fact of a cell and a clause of its linked page; an unnamed page must be found through the cell."""
    fact = draw_fact(table, draw, linked=True)
    known = clauses_of(table.cell(fact[0], fact[1]).links[0].target) if fact else ()
    clause = draw.choice(list(known)) if known else None
    changed = exchanges.falsify(clause, draw) if clause else None
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
    cells = table_part(table.page, table.plain.table, table.cell_ids(row, column), table.cell_ids(refuting, column))
    return ClaimCandidate(
        "cell and linked page",
        challenge,
        as_sentence(form.format(**filled)),
        as_sentence(form.format(**filled | wrong)),
        (cells, sentence_part(clause.page, clause.sentence)),
        (filled["K"], filled["V"], changed[1]),
    )


def _row_without(table: KeyedTable, column: int, value: str, draw: random.Random) -> int | None:
    """A row that the value is false of; None if a few tries find none."""
    for row in draw.sample(range(len(table.plain.rows)), min(len(table.plain.rows), 8)):
        text = table.value(row, column)
        if is_speakable(text) and excludes(text, value) and not table.may_be(row, value):
            return row
    return None


class InfoboxFact(NamedTuple):
    """A row of an infobox as a part of a claim, and a value from another infobox."""

    part: EvidencePart
    header: str
    value: str
    other: str


def infobox_row(
    page: Page, known: Mapping[str, Sequence[str]], forms: Forms, draw: random.Random
) -> ClaimCandidate | None:
    """A fact of an infobox; the false wording has a value of another infobox under the same header."""
    fact = _draw_infobox_fact(page, known, draw)
    if fact is None:
        return None
    form = draw.choice(forms["infobox"]["forms"])
    filled = {"P": plain_title(page.title), "H": fact.header, "V": fact.value}
    return ClaimCandidate(
        "infobox",
        DISAMBIGUATION if page.title != filled["P"] else OTHER,
        as_sentence(form.format(**filled)),
        as_sentence(form.format(**filled | {"V": fact.other})),
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
) -> ClaimCandidate | None:
    """The clause of a sentence and a fact of the infobox; the false wording changes one of them."""
    fact = _draw_infobox_fact(page, known, draw)
    clause = draw.choice(list(found)) if found else None
    changed = exchanges.falsify(clause, draw) if clause else None
    if fact is None or clause is None or changed is None:
        return None
    filled = {"P": clause.subject, "H": fact.header, "V": fact.value}
    filled |= {"relative": clause.relative, "clause": clause.predicate}
    wrong = {"V": fact.other} if draw.random() < 0.5 else {"clause": changed[0]}
    form = draw.choice(forms["with_clause"]["infobox"])
    return ClaimCandidate(
        "cell and sentence",
        COMBINED,
        as_sentence(form.format(**filled)),
        as_sentence(form.format(**filled | wrong)),
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
    """The headers and values of a page's first infobox, each value once."""
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
