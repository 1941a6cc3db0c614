"""The literal values of nodes, read as numbers, years or texts."""

import re
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from veriscope.graph.compact.graph import Graph
from veriscope.graph.compact.literals import literal_datatype, literal_text

_YEAR = re.compile(r"-?\d{4,}")
_INTEGERS = {"integer", "int", "long", "short", "byte", "nonNegativeInteger", "positiveInteger", "unsignedInt"}
_NUMBERS = frozenset({*_INTEGERS, "decimal", "double", "float"})
_DATES = frozenset({"gYear", "gYearMonth", "date", "dateTime"})


class LiteralKind(StrEnum):
    """What a literal value is to a reader."""

    NUMBER = "number"
    YEAR = "year"
    TEXT = "text"


class LiteralValue(NamedTuple):
    """A literal without its notation; `number` is its value, the year of a date, or None for a text."""

    text: str
    kind: LiteralKind
    number: float | None


def read_literal(written: str) -> LiteralValue:
    """The value of a literal in N-Triples' notation."""
    text = literal_text(written)
    datatype = re.split(r"[#/]", literal_datatype(written) or "")[-1]
    if datatype in _DATES and (year := _YEAR.match(text)):
        return LiteralValue(text, LiteralKind.YEAR, float(year[0]))
    if datatype in _NUMBERS:
        try:
            return LiteralValue(text, LiteralKind.NUMBER, float(text))
        except ValueError:
            pass
    return LiteralValue(text, LiteralKind.TEXT, None)


def values_of(graph: Graph, node: int, predicate: int) -> list[str]:
    """The literals of a node under a predicate, as N-Triples writes them."""
    attributes = graph.attributes
    start, end = int(attributes.starts[node]), int(attributes.starts[node + 1])
    own = attributes.predicates[start:end]
    left = start + int(np.searchsorted(own, predicate, side="left"))
    right = start + int(np.searchsorted(own, predicate, side="right"))
    return [attributes.texts[int(value)] for value in attributes.values[left:right]]


def literal_kinds(graph: Graph) -> dict[int, LiteralKind]:
    """The kind of the first literal value of each predicate that has any."""
    predicates, places = np.unique(graph.attributes.predicates, return_index=True)
    texts, values = graph.attributes.texts, graph.attributes.values
    firsts = zip(predicates.tolist(), places.tolist(), strict=True)
    return {predicate: read_literal(texts[int(values[place])]).kind for predicate, place in firsts}
