"""A page being written, and its JSON in FEVEROUS's page format."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

_LINK = re.compile(r"\[\[([^|\]]*)\|([^\]]*)\]\]")


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell."""

    value: str
    is_header: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Item:
    """A list item; `level` 0 is the outermost."""

    value: str
    level: int = 0


def head(value: str, *, columns: int = 1, rows: int = 1) -> Cell:
    """A header cell."""
    return Cell(value, is_header=True, columns=columns, rows=rows)


class Draft:
    """Collects sentences, sections, tables and lists in reading order."""

    def __init__(self, title: str) -> None:
        self.title = title
        self._elements: dict[str, Any] = {}
        self._counts = {"sentence": 0, "section": 0, "table": 0, "list": 0}
        self._linked = {title.replace(" ", "_")}

    def sentence(self, text: str | None) -> None:
        """Adds a sentence; nothing when there is none. Only the first mention of a page stays a link."""
        if text is not None:
            # A name that ends in a stop, such as Washington, D.C., ends the sentence too.
            stopped = text.removesuffix(".") if text.endswith(".]].") else text
            self._add("sentence", _LINK.sub(self._first_link, stopped))

    def sentences(self, texts: Iterable[str | None]) -> None:
        """Adds sentences in order."""
        for text in texts:
            self.sentence(text)

    def section(self, value: str) -> None:
        """Opens a section."""
        self._add("section", {"value": value, "level": 2})

    def table(self, rows: Sequence[Sequence[Cell]], *, caption: str | None = None, kind: str = "table") -> None:
        """Adds a table; its cells keep every link but those to the page itself."""
        number = self._counts["table"]
        body = [
            [self._cell(cell, f"{number}_{row}_{column}") for column, cell in enumerate(cells)]
            for row, cells in enumerate(rows)
        ]
        captioned = {"caption": caption} if caption else {}
        self._add("table", {"type": kind, **captioned, "table": body})

    def infobox(self, name: str, facts: Iterable[tuple[str, str | None]]) -> None:
        """Adds an infobox: the name over two columns, then a header and a value for each known fact."""
        rows = [[head(name, columns=2)]]
        rows += [[head(key), Cell(value)] for key, value in facts if value is not None]
        self.table(rows, kind="infobox")

    def items(self, items: Sequence[Item], *, ordered: bool = False) -> None:
        """Adds a list."""
        number, kind = self._counts["list"], "ordered_list" if ordered else "unordered_list"
        body = [
            {
                "id": f"item_{number}_{i}",
                "value": self._without_self_link(item.value),
                "level": item.level,
                "type": kind,
            }
            for i, item in enumerate(items)
        ]
        self._add("list", {"type": kind, "list": body})

    def to_json(self) -> str:
        """The page as one line of JSON."""
        record = {"title": self.title, "order": list(self._elements), **self._elements}
        return json.dumps(record, ensure_ascii=False)

    def _add(self, kind: str, element: object) -> None:
        self._elements[f"{kind}_{self._counts[kind]}"] = element
        self._counts[kind] += 1

    def _cell(self, cell: Cell, place: str) -> dict[str, Any]:
        kind = "header_cell" if cell.is_header else "cell"
        return {
            "id": f"{kind}_{place}",
            "value": self._without_self_link(cell.value),
            "is_header": cell.is_header,
            "column_span": str(cell.columns),
            "row_span": str(cell.rows),
        }

    def _first_link(self, match: re.Match[str]) -> str:
        if match[1] in self._linked:
            return match[2]
        self._linked.add(match[1])
        return match[0]

    def _without_self_link(self, value: str) -> str:
        own = self.title.replace(" ", "_")
        return _LINK.sub(lambda match: match[2] if match[1] == own else match[0], value)
