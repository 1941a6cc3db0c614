"""Names that no graph lists: adjectives of countries, currencies without their country, plurals and singulars."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from veriscope.graph import EntityNames, Graph, NamedNode, NameKind, node_label
from veriscope.linking.phrases import class_names, local_name, nationalities
from veriscope.text import load_words, name_key

_CURRENCY = "Currency"


@dataclass(frozen=True)
class OtherNames:
    """Finds the nodes of a graph by names derived from theirs."""

    graph: Graph
    names: EntityNames

    def find(self, key: str) -> Sequence[NamedNode]:
        """The nodes that a name may mean, besides those that have it."""
        made = [*self._adjectives.get(key, ()), *self._currencies.get(key, ())]
        return made or ([] if self.names.find(key) else self._in_other_number(key))

    def _in_other_number(self, key: str) -> list[NamedNode]:
        """`halogens` for Halogen, `Uralic language` for Uralic languages; the name of a class names no thing."""
        other = key[:-1] if key.endswith("s") else f"{key}s"
        if not other or {key, other} & self._class_names:
            return []
        return [NamedNode(one.node, NameKind.ALIAS) for one in self.names.find(other) if one.kind is NameKind.WHOLE]

    @cached_property
    def _adjectives(self) -> dict[str, list[NamedNode]]:
        """The countries and continents of the graph by their adjectives."""
        found = {name_key(adjective): self.names.find(name_key(name)) for adjective, name in nationalities().items()}
        return {
            adjective: [NamedNode(one.node, NameKind.ALIAS) for one in nodes if one.kind is NameKind.WHOLE]
            for adjective, nodes in found.items()
        }

    @cached_property
    def _currencies(self) -> dict[str, list[NamedNode]]:
        """`yen` for the Japanese yen, where no other currency is called so."""
        found: defaultdict[str, list[NamedNode]] = defaultdict(list)
        for node in self._of_class(_CURRENCY):
            adjective, _, short = name_key(node_label(self.graph, node)).rpartition(" ")
            if adjective in self._adjectives and short not in load_words("stop_words.txt"):
                found[short].append(NamedNode(node, NameKind.ALIAS))
        return {short: nodes for short, nodes in found.items() if len(nodes) == 1}

    def _of_class(self, name: str) -> list[int]:
        schema = self.graph.schema
        kinds = [number for number, iri in enumerate(schema.classes) if local_name(iri) == name]
        places = np.flatnonzero(np.isin(schema.types.members, kinds))
        nodes: list[int] = np.unique(np.searchsorted(schema.types.starts, places, side="right") - 1).tolist()
        return nodes

    @cached_property
    def _class_names(self) -> frozenset[str]:
        return frozenset(name_key(name) for iri in self.graph.schema.classes for name in class_names(iri))
