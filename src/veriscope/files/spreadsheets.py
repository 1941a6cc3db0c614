"""Writes rows as CSV or XLSX, for people who work in a spreadsheet."""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from veriscope.errors import InputError, MissingExtraError
from veriscope.files.atomic import replacing
from veriscope.files.compressed import COMPRESSED_SUFFIXES

SHEET_SUFFIXES = (".csv", ".xlsx")
# The most that a sheet of XLSX holds.
_MOST_ROWS, _MOST_CHARACTERS = 1_048_576, 32_767

SheetCell = str | int | float | None


def sheet_suffix(path: Path) -> str:
    """`.csv` or `.xlsx` if the name asks for a spreadsheet, compressed or not; empty for any other name."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in COMPRESSED_SUFFIXES:
        suffixes.pop()
    return suffixes[-1] if suffixes and suffixes[-1] in SHEET_SUFFIXES else ""


def require_sheet_writer(path: Path) -> None:
    """Raise `MissingExtraError` before any work if the name asks for XLSX and its writer is not installed."""
    if sheet_suffix(path) == ".xlsx":
        try:
            import xlsxwriter  # noqa: F401, PLC0415
        except ModuleNotFoundError:
            raise MissingExtraError("writing XLSX", extra="xlsx") from None


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Sequence[SheetCell]]) -> None:
    """Write a heading row and rows, in the form that the suffix names; texts stay texts, even `=1+1`."""
    require_sheet_writer(path)
    with replacing(path) as stream:
        if sheet_suffix(path) == ".xlsx":
            _write_xlsx(path, stream, columns, rows)
        else:
            _write_csv(stream, columns, rows)


def _write_csv(stream: BinaryIO, columns: Sequence[str], rows: Iterable[Sequence[SheetCell]]) -> None:
    text = io.TextIOWrapper(stream, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(rows)
    text.detach()


def _write_xlsx(path: Path, stream: BinaryIO, columns: Sequence[str], rows: Iterable[Sequence[SheetCell]]) -> None:
    import xlsxwriter  # noqa: PLC0415 - an extra

    plain = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(stream, plain) as book:
        sheet = book.add_worksheet()
        sheet.freeze_panes(1, 0)
        sheet.write_row(0, 0, columns, book.add_format({"bold": True}))
        for number, row in enumerate(rows, start=1):
            if number >= _MOST_ROWS:
                raise InputError(f"{path}: a sheet holds {_MOST_ROWS:,} rows; write .csv instead")
            sheet.write_row(number, 0, [_fitting(cell) for cell in row])


def _fitting(cell: SheetCell) -> SheetCell:
    """The cell as a sheet can hold it; the end of a longer text is cut, and an ellipsis says so."""
    is_long = isinstance(cell, str) and len(cell) > _MOST_CHARACTERS
    return f"{str(cell)[: _MOST_CHARACTERS - 1]}…" if is_long else cell
