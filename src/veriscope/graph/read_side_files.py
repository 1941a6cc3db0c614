"""Files beside a table of facts: types, superclasses and labels, as statements."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from veriscope.graph.mending import MalformedLineError, check_text
from veriscope.graph.reading import Batch, MalformedLine, malformed_line, whole_lines
from veriscope.graph.scan_table import scan_table
from veriscope.graph.vocabulary import SIDE_LABEL, SIDE_PREDICATE_LABEL, SUBCLASS_OF, TYPE

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
