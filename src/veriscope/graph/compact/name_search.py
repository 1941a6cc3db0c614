"""Finds entities and predicates by what people call them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.errors import InputError
from veriscope.graph.compact.entity_names import (
    escaped_iri,
    node_label,
    predicate_label,
    readable_iri,
    title_of,
    words_of,
)
from veriscope.graph.compact.graph import Graph, Labels
from veriscope.graph.compact.name_folding import (
    FAR,
    NO_MATCH,
    SAME,
    comparable,
    edit_distances,
    last_part,
    match_grades,
)
from veriscope.graph.compact.names import Names

_NAMED = 5
# Up to this many names are searched without kernels, which take time to load and to compile.
_FEW = 2000


class FoundName(NamedTuple):
    """A thing that a search found: its number, IRI and label, and how many facts it has."""

    number: int
    iri: str
    label: str
    facts: int


def search_entities(graph: Graph, text: str, *, limit: int) -> list[FoundName]:
    """Entities whose words begin like those of the text: exact names first, then by number of edges."""
    degrees = graph.popularity()
    grades = match_grades(graph.nodes, graph.node_labels, text)
    numbers = _best(np.flatnonzero(grades > NO_MATCH), grades, degrees, graph.nodes, limit=limit)
    return [FoundName(each, graph.nodes[each], node_label(graph, each), int(degrees[each])) for each in numbers]


def search_predicates(graph: Graph, text: str, *, limit: int) -> list[FoundName]:
    """Predicates whose words begin like those of the text: exact names first, then by number of facts."""
    counts = predicate_facts(graph)
    grades = match_grades(graph.predicates, _predicate_words(graph), text)
    numbers = _best(np.flatnonzero(grades > NO_MATCH), grades, counts, graph.predicates, limit=limit)
    return [
        FoundName(each, graph.predicates[each], predicate_label(graph, each), int(counts[each])) for each in numbers
    ]


def predicate_facts(graph: Graph) -> NDArray[np.int64]:
    """How many facts each predicate has, including literal values."""
    size = len(graph.predicates)
    return np.bincount(graph.out.predicates, minlength=size) + np.bincount(graph.attributes.predicates, minlength=size)


@dataclass(frozen=True)
class NameFinder:
    """Names that people write → numbers: an IRI, a label, or the last part of an IRI; each is looked up once."""

    graph: Graph

    def node(self, name: str) -> int:
        """The entity of that name; the error for an unknown or ambiguous name suggests what may be meant."""
        return self._nodes.number(name)

    def predicate(self, name: str) -> int:
        """The predicate of that name; the error for an unknown or ambiguous name suggests what may be meant."""
        return self._predicates.number(name)

    def has_predicate(self, name: str) -> bool:
        """Whether one or more predicates have this name."""
        return self._predicates.has(name)

    @cached_property
    def _nodes(self) -> "_Register":
        graph = self.graph
        return _Register("entity", graph.nodes, lambda: graph.node_labels, graph.popularity)

    @cached_property
    def _predicates(self) -> "_Register":
        graph = self.graph
        return _Register("predicate", graph.predicates, lambda: _predicate_words(graph), lambda: predicate_facts(graph))


def _predicate_words(graph: Graph) -> Labels:
    """A label for every predicate: its own, or the words of its name (`birthPlace` as `birth place`)."""
    labels = [predicate_label(graph, number) for number in range(len(graph.predicates))]
    places = {label: place for place, label in enumerate(dict.fromkeys(labels))}
    return Labels(np.array([places[label] for label in labels], dtype=np.int32), Names.of(places))


@dataclass(frozen=True)
class _Register:
    """The names of entities or of predicates; labels and weights are read only for names that are not IRIs."""

    what: str
    names: Names
    read_labels: Callable[[], Labels]
    read_weights: Callable[[], NDArray[np.int64]]
    known: dict[str, int] = field(default_factory=dict)

    @cached_property
    def labels(self) -> Labels:
        return self.read_labels()

    def number(self, name: str) -> int:
        if name not in self.known:
            exact = self._exact(name)
            self.known[name] = self._by_name(name) if exact is None else exact
        return self.known[name]

    def has(self, name: str) -> bool:
        return self._exact(name) is not None or bool(self._same(name))

    def _exact(self, name: str) -> int | None:
        iri = name[1:-1] if name.startswith("<") and name.endswith(">") else name
        found = map(self.names.find, dict.fromkeys((name, iri, escaped_iri(iri), readable_iri(iri))))
        return next((number for number in found if number is not None), None)

    def _same(self, name: str) -> list[int]:
        if not name.strip():
            return []
        if len(self.names) <= _FEW:
            return self._same_names.get(comparable(name.strip().replace("_", " ")), [])
        return np.flatnonzero(match_grades(self.names, self.labels, name) == SAME).tolist()

    @cached_property
    def _same_names(self) -> dict[str, list[int]]:
        """Names and labels in comparable form → the numbers of the things that have them."""
        found: dict[str, list[int]] = {}
        for number, name in enumerate(self.names):
            for text in {comparable(last_part(name)), comparable(self.labels.of(number) or "")} - {""}:
                found.setdefault(text, []).append(number)
        return found

    def _by_name(self, name: str) -> int:
        found = self._same(name)
        exact = [number for number in found if name in (self.labels.of(number), title_of(self.names[number]))]
        found = exact if exact and len(found) > 1 else found
        if len(found) == 1:
            return int(found[0])
        if found:
            raise InputError(
                f"{name!r} is the name of {len(found)} things; give the IRI of one: {self._list_names(found)}"
            )
        near = self._near(name)
        hint = f"; did you mean: {self._list_names(near)}" if near else ""
        raise InputError(f"the graph has no {self.what} {name!r}{hint}")

    def _near(self, name: str) -> list[int]:
        """Names that differ in few letters or continue the text, then names that contain its words."""
        text = title_of(name)
        if not text.strip():
            return []
        distances = edit_distances(self.names, self.labels, text, most=max(1, min(8, len(text.encode()) // 3)))
        grades = match_grades(self.names, self.labels, text)
        ranks = np.maximum(FAR - distances, np.choose(grades, (0, 1, FAR - 2, FAR)))
        return _best(np.flatnonzero(ranks > 0), ranks, self.read_weights(), self.names, limit=_NAMED)

    def _list_names(self, numbers: list[int]) -> str:
        more = f" and {len(numbers) - _NAMED} more" if len(numbers) > _NAMED else ""
        return ", ".join(self._name_text(number) for number in numbers[:_NAMED]) + more

    def _name_text(self, number: int) -> str:
        iri, label = readable_iri(self.names[number]), self.labels.of(number)
        return iri if label is None or label in (title_of(iri), words_of(iri)) else f"{label} ({iri})"


def _best(
    numbers: NDArray[np.int64], ranks: NDArray[np.integer], weights: NDArray[np.int64], names: Names, *, limit: int
) -> list[int]:
    """The numbers of the highest ranks, within a rank of the highest weights, then in the order of names."""
    order = np.lexsort((-weights[numbers], -ranks[numbers].astype(np.int64)))
    # Keep all ties at the cut, so that the names decide between them and not their places.
    last = order[min(limit, len(order)) - 1 : limit]
    is_tied = (
        (ranks[numbers] == ranks[numbers[last]]) & (weights[numbers] == weights[numbers[last]]) if len(last) else []
    )
    chosen = {*order[:limit].tolist(), *np.flatnonzero(is_tied).tolist()}
    keys = {place: (-int(ranks[numbers[place]]), -int(weights[numbers[place]])) for place in chosen}
    best = sorted(chosen, key=lambda place: (*keys[place], names[int(numbers[place])]))
    return [int(numbers[place]) for place in best[:limit]]
