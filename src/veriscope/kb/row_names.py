"""Names of many rows → the names of a graph: fast for IRIs and last parts of IRIs, otherwise by the graph's finder.

A predicate may also be written as in a sentence: `Canberra`, `capital of`, `Australia`.
"""

from dataclasses import dataclass
from functools import cached_property

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph, NameFinder, Names, readable_iri
from veriscope.linking import Sense, senses_between, senses_said

_SEVERAL = -1


@dataclass(frozen=True)
class RowNames:
    """Reads the names of a graph's things as people write them."""

    graph: Graph

    def triple(self, subject: str, predicate: str, object_: str) -> Triple:
        """The triple by the graph's own names; the error for an unknown name suggests what may be meant."""
        nodes, predicates = self.graph.nodes, self.graph.predicates
        if object_.startswith('"') and nodes.find(object_) is None:
            raise InputError(f"the object {object_} is a literal value; the methods judge facts between entities")
        number, is_forward = self._sense(predicate)
        first, last = nodes[self._node(subject)], nodes[self._node(object_)]
        return Triple(first, predicates[number], last) if is_forward else Triple(last, predicates[number], first)

    def _sense(self, name: str) -> Sense:
        """The predicate, and whether it leads from the subject to the object."""
        if name not in self._senses:
            is_name = self._finder.has_predicate(name)
            said = [] if is_name else senses_said(name, self._between)
            if len(said) > 1:
                choices = ", ".join(self._shown(sense) for sense in said)
                raise InputError(f"{name!r} may be said of {len(said)} predicates; give one of: {choices}")
            self._senses[name] = said[0] if said else Sense(self._finder.predicate(name), is_forward=True)
        return self._senses[name]

    def _shown(self, sense: Sense) -> str:
        iri = readable_iri(self.graph.predicates[sense.predicate])
        return iri if sense.is_forward else f"{iri} (from OBJECT to SUBJECT)"

    def _node(self, name: str) -> int:
        exact = self.graph.nodes.find(name)
        if exact is not None:
            return exact
        number = self._by_last_part.get(name.replace(" ", "_"), _SEVERAL)
        return self._finder.node(name) if number == _SEVERAL else number

    @cached_property
    def _senses(self) -> dict[str, Sense]:
        return {}

    @cached_property
    def _between(self) -> dict[str, frozenset[Sense]]:
        return senses_between(self.graph)

    @cached_property
    def _finder(self) -> NameFinder:
        return NameFinder(self.graph)

    @cached_property
    def _by_last_part(self) -> dict[str, int]:
        return _last_parts(self.graph.nodes)


def _last_parts(names: Names) -> dict[str, int]:
    """The last part of each name → its number; `_SEVERAL` if several names share it."""
    found: dict[str, int] = {}
    for number, name in enumerate(names):
        part = name[max(name.rfind("/"), name.rfind("#")) + 1 :]
        found[part] = _SEVERAL if part in found else number
    return found
