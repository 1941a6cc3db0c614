"""A second look at lines that the kernels could not read: a full parser rewrites or rejects them."""

import re
from collections.abc import Callable

from pyoxigraph import RdfFormat, parse, serialize

from veriscope.graph.compact import XSD

_POSITION = re.compile(r"^Parser error (at|between) line 1.*?: | \(line 1\)$")
_SHORT_DATATYPE = re.compile(rb"\^\^xsd:([A-Za-z]+)$")


class MalformedLineError(Exception):
    """What is wrong with a line."""


Mend = Callable[[bytes], bytes]


def mend_ntriples(line: bytes) -> bytes:
    """The statements of a line in canonical form; none for a comment."""
    check_text(line)
    try:
        return serialize(parse(input=line, format=RdfFormat.N_TRIPLES), format=RdfFormat.N_TRIPLES) or b""
    except SyntaxError as error:
        raise MalformedLineError(_POSITION.sub("", str(error)).replace("Parser error ", "")) from None


def mend_table(line: bytes) -> bytes:
    """A row of three fields with its literal in canonical form."""
    check_text(line)
    fields = line.rstrip(b"\t ").split(b"\t")
    if len(fields) != 3:
        raise MalformedLineError(f"{len(fields)} fields separated by tabs, 3 expected: subject, predicate, object")
    for name, field in zip(("subject", "predicate", "object"), fields, strict=True):
        if not field:
            raise MalformedLineError(f"the {name} is empty")
        if name != "object" and field.startswith(b'"'):
            raise MalformedLineError(f"the {name} is a literal")
    return b"\t".join([*fields[:2], _literal(fields[2])]) + b"\n"


def _literal(field: bytes) -> bytes:
    if not field.startswith(b'"'):
        return field
    field = _SHORT_DATATYPE.sub(rb"^^<" + XSD.encode() + rb"\1>", field)
    try:
        return mend_ntriples(b"<s:s> <p:p> " + field + b" .")[len(b"<s:s> <p:p> ") : -len(b" .\n")]
    except MalformedLineError:
        raise MalformedLineError(
            'the literal is not closed, or not escaped: write "text", "text"@en or "5"^^<datatype>'
        ) from None


def check_text(line: bytes) -> None:
    """Reject bytes that are not UTF-8 text."""
    try:
        line.decode()
    except UnicodeDecodeError as error:
        raise MalformedLineError(f"not UTF-8 (byte {error.start + 1} of the line)") from None
    if b"\0" in line:
        raise MalformedLineError("a zero byte: is the file UTF-16? It must be UTF-8")
