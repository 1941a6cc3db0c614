"""Turtle files, through a full parser, as N-Triples for the kernel."""

import lzma
import zlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import zstandard
from pyoxigraph import BlankNode, Quad, RdfFormat, Triple, parse, serialize

from veriscope.errors import InputError
from veriscope.graph.reading import UNKNOWN_TERM, Batch, malformed_line
from veriscope.graph.scan_ntriples import scan_ntriples
from veriscope.text import open_compressed

_BATCH = 50_000
_DAMAGE = (EOFError, OSError, lzma.LZMAError, zlib.error, zstandard.ZstdError)


def read_turtle(path: Path) -> Iterator[Batch]:
    """The statements of a Turtle file; a syntax error ends it, as nobody can tell what else it swallowed."""
    stream, raw = open_compressed(path)
    with raw, stream:
        triples = _named(_parsed(stream, path))
        before = 0
        while batch := list(islice(triples, _BATCH)):
            text = serialize(batch, format=RdfFormat.N_TRIPLES) or b""
            statements = scan_ntriples(text, is_canonical=True)
            odd = tuple(
                malformed_line(before + line + 1, UNKNOWN_TERM, text[start:end])
                for start, end, line in statements.odd.tolist()
            )
            yield Batch((statements,), odd, len(batch), raw.tell() if raw.seekable() else 0)
            before += len(batch)


def _parsed(stream: object, path: Path) -> Iterator[Quad]:
    try:
        yield from parse(input=stream, format=RdfFormat.TURTLE)  # type: ignore[arg-type]
    except SyntaxError as error:
        raise InputError(f"{path}:{error.lineno}: not Turtle: {str(error).partition(': ')[2]}") from None
    except _DAMAGE as error:
        raise InputError(f"{path}: the file is damaged or cut short ({error}); fetch it again") from None


def _named(quads: Iterator[Quad]) -> Iterator[Triple]:
    """The triples with their blank nodes numbered as they come: the parser gives those without a name a random one."""
    names: dict[BlankNode, BlankNode] = {}

    def named(term: object) -> object:
        return names.setdefault(term, BlankNode(f"b{len(names)}")) if isinstance(term, BlankNode) else term

    for quad in quads:
        yield Triple(named(quad.subject), quad.predicate, named(quad.object))  # type: ignore[arg-type]
