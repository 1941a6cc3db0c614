"""What all commands print with: tables for people on stdout, JSON for programs, talk on stderr."""

import json
import sys
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

out = Console(highlight=False, markup=False, emoji=False)
talk = Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(value: object) -> None:
    """Print one JSON value, on one line."""
    is_unicode = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    sys.stdout.write(json.dumps(value, ensure_ascii=not is_unicode) + "\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str | None = None) -> None:
    """Print a table for people; numbers stand right-aligned with thousands marked."""
    table = Table(title=title, title_justify="left", box=None, header_style="bold", pad_edge=False)
    rows = [list(row) for row in rows]
    for index, column in enumerate(columns):
        numeric = all(isinstance(row[index], int | float) for row in rows)
        table.add_column(column, justify="right" if numeric and rows else "left")
    for row in rows:
        table.add_row(*(Text(f"{cell:,}" if isinstance(cell, int) else str(cell)) for cell in row))
    out.print(table)
