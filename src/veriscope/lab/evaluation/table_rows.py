"""Reads statements about tables, each with its table or with the reason why it cannot be judged."""

from dataclasses import dataclass, replace
from pathlib import Path

from veriscope.datasets import (
    TABFACT,
    BadRow,
    Extra,
    LocatedClaim,
    VeriscopeClaim,
    detect_format,
    extra_value,
    is_page,
    read_rows,
)
from veriscope.domain import Label, Page, Table
from veriscope.errors import InputError
from veriscope.files import JsonLine, JsonObject, read_json_lines
from veriscope.lab.evaluation.table_file import Report, TableFile, read_table_file

_EXPECTED = "--data takes statements about tables, {table, statement, label} a line"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A labelled statement with the page of its table."""

    line: int
    claim: VeriscopeClaim
    page: Page

    @property
    def label(self) -> Label:
        """The label of the statement."""
        return self.claim.label

    @property
    def extra(self) -> Extra:
        """What rows can be grouped by: the other keys of the row, its label and its table."""
        return (*self.claim.extra, ("label", self.claim.label.value), ("table", self.page.title))


def read_table_rows(data: Path, tables: Path, *, report: Report) -> tuple[list[TableRow | BadRow], TableFile]:
    """Every row of a file of statements, in order, and the tables; a file of another kind is an error."""
    located = list(read_rows(data, _statement))
    if located and all(isinstance(row, BadRow) for row in located):
        _refuse_other_kinds(data)
    wanted = {_table(row) for row in located if isinstance(row, LocatedClaim)}
    read = read_table_file(tables, wanted=wanted, report=report)
    return [row if isinstance(row, BadRow) else _with_table(row, read, tables) for row in located], read


def _statement(line: int, value: JsonObject) -> LocatedClaim:
    return LocatedClaim(line, TABFACT.parse(value))


def _refuse_other_kinds(data: Path) -> None:
    """Raise if the file has something else than statements; otherwise its rows are wrong."""
    first = next((line.value for line in read_json_lines(data) if isinstance(line, JsonLine)), None)
    if first is None or "table" in first:
        return
    if is_page(first):
        raise InputError(f"{data} has tables or pages, not statements; give tables as --tables; {_EXPECTED}")
    raise InputError(f"{data} looks like {detect_format(data)}; {_EXPECTED}")


def _table(row: LocatedClaim) -> str:
    """The title of the page with the table of a statement."""
    return next(piece.page for pieces in row.claim.evidence for piece in pieces)


def _with_table(row: LocatedClaim, read: TableFile, tables: Path) -> TableRow | BadRow:
    page = read.pages.get(_table(row))
    if page is None:
        also = f" ({len(read.skips):,} of its lines are left out)" if read.skips else ""
        return BadRow(row.line, f"table: no table {_table(row)!r} in {tables.name}{also}")
    caption = extra_value(row.claim.extra, "caption")
    return TableRow(row.line, row.claim, with_caption(page, caption) if isinstance(caption, str) else page)


def with_caption(page: Page, caption: str) -> Page:
    """The page with a caption for each table that has none."""
    elements = tuple(
        replace(element, caption=" ".join(caption.split()))
        if isinstance(element, Table) and not element.caption
        else element
        for element in page.elements
    )
    return replace(page, elements=elements)
