"""Collects the texts and merged cells of an office table, and lays them out within limits."""

from collections.abc import Iterator

from veriscope.corpus.sources import UnreadableDocument, cells_of_grid, merged_spans
from veriscope.domain import Cell

MAX_GRID_CELLS = 4_000_000
MAX_CHARACTERS = 64 * 2**20

_Place = tuple[int, int]


class TableGrid:
    """A table by rows and columns, counted from 0; `header_rows` are those that the document itself calls headings."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.header_rows = 0
        self._merged: dict[_Place, _Place] = {}
        self._written: dict[int, _Place] = {}  # by column: the row and the width of its last cell
        self._width = self._passed = self._characters = 0

    def add_row(self) -> None:
        """Begin a row."""
        self._refuse_too_large(more_rows=1)
        self.rows += ([] for _ in range(self._passed + 1))
        self._passed = 0

    def make_room(self, *, rows: int, columns: int) -> None:
        """Refuse a table that will be too large with more rows of so many columns."""
        self._width = max(self._width, columns)
        self._refuse_too_large(more_rows=rows)

    def pass_rows(self, times: int) -> None:
        """Leave rows empty, if others stand above and below them."""
        self._passed += times if self.rows else 0

    def put(self, column: int, text: str, *, row_span: int = 1, column_span: int = 1) -> None:
        """Write a text into the row begun last, at a column right of those written; merged cells hold it once."""
        row, top = self.rows[-1], len(self.rows) - 1
        end = column + column_span
        self._width = max(self._width, end)
        self._refuse_too_large()
        row += [""] * (end - len(row))
        row[column] = text
        self._characters += len(text)
        if self._characters > MAX_CHARACTERS:
            raise UnreadableDocument(f"a table repeats more than {MAX_CHARACTERS:,} characters; save it as CSV")
        self._written[column] = top, column_span
        if row_span > 1 or column_span > 1:
            self._merged[top, column] = (top + row_span - 1, end - 1)

    def extend_above(self, column: int) -> None:
        """Merge the place at a column of the row begun last with the cell written last in that column."""
        top, width = self._written.get(column, (len(self.rows) - 1, 1))
        self._width = max(self._width, column + width)
        self._refuse_too_large()
        row = self.rows[-1]
        row += [""] * (column + width - len(row))
        self._merged[top, column] = (len(self.rows) - 1, column + width - 1)

    def cells(self) -> Iterator[Cell]:
        """The cells as written; the header rows are found by their content if the document names none."""
        left = min((next(n for n, text in enumerate(row) if text) for row in self.rows if any(row)), default=0)
        rows = [row[left:] + [""] * (self._width - max(len(row), left)) for row in self.rows]
        spans = merged_spans(list(self._merged.items()), start=(0, left), rows=rows)
        return cells_of_grid(rows, spans, headers=range(self.header_rows) if self.header_rows else None)

    def _refuse_too_large(self, *, more_rows: int = 0) -> None:
        area = (len(self.rows) + self._passed + more_rows) * self._width
        if area > MAX_GRID_CELLS:
            raise UnreadableDocument(
                f"a table reaches over {area:,} cells, more than {MAX_GRID_CELLS:,}; save it as CSV"
            )
