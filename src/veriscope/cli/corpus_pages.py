"""`veriscope corpus search` and `corpus show`: find pages and show them."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Box
from rich.text import Text

from veriscope.cli.options import CorpusArgument, Json
from veriscope.cli.output import out, print_json, visible
from veriscope.corpus import Passage, SearchHit, SearchResults, require_page, search_corpus, suggest_titles
from veriscope.domain import Cell, Element, ItemList, Page, Section, Sentence, Table
from veriscope.pipeline import open_corpus
from veriscope.reports import page_as_json, search_as_json
from veriscope.tables import Grid


def search(
    corpus: CorpusArgument,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for; put quotes around it.")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="At most this many pages.")] = 10,
    as_json: Json = False,
    titles: Annotated[
        bool, typer.Option("--titles", help="Suggest titles that begin with QUERY, as while typing.")
    ] = False,
) -> None:
    """Find pages by their content, each with its best passage. `starter` is the embedded atlas.

    Words match in any form; pages with all of them come first. "…" is a phrase, word* a beginning; title:, heading: (or
    caption:) and body: choose where to look; -word or NOT word excludes; AND and OR join words.

    Example: veriscope corpus search starter 'capital "New Zealand" -island'
    """
    with open_corpus(corpus) as opened:
        if titles:
            _print_suggestions(suggest_titles(opened, query, limit=limit), as_json=as_json)
            return
        results = search_corpus(opened, query, limit=limit)
    if as_json:
        print_json(search_as_json(results))
    else:
        show_results(out, results)


def show(
    corpus: CorpusArgument,
    title: Annotated[
        str | None,
        typer.Argument(
            metavar="TITLE", help="A page title, a redirect or a document's path; default: list all titles."
        ),
    ] = None,
    as_json: Json = False,
    rows: Annotated[int, typer.Option(min=1, help="At most this many rows of each table.")] = 40,
) -> None:
    """Show a page with the ids under which its sentences, cells and items are cited; or list all titles.

    Example: veriscope corpus show starter Canberra
    """
    if title is None:
        _print_titles(corpus, as_json=as_json)
        return
    with open_corpus(corpus) as opened:
        page = require_page(opened, title)
    if as_json:
        print_json(page_as_json(page))
    else:
        show_page(out, page, max_rows=rows)


def _print_suggestions(titles: list[str], *, as_json: bool) -> None:
    if as_json:
        print_json(titles)
        return
    for title in titles:
        typer.echo(visible(title))


def _print_titles(corpus: Path, *, as_json: bool) -> None:
    with open_corpus(corpus) as opened:
        if as_json:
            print_json(list(opened.titles()))
            return
        for title in opened.titles():
            typer.echo(visible(title))


_MAX_SHOWN = 320
_BEFORE_MARK = 80


def show_results(console: Console, results: SearchResults) -> None:
    """Print the hits: the title, and the best passage with its id and headings."""
    if results.left_out:
        console.print(Text(f"the query is very long: {results.left_out:,} of its words were left out", style="dim"))
    if not results.hits:
        console.print(f"nothing found for {visible(results.query[:80])!r}", soft_wrap=True)
        if results.suggestions:
            console.print(Text(f"did you mean: {visible('; '.join(results.suggestions))}"), soft_wrap=True)
        return
    shown = len(results.hits)
    of_all = f"the best {shown} of {results.total:,} pages" if shown < results.total else f"{shown} pages"
    console.print(Text("1 page" if results.total == 1 else of_all, style="dim"))
    for hit in results.hits:
        _show_hit(console, hit)


def _show_hit(console: Console, hit: SearchHit) -> None:
    console.print()
    title = _with_marks(hit.title, hit.title_marks, style="bold", mark="bold underline")
    console.print(Text.assemble(title, (f"  {hit.score:.1f}", "dim")), soft_wrap=True)
    if hit.passage is not None:
        console.print(_passage_line(hit.passage), soft_wrap=True)


def _passage_line(passage: Passage) -> Text:
    address = str(passage.id).rpartition("#")[2]
    context = " › ".join(visible(text[:80]) for text in passage.context)
    start = max(passage.marks[0][0] - _BEFORE_MARK, 0) if passage.marks else 0
    end = start + _MAX_SHOWN
    marks = tuple((s - start, min(e, end) - start) for s, e in passage.marks if s < end)
    return Text.assemble(
        (f"  #{address}  ", "dim"),
        (f"{context}: " if context else "", "dim"),
        "…" if start else "",
        _with_marks(passage.text[start:end], marks, style="", mark="bold"),
        "…" if end < len(passage.text) else "",
    )


def _with_marks(text: str, marks: tuple[tuple[int, int], ...], *, style: str, mark: str) -> Text:
    marked = Text(visible(text).replace("\n", " "), style=style)
    for start, end in marks:
        marked.stylize(mark, start, end)
    return marked


_LEGEND = "cite as TITLE#…; in table T the mark 3-1 is #cell-T-3-1, h0-1 is #header-T-0-1; greyed: covered by a span"
# More columns do not fit any terminal, and laying out thousands would take minutes.
_MAX_COLUMNS = 30


def show_page(console: Console, page: Page, *, max_rows: int) -> None:
    """Print a page; the ids in the margin follow the title and a `#`: `Lima#sentence-0`."""
    console.print(Text(visible(page.title), style="bold"))
    console.print(Text(f"from {visible(page.origin)}", style="dim"), soft_wrap=True)
    console.print(Text(_LEGEND, style="dim"), soft_wrap=True)
    labels = {mark.position: mark.label for mark in page.marks}
    for position, element in enumerate(page.elements):
        if position in labels:
            console.print(Text(f"{visible(labels[position])}:", style="dim"))
        _show(console, element, max_rows=max_rows)


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
    """The text of a cell with its row and column; greyed and without them where a span repeats it."""
    if cell is None:
        return Text("")
    address = (cell.row, cell.column)
    if address in shown:
        return Text(visible(cell.text), style="dim")
    shown.add(address)
    mark = f" {'h' if cell.is_header else ''}{cell.row}-{cell.column}"
    return Text.assemble((visible(cell.text), "bold" if cell.is_header else ""), (mark, "dim"))
