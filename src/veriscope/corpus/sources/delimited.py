"""CSV and TSV files: one page with one table."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

from veriscope.corpus.sources.document_text import UnreadableDocument, decode_text, document_suffix, title_from_place
from veriscope.corpus.sources.page_builder import MAX_CELLS, PageBuilder
from veriscope.corpus.sources.records import ParsedRecord
from veriscope.corpus.sources.table_rows import cells_of_rows
from veriscope.domain import Page

MAX_FIELD_CHARACTERS = 2**20
_DELIMITERS = (",", ";", "\t", "|")
_SAMPLE_CHARACTERS = 64 * 2**10
_SAMPLE_ROWS = 100
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
# A sentinel after the last line: it comes back as its own row, unless an open quote swallowed it. No text holds it,
# because decoding replaces control characters.
_END = "\x01"


def parse_delimited(place: str, data: bytes) -> ParsedRecord:
    """The table of a CSV or TSV file; its delimiter is whichever of `, ; tab |` gives the most even rows."""
    text = decode_text(data).removeprefix("\ufeff")
    delimiter, text = _delimiter(text, is_tabbed=document_suffix(place) in {".tab", ".tsv"})
    rows = _rows(text, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL)
    if rows is None:
        # A quote that never closes is an inch mark or the like, so quotes mean nothing in this file.
        rows = _rows(text, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    builder = PageBuilder()
    builder.add_table(cells_of_rows(rows or []))
    if not builder.elements:
        raise UnreadableDocument("empty")
    return ParsedRecord(Page(title_from_place(place), tuple(builder.elements), origin=place))


def _delimiter(text: str, *, is_tabbed: bool) -> tuple[str, str]:
    """The delimiter, and the text without the line in which a spreadsheet program declares it."""
    first, _, rest = text.partition("\n")
    if len(first) == 5 and first.lower().startswith("sep="):
        return first[4], rest
    sample = text[:_SAMPLE_CHARACTERS]
    if len(text) > len(sample):
        sample = sample.rpartition("\n")[0] or sample
    # Between digits a comma is likelier a decimal mark, so it counts there only if nothing else divides the rows.
    undecimal = _DECIMAL_COMMA.sub(".", sample)
    scores = {mark: _evenness(undecimal if mark == "," else sample, mark) for mark in _DELIMITERS}
    best = "\t" if is_tabbed else max(_DELIMITERS, key=lambda mark: scores[mark])
    return (best if scores[best][0] else ","), text


def _evenness(sample: str, delimiter: str) -> tuple[bool, float, int]:
    """Whether rows have several fields; the share of rows with the most common width; and that width."""
    widths: Counter[int] = Counter()
    try:
        for row in _reader(sample, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL):
            if row == [_END] or widths.total() >= _SAMPLE_ROWS:
                break
            # A quote left in a field counts against the delimiter, which must have divided a quoted field.
            widths[0 if any('"' in field for field in row) else len(row)] += bool(row)
    except csv.Error:
        return False, 0.0, 0
    wide = Counter({width: count for width, count in widths.items() if width > 1})
    if not wide:
        return False, 0.0, 1
    width, count = max(wide.items(), key=lambda item: (item[1], item[0]))
    return True, count / widths.total(), width


def _rows(text: str, *, delimiter: str, quoting: int) -> list[list[str]] | None:
    """The rows that are not blank, or None if a quote stays open until the end."""
    rows: list[list[str]] = []
    count = 0
    try:
        for row in _reader(text, delimiter=delimiter, quoting=quoting):
            if row == [_END]:
                return rows
            if any(field and not field.isspace() for field in row):
                count += len(row)
                if count > MAX_CELLS:
                    raise UnreadableDocument(f"more than {MAX_CELLS:,} cells; split it into several documents")
                rows.append([" ".join(field.split()) for field in row])
    except csv.Error as error:
        if quoting == csv.QUOTE_NONE:
            raise UnreadableDocument(f"not a table of delimited fields: {error}") from None
    return None


def _reader(text: str, *, delimiter: str, quoting: int) -> Iterator[list[str]]:
    csv.field_size_limit(MAX_FIELD_CHARACTERS)
    lines = io.StringIO(f"{text.removesuffix(chr(10))}\n{_END}", newline="")
    return csv.reader(lines, delimiter=delimiter, quoting=quoting, skipinitialspace=True)  # type: ignore[arg-type]
