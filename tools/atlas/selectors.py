"""Finds the evidence that an authored claim names, by selectors such as `Page > [Key]`.

`~words & others` is the one sentence that holds all the words, `[Key]` an infobox value, `Row / Column` a table cell,
`- item` a list item, and `caption` the caption of the first table that has one.
"""

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from veriscope.errors import InputError

_LINK = re.compile(r"\[\[[^|\]]*\|([^\]]*)\]\]")


def plain(text: str) -> str:
    """Text without link markup."""
    return _LINK.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class Found:
    """An element of a page: its FEVEROUS id, its context ids and its text."""

    element_id: str
    context: tuple[str, ...]
    text: str


class Selector:
    """Resolves selectors over pages, given as parsed JSON by title."""

    def __init__(self, pages: dict[str, dict[str, Any]]) -> None:
        self._pages = pages

    def find(self, selector: str) -> Found:
        """The one element that a selector names; an error when there is none, or more than one."""
        title, _, rest = (part.strip() for part in selector.partition(" > "))
        page = self._pages.get(title)
        if page is None:
            raise InputError(f"claims: no page {title!r}, named by {selector!r}")
        found = self._candidates(page, rest)
        if len(found) != 1:
            texts = "; ".join(hit.text for hit in found) or "nothing"
            raise InputError(f"claims: {selector!r} must name one element, but finds {texts}")
        return found[0]

    def _candidates(self, page: dict[str, Any], rest: str) -> list[Found]:
        if rest.startswith("~"):
            return _sentences(page, rest[1:])
        if rest.startswith("- "):
            return _items(page, rest[2:])
        if rest == "caption":
            return _captions(page)[:1]
        if rest.startswith("["):
            return _infobox(page, rest.strip("[]"))
        row, _, column = rest.rpartition(" / ")
        return _cells(page, row.strip(), column.strip())


def _sections(page: dict[str, Any], element: str) -> tuple[str, ...]:
    """The ids of the title and of the sections an element stands in."""
    path: list[tuple[int, str]] = []
    for name in page["order"]:
        if name == element:
            break
        if name.startswith("section_"):
            level = page[name]["level"]
            path = [*((depth, other) for depth, other in path if depth < level), (level, name)]
    return (f"{page['title']}_title", *(f"{page['title']}_{name}" for _, name in path))


def _sentences(page: dict[str, Any], words: str) -> list[Found]:
    wanted = words.split(" & ")
    names = [name for name in page["order"] if name.startswith("sentence_")]
    names = [name for name in names if all(part in plain(page[name]) for part in wanted)]
    return [Found(f"{page['title']}_{name}", _sections(page, name), plain(page[name])) for name in names]


def _items(page: dict[str, Any], text: str) -> list[Found]:
    found = []
    for name in page["order"]:
        if name.startswith("list_"):
            ids = [item["id"] for item in page[name]["list"] if plain(item["value"]) == text]
            found += [Found(f"{page['title']}_{item_id}", _sections(page, name), text) for item_id in ids]
    return found


def _captions(page: dict[str, Any]) -> list[Found]:
    names = [name for name in page["order"] if name.startswith("table_") and "caption" in page[name]]
    return [
        Found(f"{page['title']}_table_caption_{name[6:]}", _sections(page, name), page[name]["caption"])
        for name in names
    ]


def table_rows(page: dict[str, Any], table: str) -> list[dict[str, tuple[str, Found]]]:
    """The rows of a table, each by column name: what a cell says, and the cell; an infobox is one row.

    Headers above one another name a column together: `Body Moons`.
    """
    if page[table]["type"] == "infobox":
        keys = [row[0]["value"] for row in page[table]["table"] if len(row) == 2]
        values = {row[0]["value"]: plain(row[1]["value"]) for row in page[table]["table"] if len(row) == 2}
        return [{key: (values[key], _infobox(page, key)[0]) for key in keys}]
    grid = _grid(page[table]["table"])
    heads = _head_rows(grid)
    names = [" ".join(dict.fromkeys(plain(head[c]["value"]) for head in heads)) for c in range(len(heads[-1]))]
    return [
        {name: (plain(row[c]["value"]), _cell(page, table, row, grid, c)) for c, name in enumerate(names)}
        for row in grid[len(heads) :]
    ]


def _infobox(page: dict[str, Any], key: str) -> list[Found]:
    found = []
    for name in page["order"]:
        if not name.startswith("table_") or page[name]["type"] != "infobox":
            continue
        for row in page[name]["table"]:
            if len(row) == 2 and row[0]["value"] == key:
                label, value = (f"{page['title']}_{cell['id']}" for cell in row)
                text = f"{key}: {plain(row[1]['value'])}"
                found.append(Found(value, (*_sections(page, name), label), text))
    return found


def _cells(page: dict[str, Any], row_name: str, column_name: str) -> list[Found]:
    found = []
    for name in page["order"]:
        if not name.startswith("table_") or page[name]["type"] == "infobox":
            continue
        grid = _grid(page[name]["table"])
        columns = [c for c in range(len(grid[0])) if any(_is(row, c, column_name) for row in _head_rows(grid))]
        rows = [row for row in grid[1:] if any(plain(cell["value"]) == row_name for cell in _row_names(row))]
        found += [_cell(page, name, row, grid, column) for row in rows for column in columns]
    unique = {hit.element_id: hit for hit in found}
    return list(unique.values())


def _row_names(row: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells by which a row may be called: its first two, and its headers."""
    return [*row[:2], *(cell for cell in row[2:] if cell["is_header"])]


def _head_rows(grid: list[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """The rows at the top that hold nothing but headers."""
    return list(takewhile(lambda row: all(cell["is_header"] for cell in row), grid))


def _is(row: list[dict[str, Any]], column: int, name: str) -> bool:
    return column < len(row) and row[column]["is_header"] and plain(row[column]["value"]) == name


def _cell(
    page: dict[str, Any], table: str, row: list[dict[str, Any]], grid: list[list[dict[str, Any]]], column: int
) -> Found:
    title, cell = page["title"], row[column]
    heads = [
        head
        for head in (*(other[column] for other in _head_rows(grid)), *row)
        if head["is_header"] and head is not cell
    ]
    unique = tuple(dict.fromkeys(f"{title}_{head['id']}" for head in heads))
    names = " / ".join(dict.fromkeys(plain(head["value"]) for head in heads))
    return Found(f"{title}_{cell['id']}", (*_sections(page, table), *unique), f"{names}: {plain(cell['value'])}")


def _grid(rows: list[list[dict[str, Any]]]) -> list[list[dict[str, Any]]]:
    """The table with spanning cells repeated in every place they cover."""
    grid: dict[tuple[int, int], dict[str, Any]] = {}
    for r, row in enumerate(rows):
        c = 0
        for cell in row:
            while (r, c) in grid:
                c += 1
            for down in range(int(cell["row_span"])):
                for right in range(int(cell["column_span"])):
                    grid[r + down, c + right] = cell
            c += int(cell["column_span"])
    width = 1 + max(c for _, c in grid)
    return [[grid[r, c] for c in range(width) if (r, c) in grid] for r in range(len(rows))]
