"""How all commands print: tables for people on stdout, JSON for programs, messages on stderr."""

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from veriscope.errors import UsageError

out = Console(highlight=False, markup=False, emoji=False)
# A message is one line, however narrow the terminal: it may hold a path to copy.
talk = Console(stderr=True, highlight=False, markup=False, emoji=False, soft_wrap=True)


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def visible(text: str) -> str:
    """The text without control characters, which could steer a terminal."""
    return _CONTROL.sub("�", text)


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


def check_writable(**options: Path | None) -> None:
    """Raise `UsageError` before any work if a file cannot be written; the keywords are the options' names."""
    for name, path in options.items():
        if path is None:
            continue
        if path.is_dir():
            raise UsageError(f"--{name}: {path} is a folder; name a file")
        if not path.resolve().parent.is_dir():
            raise UsageError(f"--{name}: there is no folder {path.resolve().parent}; make it, or name another file")
        if not os.access(path.resolve().parent, os.W_OK):
            raise UsageError(f"--{name}: nothing can be written to {path.resolve().parent}; name another file")
