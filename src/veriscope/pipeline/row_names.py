"""Names of many rows → the names of a graph: quickly where they are IRIs or last parts of IRIs, else by its finder."""

from dataclasses import dataclass
from functools import cached_property

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph
from veriscope.graph.name_search import NameFinder
from veriscope.graph.names import Names

_SEVERAL = -1


@dataclass(frozen=True)
class RowNames:
    """Reads the names of a graph's things as people write them."""

    graph: Graph

    def triple(self, subject: str, predicate: str, object_: str) -> Triple:
        """The triple by the graph's own names; an unknown name is an error that says what may be meant."""
        nodes, predicates = self.graph.nodes, self.graph.predicates
        if object_.startswith('"') and nodes.find(object_) is None:
            raise InputError(f"the object {object_} is a literal value; the methods judge facts between entities")
        return Triple(
            nodes[self._node(subject)], predicates[self._finder.predicate(predicate)], nodes[self._node(object_)]
        )

    def _node(self, name: str) -> int:
        exact = self.graph.nodes.find(name)
        if exact is not None:
            return exact
        number = self._by_last_part.get(name.replace(" ", "_"), _SEVERAL)
        return self._finder.node(name) if number == _SEVERAL else number

    @cached_property
    def _finder(self) -> NameFinder:
        return NameFinder(self.graph)

    @cached_property
    def _by_last_part(self) -> dict[str, int]:
        return _last_parts(self.graph.nodes)


def _last_parts(names: Names) -> dict[str, int]:
    """The last part of each name → its number; one that several names share leads nowhere."""
    found: dict[str, int] = {}
    for number, name in enumerate(names):
        part = name[max(name.rfind("/"), name.rfind("#")) + 1 :]
        found[part] = _SEVERAL if part in found else number
    return found
