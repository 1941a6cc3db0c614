"""Reads a file of tables (source format `tables`): the wanted ones, and how common terms are in all of them."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from veriscope.corpus import FORMATS, RawRecord, Skip
from veriscope.datasets import is_tabfact
from veriscope.domain import Page, Section
from veriscope.errors import InputError
from veriscope.files import JsonLine, read_json_lines
from veriscope.text import terms

_FORMAT = FORMATS["tables"]

# Receives how many bytes are read, how many there are, and how many tables that made.
Report = Callable[[int, int, int], None]


@dataclass(frozen=True, slots=True)
class TableTerms:
    """How many tables of a file have each term: selection weighs terms by it when there is no corpus.

    The counts are not compared: there are very many.
    """

    tables: int
    counts: Mapping[str, int] = field(compare=False, repr=False)

    def page_count(self) -> int:
        """How many tables there are."""
        return self.tables

    def frequency(self, term: str) -> int:
        """How many tables have the term."""
        return self.counts.get(term, 0)


@dataclass(frozen=True, slots=True)
class TableFile:
    """The wanted tables, each as a page titled by its id, and what could not be read or is there twice."""

    pages: Mapping[str, Page]
    terms: TableTerms
    skips: tuple[Skip, ...]


def read_table_file(path: Path, *, wanted: Collection[str], report: Report) -> TableFile:
    """Read a file that has at least one table; `wanted` are the titles of the pages to keep."""
    total = path.stat().st_size if path.is_file() else 0
    counts: Counter[str] = Counter()
    pages: dict[str, Page] = {}
    skips: list[Skip] = []
    seen: set[str] = set()
    for one, offset in _tables(path):
        if isinstance(one, Skip):
            skips.append(one)
        elif one.title in seen:
            skips.append(Skip(one.origin, "record", f"the id {one.title!r} is there twice; the first table counts"))
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
    """Why a file has no table: it may be the file of the statements."""
    first = next((line.value for line in read_json_lines(path) if isinstance(line, JsonLine)), None)
    if first is not None and is_tabfact(first):
        return f"{path} holds statements, not tables; give it as --data, and the file of the tables as --tables"
    expected = "expected one JSON object a line: {id, header, rows} or {id, infobox}"
    why = f"{skips[0].place}: {skips[0].reason}" if skips else "the file is empty"
    return f"{path} has no tables ({why}); {expected}"
