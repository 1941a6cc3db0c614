"""A page in the terminal: its text with evidence ids, its tables as grids."""

import re

from rich.console import Console
from rich.table import Table as Box
from rich.text import Text

from veriscope.corpus import Grid
from veriscope.domain import Cell, Element, ItemList, Page, Section, Sentence, Table

_LEGEND = "cite as TITLE#…; in table T the mark 3-1 is #cell-T-3-1, h0-1 is #header-T-0-1; greyed: covered by a span"
# More do not fit any terminal, and laying out thousands would take minutes.
_MAX_COLUMNS = 30
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def show_page(console: Console, page: Page, *, max_rows: int) -> None:
    """Print a page; the ids in the margin follow the title and a `#`: `Lima#sentence-0`."""
    console.print(Text(visible(page.title), style="bold"))
    console.print(Text(f"from {visible(page.origin)}", style="dim"), soft_wrap=True)
    console.print(Text(_LEGEND, style="dim"), soft_wrap=True)
    for element in page.elements:
        _show(console, element, max_rows=max_rows)


def visible(text: str) -> str:
    """The text without control characters, which could steer a terminal."""
    return _CONTROL.sub("�", text)


def _show(console: Console, element: Element, *, max_rows: int) -> None:
    match element:
        case Section(title, level):
            console.print()
            console.print(Text(f"{'=' * max(level, 1)} {visible(title)}", style="bold"))
        case Sentence(index, text):
            console.print(Text.assemble((f"#sentence-{index}  ", "dim"), visible(text)), soft_wrap=True)
        case ItemList():
            _show_list(console, element)
        case Table():
            _show_table(console, element, max_rows=max_rows)


def _show_list(console: Console, item_list: ItemList) -> None:
    for item in item_list.items:
        bullet = f"{item.index + 1}." if item_list.is_ordered else "•"
        margin = f"#item-{item_list.index}-{item.index}  {'  ' * item.level}"
        console.print(Text.assemble((margin, "dim"), f"{bullet} {visible(item.text)}"), soft_wrap=True)


def _show_table(console: Console, table: Table, *, max_rows: int) -> None:
    if table.caption:
        console.print(Text.assemble((f"#caption-{table.index}  ", "dim"), (visible(table.caption), "italic")))
    grid = Grid.of(table).rows
    box = Box(show_header=False, show_lines=False, title=f"{table.kind} {table.index}", title_justify="left")
    width = max(map(len, grid), default=0)
    for _ in range(min(width, _MAX_COLUMNS)):
        box.add_column(overflow="fold")
    shown: set[tuple[int, int]] = set()
    for row in grid[:max_rows]:
        box.add_row(*(_cell_text(cell, shown) for cell in row[:_MAX_COLUMNS]))
    console.print(box)
    if len(grid) > max_rows:
        console.print(Text(f"… and {len(grid) - max_rows:,} more rows (--rows {len(grid)} shows all)", style="dim"))
    if width > _MAX_COLUMNS:
        console.print(Text(f"… and {width - _MAX_COLUMNS:,} more columns (--json shows all)", style="dim"))


def _cell_text(cell: Cell | None, shown: set[tuple[int, int]]) -> Text:
    """The text of a cell with its row and column; where a span repeats it, greyed and without them."""
    if cell is None:
        return Text("")
    address = (cell.row, cell.column)
    if address in shown:
        return Text(visible(cell.text), style="dim")
    shown.add(address)
    mark = f" {'h' if cell.is_header else ''}{cell.row}-{cell.column}"
    return Text.assemble((visible(cell.text), "bold" if cell.is_header else ""), (mark, "dim"))
