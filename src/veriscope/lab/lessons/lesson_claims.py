"""Turns lessons written by hand into claims that the encoder learns from."""

import random
from collections.abc import Iterable, Iterator, Sequence

from veriscope.domain import Cell, Label, Page, Table
from veriscope.lab.lessons.hand_written import LessonClaim, LessonGroup, LessonTable
from veriscope.lab.lessons.linked_claims import TableLines
from veriscope.lab.lessons.mined import LESSON, MinedClaim, RankedLine
from veriscope.models import Line, row_text

# How many lines of another group stand beside those of the passage, as in a corpus of several documents.
_FOREIGN = 2
# Half of the groups name their section, as evidence from a document with headings does.
_WITH_SECTION = 0.5


def lesson_claims(groups: Iterable[LessonGroup], tables: TableLines, *, seed: int) -> Iterator[MinedClaim]:
    """The claims of all groups; each has the lines of its passage and some of another group.

    The rows of tables come as selection finds them, with what a program computed.
    """
    known = list(groups)
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    passages = [passage_lines(group, with_section=draw.random() < _WITH_SECTION) for group in known]
    for place, group in enumerate(known):
        others = [line for line in passages[draw.randrange(len(known))] if line not in passages[place]]
        foreign = draw.sample(others, min(_FOREIGN, len(others)))
        page = _page(group.table, title_of(group)) if group.table is not None else None
        for number, claim in enumerate(group.claims, start=1):
            rows = _rows(group, claim, page, tables)
            yield MinedClaim(
                f"{group.id}-c{number}", LESSON, claim.text, claim.label,
                tuple(_deciding(claim, passages[place], rows)),
                tuple(_found(claim, passages[place], rows, foreign)), is_complete=True,
                computed=tables.computation(claim.text, page) if page is not None else "",
            )  # fmt: skip


def title_of(group: LessonGroup) -> str:
    """The title of the document, or else the name of its file."""
    return group.about.title or group.about.file


def passage_lines(group: LessonGroup, *, with_section: bool = True) -> list[Line]:
    """The lines of the passage as the encoder reads them, without the table."""
    section = f"{group.about.section} ; " if with_section and group.about.section else ""
    return [Line(title_of(group), f"{section}{text}") for text in group.lines]


def _page(table: LessonTable, title: str) -> Page:
    rows = [table.header, *table.rows]
    cells = (
        Cell(number, column, text, is_header=number == 0)
        for number, row in enumerate(rows)
        for column, text in enumerate(row)
    )
    return Page(title or "table", (Table(0, tuple(cells), table.caption),))


def _rows(group: LessonGroup, claim: LessonClaim, page: Page | None, tables: TableLines) -> list[RankedLine]:
    """The rows of the table that selection finds, and gold rows that it misses."""
    if page is None or group.table is None:
        return []
    gold = {row for row, _ in claim.cells}
    numbers = [(0, row + 1) for row in gold]
    found = list(tables.best_rows(claim.text, page, title=title_of(group), gold=numbers))
    if sum(one.is_gold for one in found) < len(gold):
        found = [one for one in found if not one.is_gold]
        found += [RankedLine(_whole_row(group, group.table, row), 0.5, is_gold=True) for row in sorted(gold)]
    return found


def _whole_row(group: LessonGroup, table: LessonTable, row: int) -> Line:
    cells = [((head,), value) for head, value in zip(table.header, table.rows[row], strict=True) if value]
    return Line(title_of(group), row_text(cells))


def _deciding(claim: LessonClaim, passage: Sequence[Line], rows: Sequence[RankedLine]) -> Iterator[Line]:
    if claim.label is not Label.NOT_ENOUGH_INFO:
        yield from (passage[place] for place in claim.lines)
        yield from (one.line for one in rows if one.is_gold)


def _found(
    claim: LessonClaim, passage: Sequence[Line], rows: Sequence[RankedLine], foreign: Sequence[Line]
) -> Iterator[RankedLine]:
    yield from (RankedLine(line, 0.5, place in claim.lines) for place, line in enumerate(passage))
    yield from rows
    yield from (RankedLine(line, 0.0, is_gold=False) for line in foreign)
