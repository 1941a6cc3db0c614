"""Files of N-Triples and tables → statements as bytes, and the malformed lines."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from veriscope.files import Block, read_blocks
from veriscope.graph.rdf.read_ahead import read_ahead
from veriscope.graph.rdf.repair import MalformedLineError, Mend, mend_ntriples, mend_table
from veriscope.graph.rdf.scan_ntriples import scan_ntriples
from veriscope.graph.rdf.scan_table import scan_table
from veriscope.graph.rdf.statements import Statements

_HEADERS = frozenset(
    {
        (b"subject", b"predicate", b"object"),
        (b"subject", b"relation", b"object"),
        (b"head", b"relation", b"tail"),
        (b"s", b"p", b"o"),
        (b"h", b"r", b"t"),
    }
)
_SHOWN_BYTES = 120
UNKNOWN_TERM = "a kind of term that graphs here do not hold"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class MalformedLine:
    """A line without a readable statement: its number from 1, what is wrong with it, and its beginning."""

    number: int
    problem: str
    text: str


@dataclass(frozen=True, slots=True)
class Batch:
    """The statements of a part of a file; `offset` is how many bytes of the file on disk were read so far.

    `in_graphs` counts the statements in a named graph; the name is not kept.
    """

    statements: tuple[Statements, ...]
    malformed: tuple[MalformedLine, ...]
    lines: int
    offset: int
    in_graphs: int = 0


Scan = Callable[..., Statements]


def read_ntriples(path: Path) -> Iterator[Batch]:
    """The statements of an N-Triples file."""
    return _read(whole_lines(path), scan_ntriples, mend_ntriples)


def read_table(path: Path) -> Iterator[Batch]:
    """The statements of a table of subject, predicate and object; a header is skipped."""
    return _read(_without_header(whole_lines(path)), scan_table, mend_table)


def _read(blocks: Iterator[Block], scan: Scan, mend: Mend) -> Iterator[Batch]:
    before = 0
    for block in read_ahead(blocks):
        statements = scan(block.data)
        mended, malformed = _mend_odd_lines(block.data, statements, scan, mend, before=before)
        yield Batch((statements, *mended), malformed, statements.lines, block.offset)
        before += statements.lines


def _mend_odd_lines(
    data: bytes, statements: Statements, scan: Scan, mend: Mend, *, before: int
) -> tuple[tuple[Statements, ...], tuple[MalformedLine, ...]]:
    """The statements of the odd lines after rewriting, and the lines that stay malformed."""
    whole, owners, malformed = list[bytes](), list[int](), list[MalformedLine]()
    for start, end, line in statements.odd.tolist():
        number = before + line + 1
        try:
            whole.append(mend(data[start:end]))
            owners += [number] * whole[-1].count(b"\n")
        except MalformedLineError as error:
            malformed.append(malformed_line(number, str(error), data[start:end]))
    if not whole:
        return (), tuple(malformed)
    text = b"".join(whole)
    mended = scan(text, is_canonical=True)
    malformed += [
        malformed_line(owners[line], UNKNOWN_TERM, text[start:end]) for start, end, line in mended.odd.tolist()
    ]
    return (mended,), tuple(sorted(malformed, key=lambda each: each.number))


def malformed_line(number: int, problem: str, line: bytes) -> MalformedLine:
    """A malformed line, its text cut to what a message can show."""
    text = line[:_SHOWN_BYTES].decode(errors="replace") + ("…" if len(line) > _SHOWN_BYTES else "")
    return MalformedLine(number, problem, text)


def _without_header(blocks: Iterator[Block]) -> Iterator[Block]:
    for place, block in enumerate(blocks):
        head, newline, rest = block.data.partition(b"\n")
        is_header = place == 0 and tuple(head.lower().strip().lstrip(b"#").split(b"\t")) in _HEADERS
        # An empty line in its place keeps the line numbers right.
        yield Block(newline + rest, block.offset) if is_header else block


def whole_lines(path: Path) -> Iterator[Block]:
    """The blocks of a file, without a byte order mark."""
    for place, block in enumerate(read_blocks(path)):
        yield Block(block.data.removeprefix(_BYTE_ORDER_MARK), block.offset) if place == 0 else block
