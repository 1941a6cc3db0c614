"""What the cells of a table say: which column names a row, and which others can be spoken of."""

import random
import re
from typing import NamedTuple

from veriscope.domain import Cell, CellId, Page, Table, TableKind
from veriscope.pipeline.made_up_claims import PlainTable
from veriscope.pipeline.mixed_benchmark_clauses import tidy
from veriscope.pipeline.mixed_benchmark_sameness import excludes, is_sum, says

_COUNTED = re.compile(r"(?:rank|no\.?|#|pos\.?|position|number|place|nr\.?|id|medal|)", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:year|season|date|edition)\b", re.IGNORECASE)
_AMOUNT = re.compile(r"-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?")
# A lower one is better, or it means nothing; so do short capitals, which are often places in a chart or a part.
_ORDINAL = re.compile(
    r"#|nº|s/n|\b(?:rank|ranking|ranked|no|nos|number|seed|pos|position|place|placing|time|round|pick|channel|code|lane|lvl"
    r"|level|tier|draw|order|season|episode|episodes|ep|chart|peak|heat|group|grid|stage|week|date|day|wr|serial|car|bib"
    r"|edition|grade|class|draft|series|id|age group|division|uci|frequency)\b",
    re.IGNORECASE,
)
_SHORT_CAPITALS = re.compile(r"[A-Z]{2,3}\.?")
_YEARS = range(1500, 2101)
_LONGEST = 48
_LONGEST_HEADER = 30
_MOST_ROWS = 25
_TRIED = 8


class KeyedTable(NamedTuple):
    """A table whose rows are named by a column; `columns` are those that say something of them."""

    plain: PlainTable
    key: int
    columns: tuple[int, ...]

    @property
    def page(self) -> Page:
        """The page it stands on."""
        return self.plain.page

    @property
    def is_by_time(self) -> bool:
        """Whether the rows are years, seasons or dates."""
        return _WHEN.search(self.plain.header[self.key]) is not None

    def header(self, column: int) -> str:
        """What a column is called within a sentence."""
        words = tidy(self.plain.header[column]).split()
        return " ".join(word.lower() if word.istitle() else word for word in words)

    def name(self, row: int) -> str:
        """What a row is called."""
        return tidy(self.plain.rows[row][self.key].text)

    def value(self, row: int, column: int) -> str:
        """What a cell says."""
        return tidy(self.plain.rows[row][column].text)

    def amount(self, row: int, column: int) -> float | None:
        """The number that a cell is; None where it is none."""
        text = self.value(row, column)
        return float(text.replace(",", "")) if _AMOUNT.fullmatch(text) else None

    def cell(self, row: int, column: int) -> Cell:
        """The cell itself."""
        return self.plain.rows[row][column]

    def told_by(self, row: int, *columns: int) -> tuple[CellId, ...]:
        """The addresses of cells, after that of the name of their row where it is no header, which context gives."""
        named = () if self.cell(row, self.key).is_header else (self.key,)
        return tuple(self.page.cell_id(self.plain.table, self.cell(row, column)) for column in (*named, *columns))

    def other(self, row: int, column: int, draw: random.Random) -> str | None:
        """What the column says of another row and cannot be right of this one; None where some tries find nothing."""
        rows, own = range(len(self.plain.rows)), self.value(row, column)
        for y in draw.sample(rows, min(len(rows), _TRIED)):
            text = self.value(y, column)
            if is_speakable(text) and excludes(own, text) and not self.may_be(row, text):
                return text
        return None

    def may_be(self, row: int, value: str) -> bool:
        """Whether a line of the page names the row and holds the value, so that it may be right as well."""
        return says(self.page, self.name(row), value)

    def is_named_again(self, row: int) -> bool:
        """Whether another table of the page has a row that names the same."""
        others = [table for table in self.page.tables() if table is not self.plain.table]
        return any(tidy(cell.text) == self.name(row) for table in others for cell in table.cells)

    @property
    def is_alone(self) -> bool:
        """Whether it is the only table of its page."""
        return not any(table.kind is TableKind.TABLE for table in self.page.tables() if table is not self.plain.table)

    @property
    def is_told_by_section(self) -> bool:
        """Whether the name of its section tells it from the other tables of the page."""
        others = [path for path, one in self.page.outline() if isinstance(one, Table) and one is not self.plain.table]
        return bool(self.plain.path) and all(self.plain.path[-1] not in path for path in others)


def keyed(page: Page) -> list[KeyedTable]:
    """The tables of a page that can be spoken of: each row named once, two or more columns to tell of it."""
    found = []
    for path, table in page.outline():
        plain = PlainTable.of(page, path, table) if isinstance(table, Table) and table.kind is TableKind.TABLE else None
        if plain is None:
            continue
        key = next((column for column in range(min(3, len(plain.header))) if _names_rows(plain, column)), None)
        columns = tuple(column for column in range(len(plain.header)) if column != key and _tells(plain, column))
        if key is not None and len(columns) > 1:
            found.append(KeyedTable(plain, key, columns))
    return found


def is_speakable(text: str) -> bool:
    """Whether a cell can stand in a sentence: short, not empty, and no mark alone."""
    return 0 < len(text) <= _LONGEST and any(character.isalnum() for character in text) and "\n" not in text


def _names_rows(plain: PlainTable, column: int) -> bool:
    texts = [tidy(row[column].text) for row in plain.rows]
    header = plain.header[column].strip()
    is_named = all(is_speakable(text) and not is_sum(text) for text in texts) and len(set(texts)) == len(texts)
    are_names = _WHEN.search(header) or all(any(map(str.isalpha, text)) for text in texts)
    return is_named and bool(are_names) and _COUNTED.fullmatch(header) is None


def _tells(plain: PlainTable, column: int) -> bool:
    header = plain.header[column].strip()
    filled = sum(is_speakable(tidy(row[column].text)) for row in plain.rows)
    is_short = 1 < len(header) <= _LONGEST_HEADER and header[0].isalpha()
    is_said = _COUNTED.fullmatch(header) is None and not header.lower().startswith(("note", "ref"))
    return is_short and is_said and filled * 2 > len(plain.rows)


class Places(NamedTuple):
    """Two rows that differ in a column of numbers."""

    low: int
    high: int
    column: int


def amounts(table: KeyedTable) -> list[int]:
    """The columns whose cells are all amounts or years, where there are few enough rows to look at."""
    rows = range(len(table.plain.rows))
    columns = [] if len(rows) > _MOST_ROWS else [c for c in table.columns if _is_measured(table.header(c))]
    return [c for c in columns if all(table.amount(y, c) is not None for y in rows)]


def _is_measured(header: str) -> bool:
    return _ORDINAL.search(header) is None and _SHORT_CAPITALS.fullmatch(header) is None


def are_years(table: KeyedTable, column: int) -> bool:
    """Whether a column of numbers says when."""
    numbers = [table.amount(y, column) for y in range(len(table.plain.rows))]
    is_written_so = all("," not in table.value(y, column) for y in range(len(table.plain.rows)))
    return is_written_so and all(number is not None and number in _YEARS for number in numbers)


def compared(table: KeyedTable, draw: random.Random) -> Places | None:
    """Two rows that differ in a column of numbers; None where there are none."""
    columns = amounts(table)
    if not columns:
        return None
    column = draw.choice(columns)
    one, other = draw.sample(range(len(table.plain.rows)), 2)
    left, right = table.amount(one, column), table.amount(other, column)
    if left is None or right is None or left == right:
        return None
    return Places(one, other, column) if left < right else Places(other, one, column)


def extremes(table: KeyedTable, column: int, *, highest: bool) -> list[int]:
    """The rows in order of a column of numbers, the highest or the lowest first."""
    rows = range(len(table.plain.rows))
    return sorted(rows, key=lambda row: ((table.amount(row, column) or 0) * (-1 if highest else 1), row))
