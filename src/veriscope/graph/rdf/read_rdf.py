"""Reads RDF files other than N-Triples with a full parser, and the side files of a table of facts."""

import lzma
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import zstandard
from pyoxigraph import BlankNode, DefaultGraph, Quad, RdfFormat, Triple, parse, serialize

from veriscope.errors import InputError
from veriscope.files import open_compressed
from veriscope.graph.compact import SIDE_LABEL, SIDE_PREDICATE_LABEL, SUBCLASS_OF, TYPE
from veriscope.graph.rdf.reading import UNKNOWN_TERM, Batch, MalformedLine, malformed_line, whole_lines
from veriscope.graph.rdf.repair import MalformedLineError, check_text
from veriscope.graph.rdf.scan_ntriples import scan_ntriples
from veriscope.graph.rdf.scan_table import scan_table

_BATCH = 50_000
_DAMAGE = (EOFError, OSError, lzma.LZMAError, zlib.error, zstandard.ZstdError)


def read_rdf(path: Path, *, form: RdfFormat) -> Iterator[Batch]:
    """The statements of a file; a syntax error ends the reading, as nobody can tell what else it affects.

    The names of graphs that statements are in are left out, and those statements counted.
    """
    stream, raw = open_compressed(path)
    with raw, stream:
        quads, names = _parse(stream, path, form), dict[BlankNode, BlankNode]()
        before = 0
        while batch := list(islice(quads, _BATCH)):
            text = serialize((_triple(quad, names) for quad in batch), format=RdfFormat.N_TRIPLES) or b""
            statements = scan_ntriples(text, is_canonical=True)
            odd = tuple(
                malformed_line(before + line + 1, UNKNOWN_TERM, text[start:end])
                for start, end, line in statements.odd.tolist()
            )
            in_graphs = sum(not isinstance(quad.graph_name, DefaultGraph) for quad in batch)
            yield Batch((statements,), odd, len(batch), raw.tell() if raw.seekable() else 0, in_graphs)
            before += len(batch)


def _parse(stream: object, path: Path, form: RdfFormat) -> Iterator[Quad]:
    try:
        yield from parse(input=stream, format=form)  # type: ignore[arg-type]
    except SyntaxError as error:
        place = f"{path}:{error.lineno}" if error.lineno else str(path)
        what = str(error)
        raise InputError(f"{place}: not {form.name}: {what.partition(': ')[2] or what}") from None
    except _DAMAGE as error:
        raise InputError(f"{path}: the file is damaged or cut short ({error}); fetch it again") from None


def _triple(quad: Quad, names: dict[BlankNode, BlankNode]) -> Triple:
    """The triple with blank nodes numbered in order: the parser gives nameless ones random names."""

    def named(term: object) -> object:
        return names.setdefault(term, BlankNode(f"b{len(names)}")) if isinstance(term, BlankNode) else term

    return Triple(named(quad.subject), quad.predicate, named(quad.object))  # type: ignore[arg-type]


_ESCAPED = re.compile(rb'["\\\x00-\x1f\x7f]')


def read_types(path: Path) -> Iterator[Batch]:
    """Lines of an entity and its class."""
    return _read(path, lambda fields: _pair(fields, TYPE, "an entity and its class"))


def read_subclasses(path: Path) -> Iterator[Batch]:
    """Lines of a class and its superclass."""
    return _read(path, lambda fields: _pair(fields, SUBCLASS_OF, "a class and its superclass"))


def read_labels(path: Path) -> Iterator[Batch]:
    """Lines of a thing and its label, or of a thing, another id of it, its label and more."""
    return _read(path, lambda fields: _label(fields, SIDE_LABEL))


def read_predicate_labels(path: Path) -> Iterator[Batch]:
    """Lines of a predicate and its label."""
    return _read(path, lambda fields: _label(fields, SIDE_PREDICATE_LABEL))


def _read(path: Path, row: Callable[[list[bytes]], bytes]) -> Iterator[Batch]:
    number = 0
    for block in whole_lines(path):
        rows, malformed, before = list[bytes](), list[MalformedLine](), number
        for line in block.data.removesuffix(b"\n").split(b"\n"):
            number += 1
            try:
                if stripped := line.removesuffix(b"\r"):
                    check_text(stripped)
                    rows.append(row(stripped.split(b"\t")))
            except MalformedLineError as error:
                malformed.append(malformed_line(number, str(error), line))
        statements = scan_table(b"\n".join(rows), is_canonical=True)
        assert not len(statements.odd)
        yield Batch((statements,), tuple(malformed), number - before, block.offset)


def _pair(fields: list[bytes], predicate: str, expected: str) -> bytes:
    if len(fields) != 2 or not all(fields) or any(field.startswith(b'"') for field in fields):
        raise MalformedLineError(f"{len(fields)} fields separated by tabs, 2 expected: {expected}")
    return b"\t".join((fields[0], predicate.encode(), fields[1]))


def _label(fields: list[bytes], predicate: str) -> bytes:
    if len(fields) < 2 or not fields[0] or fields[0].startswith(b'"'):
        raise MalformedLineError(f"{len(fields)} fields separated by tabs, 2 or more expected: a thing and its label")
    label = fields[1] if len(fields) == 2 else fields[2]
    if not label.strip():
        raise MalformedLineError("the label is empty")
    escaped = _ESCAPED.sub(_escape, label)
    return b"\t".join((fields[0], predicate.encode(), b'"' + escaped + b'"'))


def _escape(match: re.Match[bytes]) -> bytes:
    letter = match[0]
    return b"\\" + letter if letter in b'"\\' else b"\\u%04X" % letter[0]
