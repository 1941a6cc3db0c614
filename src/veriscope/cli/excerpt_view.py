"""An excerpt of a table in the terminal: its headers and the rows concerned, the cells that are evidence marked."""

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from veriscope.cli.page_view import visible
from veriscope.pipeline.table_excerpts import ExcerptCell, TableExcerpt

_MAX_CELL = 60
_WIDEST = 100


def show_excerpt(console: Console, excerpt: TableExcerpt, *, indent: int) -> None:
    """Print the excerpt within the width of the terminal; what was left out is counted below it."""
    if excerpt.caption:
        console.print(Text(" " * indent).append(visible(excerpt.caption), style="italic"), soft_wrap=True)
    width = min(console.width, _WIDEST) - indent
    grid = Grid(box=box.MINIMAL, show_header=False, show_edge=False, pad_edge=False, padding=(0, 1))
    for _ in range(max(map(len, excerpt.rows), default=0)):
        grid.add_column(overflow="fold", max_width=max(width // 2, 8))
    mark = "▸" if console.encoding.lower().startswith("utf") else "*"
    for row in excerpt.rows:
        grid.add_row(*(_cell(cell, mark) for cell in row))
    console.print(Padding(grid, (0, 0, 0, indent), expand=False), width=width + indent)
    left_out = [
        f"{number:,} more {what}{'' if number == 1 else 's'}"
        for number, what in ((excerpt.rows_left_out, "row"), (excerpt.columns_left_out, "column"))
        if number
    ]
    if left_out:
        console.print(Text(" " * indent).append(f"… {', '.join(left_out)}", style="dim"), soft_wrap=True)


def _cell(cell: ExcerptCell, mark: str) -> Text:
    if cell.is_repeat:
        return Text("")
    text = visible(cell.text).replace("\n", " ")
    shown = text if len(text) <= _MAX_CELL else f"{text[: _MAX_CELL - 1]}…"
    if cell.is_evidence:
        return Text(f"{mark} {shown}", style="bold cyan")
    return Text(shown, style="bold" if cell.is_header else "")
