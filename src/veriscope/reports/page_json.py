"""Pages and search results as JSON: what `corpus show --json` and `corpus search --json` print."""

from veriscope.corpus import SearchHit, SearchResults
from veriscope.domain import Content, ItemList, Link, Page, Sentence, Table

_Json = dict[str, object]


def search_as_json(results: SearchResults) -> dict[str, object]:
    """The results as one object; marks are `[start, end]` over the text beside them."""
    return {
        "query": results.query,
        "total": results.total,
        "hits": [_hit_as_json(hit) for hit in results.hits],
        "suggestions": list(results.suggestions),
        "left_out": results.left_out,
    }


def _hit_as_json(hit: SearchHit) -> dict[str, object]:
    fields: dict[str, object] = {
        "title": hit.title,
        "score": hit.score,
        "title_marks": [list(mark) for mark in hit.title_marks],
        "passage": None,
    }
    if hit.passage is not None:
        fields["passage"] = {
            "id": str(hit.passage.id),
            "text": hit.passage.text,
            "context": list(hit.passage.context),
            "marks": [list(mark) for mark in hit.passage.marks],
        }
    return fields


def page_as_json(page: Page) -> _Json:
    """The page as one object; links are `[start, end, target]` over the text beside them."""
    places = {id(element): page.mark_at(position) for position, element in enumerate(page.elements)}
    elements = [
        _element(page, path, element) | ({"place": place} if (place := places[id(element)]) else {})
        for path, element in page.outline()
    ]
    return {"title": page.title, "origin": page.origin, "elements": elements}


def _element(page: Page, path: tuple[str, ...], element: Content) -> _Json:
    sections = list(path)
    match element:
        case Sentence(_, text, links):
            return _piece("sentence", str(page.sentence_id(element)), text, links) | {"sections": sections}
        case ItemList(index, items, is_ordered):
            pieces = [
                _piece("item", str(page.item_id(element, i)), i.text, i.links) | {"level": i.level} for i in items
            ]
            return {"kind": "list", "index": index, "ordered": is_ordered, "items": pieces, "sections": sections}
        case Table():
            return _table(page, element) | {"sections": sections}


def _table(page: Page, table: Table) -> _Json:
    caption = _piece("caption", str(page.caption_id(table)), table.caption, table.caption_links)
    cells = [
        _piece("header" if cell.is_header else "cell", str(page.cell_id(table, cell)), cell.text, cell.links)
        | {"row_span": cell.row_span, "column_span": cell.column_span}
        for cell in table.cells
    ]
    return {
        "kind": "table",
        "index": table.index,
        "layout": table.kind.value,
        "caption": caption if table.caption else None,
        "cells": cells,
    }


def _piece(kind: str, evidence_id: str, text: str, links: tuple[Link, ...]) -> _Json:
    return {"kind": kind, "id": evidence_id, "text": text, "links": [[k.start, k.end, k.target] for k in links]}
