"""Reads a file of tables (source format `tables`): those asked for, and how common terms are in all of them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from veriscope.corpus import FORMATS
from veriscope.corpus.records import RawRecord, Skip
from veriscope.datasets.json_lines import JsonLine, read_json_lines
from veriscope.datasets.tabfact import is_tabfact
from veriscope.domain import Page, Section
from veriscope.errors import InputError
from veriscope.text import terms

_FORMAT = FORMATS["tables"]

# How many bytes of how many are read, and how many tables that made.
Report = Callable[[int, int, int], None]


@dataclass(frozen=True, slots=True)
class TableTerms:
    """In how many tables of a file each term stands: what selection weighs terms by, where there is no corpus.

    Two of one file are equal; the counts, of which there are very many, are not compared.
    """

    tables: int
    counts: Mapping[str, int] = field(compare=False, repr=False)

    def page_count(self) -> int:
        """How many tables there are."""
        return self.tables

    def frequency(self, term: str) -> int:
        """In how many tables the term stands."""
        return self.counts.get(term, 0)


@dataclass(frozen=True, slots=True)
class TableFile:
    """The tables that were asked for, each as a page titled by its id, and what could not be read or stands twice."""

    pages: Mapping[str, Page]
    terms: TableTerms
    skips: tuple[Skip, ...]


def read_table_file(path: Path, *, wanted: Collection[str], report: Report) -> TableFile:
    """Read a file that holds at least one table; `wanted` are the titles of the pages to keep."""
    total = path.stat().st_size if path.is_file() else 0
    counts: Counter[str] = Counter()
    pages: dict[str, Page] = {}
    skips: list[Skip] = []
    seen: set[str] = set()
    for one, offset in _tables(path):
        if isinstance(one, Skip):
            skips.append(one)
        elif one.title in seen:
            skips.append(Skip(one.origin, "record", f"the id {one.title!r} stands twice; the first table counts"))
        else:
            seen.add(one.title)
            counts.update(_terms(one))
            if one.title in wanted:
                pages[one.title] = one
            report(offset, total, len(seen))
    if not seen:
        raise InputError(_no_tables(path, skips))
    return TableFile(pages, TableTerms(len(seen), counts), tuple(skips))


def _tables(path: Path) -> Iterator[tuple[Page | Skip, int]]:
    for record in _FORMAT.records(path):
        if not isinstance(record, RawRecord):
            yield record, 0
            continue
        parsed = _FORMAT.parse(record)
        for skip in parsed.skips:
            yield skip, record.offset
        if parsed.page is not None:
            yield parsed.page, record.offset


def _terms(page: Page) -> set[str]:
    texts = (
        text
        for element in page.elements
        for text in ([element.title] if isinstance(element, Section) else element.texts())
    )
    return {term for text in texts for term in terms(text)}


def _no_tables(path: Path, skips: list[Skip]) -> str:
    """Why a file holds no table: it may be the file of the statements."""
    first = next((line.value for line in read_json_lines(path) if isinstance(line, JsonLine)), None)
    if first is not None and is_tabfact(first):
        return f"{path} holds statements, not tables; give it as --data, and the file of the tables as --tables"
    expected = "expected one JSON object a line: {id, header, rows} or {id, infobox}"
    why = f"{skips[0].place}: {skips[0].reason}" if skips else "the file is empty"
    return f"{path} holds no tables ({why}); {expected}"
