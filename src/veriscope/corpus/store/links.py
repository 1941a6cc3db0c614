"""The links of a page: lists them, and points them to the pages they lead to."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from veriscope.domain import Cell, Element, ItemList, Link, Page, Section, Sentence, Table


def page_links(page: Page) -> Iterator[Link]:
    """All links of a page, in reading order."""
    return (link for element in page.elements for links in _link_runs(element) for link in links)


def relink(page: Page, ends: Mapping[str, str]) -> Page:
    """The page with each link's target replaced by its end; links without an end are dropped, their text stays."""
    return replace(page, elements=tuple(_relink(element, ends) for element in page.elements))


def _link_runs(element: Element) -> Iterator[tuple[Link, ...]]:
    match element:
        case Sentence(_, _, links):
            yield links
        case Table(_, cells, _, _, caption_links):
            yield caption_links
            for cell in cells:
                yield cell.links
        case ItemList(_, items):
            for item in items:
                yield item.links


def _relink(element: Element, ends: Mapping[str, str]) -> Element:
    match element:
        case Section():
            return element
        case Sentence():
            return replace(element, links=_resolved_links(element.links, ends)) if element.links else element
        case Table():
            cells = tuple(_relink_cell(cell, ends) if cell.links else cell for cell in element.cells)
            return replace(element, cells=cells, caption_links=_resolved_links(element.caption_links, ends))
        case ItemList():
            items = tuple(replace(i, links=_resolved_links(i.links, ends)) if i.links else i for i in element.items)
            return replace(element, items=items)


def _relink_cell(cell: Cell, ends: Mapping[str, str]) -> Cell:
    # `replace` takes four times as long, and a page may hold thousands of cells.
    links = _resolved_links(cell.links, ends)
    return Cell(cell.row, cell.column, cell.text, cell.is_header, cell.row_span, cell.column_span, links)


def _resolved_links(links: tuple[Link, ...], ends: Mapping[str, str]) -> tuple[Link, ...]:
    return tuple(
        link if ends[link.target] == link.target else replace(link, target=ends[link.target])
        for link in links
        if link.target in ends
    )
