"""Every element of a page that can be cited, as evidence with its context."""

from collections.abc import Iterator

from veriscope.domain import Evidence, ItemList, Page, Sentence, Table
from veriscope.tables.grid import Grid


def citable_elements(page: Page) -> Iterator[Evidence]:
    """The sentences, captions, cells and items of a page in reading order, without a score yet."""
    for path, element in page.outline():
        context = (page.title, *path)
        match element:
            case Sentence(_, text):
                yield Evidence(page.sentence_id(element), text, context, 0.0)
            case ItemList(_, items):
                for item in items:
                    yield Evidence(page.item_id(element, item), item.text, context, 0.0)
            case Table():
                yield from _table_elements(page, element, context)


def _table_elements(page: Page, table: Table, context: tuple[str, ...]) -> Iterator[Evidence]:
    if table.caption:
        yield Evidence(page.caption_id(table), table.caption, context, 0.0)
    grid = Grid.of(table)
    for cell in table.cells:
        if cell.text:
            headers = tuple(header.text for header in grid.context(cell))
            yield Evidence(page.cell_id(table, cell), cell.text, context + headers, 0.0)
