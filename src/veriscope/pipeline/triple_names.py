"""Names that people write → the entities and predicates of a graph."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph
from veriscope.graph.graph import Labels
from veriscope.graph.names import Names

_SAMPLE = 5000
_NAMESPACES = 8
_NAMED = 3


@dataclass(frozen=True)
class NameReader:
    """Finds what a name means: the name itself, a label, or the last part of an IRI in the graph's namespaces."""

    graph: Graph

    def triple(self, subject: str, predicate: str, object_: str) -> Triple:
        """The triple by the graph's own names; a name that it does not know is an error, with what may be meant."""
        if object_.startswith('"'):
            raise InputError(f"{object_} is a literal value; the methods judge facts between entities")
        return Triple(self.node(subject), self.predicate(predicate), self.node(object_))

    def node(self, text: str) -> str:
        """The name of the entity that is meant."""
        return self._nodes.read(text, what="entity")

    def predicate(self, text: str) -> str:
        """The name of the predicate that is meant."""
        return self._predicates.read(text, what="predicate")

    @cached_property
    def _nodes(self) -> "_Register":
        return _Register(self.graph.nodes, self.graph.node_labels, _namespaces(self.graph.nodes))

    @cached_property
    def _predicates(self) -> "_Register":
        return _Register(self.graph.predicates, self.graph.predicate_labels, _namespaces(self.graph.predicates))


@dataclass(frozen=True, slots=True)
class _Register:
    names: Names
    labels: Labels
    namespaces: tuple[str, ...]

    def read(self, text: str, *, what: str) -> str:
        if self.names.find(text) is not None:
            return text
        found = self._by_label(text) or self._by_last_part(text)
        if len(found) > 1:
            told = ", ".join(found[:_NAMED])
            more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
            raise InputError(f"{text!r} is the name of {len(found)} things; give the IRI of one: {told}{more}")
        if not found:
            raise InputError(f"the graph has no {what} {text!r}")
        return found[0]

    def _by_label(self, text: str) -> list[str]:
        place = self.labels.texts.find(text)
        if place is None:
            return []
        return [self.names[number] for number in np.flatnonzero(self.labels.places == place).tolist()]

    def _by_last_part(self, text: str) -> list[str]:
        parts = dict.fromkeys((text, text.replace(" ", "_")))
        candidates = (namespace + part for namespace in self.namespaces for part in parts)
        return [name for name in candidates if self.names.find(name) is not None]


def _namespaces(names: Names) -> tuple[str, ...]:
    """What stands before the last slash or hash of many names, the commonest first."""
    step = max(1, len(names) // _SAMPLE)
    counts = Counter(_namespace(names[number]) for number in range(0, len(names), step))
    return tuple(namespace for namespace, _ in counts.most_common(_NAMESPACES) if namespace)


def _namespace(name: str) -> str:
    return name[: max(name.rfind("/"), name.rfind("#")) + 1]
