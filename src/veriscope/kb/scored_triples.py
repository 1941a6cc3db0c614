"""Writes scored triples: the rows of a file with their scores, or statements about triples as GERBIL reads them."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

from pyoxigraph import NamedNode

from veriscope.domain import CheckedTriple
from veriscope.files import replacing
from veriscope.kb.triple_files import TripleFile

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_TRUTH_VALUE = "http://swc2017.aksw.org/hasTruthValue"
_DOUBLE = "http://www.w3.org/2001/XMLSchema#double"
_LITERAL = re.compile(r'"(?:[^"\\\n\r]|\\.)*"(?:@[A-Za-z]+(?:-[A-Za-z0-9]+)*|\^\^<[^<>"\s]+>)?')
_FORBIDDEN = re.compile(r'[\x00-\x20<>"{}|^`\\]')


def write_scored_rows(path: Path, file: TripleFile, scores: Mapping[int, float]) -> None:
    """Write the file's rows unchanged, each with the score of its line, or an empty cell if it has none.

    A header gets the column `score`; a file without a header gets none.
    """
    width = max(len(row.cells) for row in file.rows)
    with replacing(path) as stream:
        if file.header is not None:
            width = max(width, len(file.header))
            stream.write(_row_bytes((*_pad(file.header, width), "score")))
        for row in file.rows:
            score = scores.get(row.line)
            stream.write(_row_bytes((*_pad(row.cells, width), "" if score is None else repr(score))))


def write_statements(path: Path, checked: Iterable[tuple[int, CheckedTriple]]) -> None:
    """Write one reified statement for each line number and triple, with its score as the truth value.

    A name that is not an IRI becomes one: `urn:veriscope:name:` plus the name with special characters escaped.
    """
    with replacing(path) as stream:
        for line, (triple, score, _) in checked:
            statement = f"<urn:veriscope:fact:{line}>"
            properties = (
                (f"{_RDF}type", f"<{_RDF}Statement>"),
                (f"{_RDF}subject", _term(triple.subject)),
                (f"{_RDF}predicate", _term(triple.predicate)),
                (f"{_RDF}object", _term(triple.object)),
                (_TRUTH_VALUE, f'"{score!r}"^^<{_DOUBLE}>'),
            )
            for name, value in properties:
                stream.write(f"{statement} <{name}> {value} .\n".encode())


def _pad(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))


def _row_bytes(cells: tuple[str, ...]) -> bytes:
    return "\t".join(cells).encode() + b"\n"


def _term(name: str) -> str:
    if _LITERAL.fullmatch(name):
        return name
    iri = _FORBIDDEN.sub(lambda found: quote(found[0], safe=""), name)
    return f"<{iri}>" if _is_iri(iri) else f"<urn:veriscope:name:{quote(name, safe='')}>"


def _is_iri(text: str) -> bool:
    try:
        NamedNode(text)
    except ValueError:
        return False
    return True
