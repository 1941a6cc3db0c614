"""Statistics of a graph: its size, the spread of its edges, the coverage of types, its predicates."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.entity_names import predicate_label
from veriscope.graph.compact.functionality import Functionality, functionalities
from veriscope.graph.compact.graph import Graph
from veriscope.graph.compact.vocabulary import is_datatype


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers are spread: mean, quantiles, the largest."""

    mean: float
    median: float
    p90: float
    p99: float
    largest: int

    @classmethod
    def of(cls, numbers: NDArray[np.int64]) -> "Spread":
        """The spread of numbers; zeros for none."""
        if not len(numbers):
            return cls(0.0, 0.0, 0.0, 0.0, 0)
        median, p90, p99 = np.percentile(numbers, [50, 90, 99]).tolist()
        return cls(float(numbers.mean()), median, p90, p99, int(numbers.max()))


@dataclass(frozen=True, slots=True)
class PredicateProfile:
    """A predicate with its counts of facts, how many have literal values, and its domain and range."""

    iri: str
    label: str
    literal_facts: int
    counts: Functionality
    domain: tuple[str, ...]
    range: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphProfile:
    """Facts are edges between entities and literal values; predicates without facts and datatypes do not count.

    `degrees` covers the edges of entities in both directions. `degree_counts[k]` counts entities with at least 2^k and
    fewer than 2^(k+1) edges, `isolated` those with none.
    """

    facts: int
    edges: int
    literal_facts: int
    entities: int
    predicates: int
    unused_predicates: int
    classes: int
    types: int
    typed_entities: int
    labelled_entities: int
    blank_nodes: int
    isolated: int
    self_loops: int
    degrees: Spread
    out_degrees: Spread
    in_degrees: Spread
    degree_counts: tuple[int, ...]
    by_kind: dict[str, int]


def profile_graph(graph: Graph) -> GraphProfile:
    """Count and describe all of a graph."""
    out, into, degrees = graph.out.degrees(), graph.into.degrees(), graph.popularity()
    used = [each for each in functionalities(graph) if each.facts]
    kinds = [each.kind for each in used]
    return GraphProfile(
        facts=len(graph.out) + len(graph.attributes.values),
        edges=len(graph.out),
        literal_facts=len(graph.attributes.values),
        entities=len(graph.nodes),
        predicates=len(used),
        unused_predicates=len(graph.predicates) - len(used),
        classes=sum(not is_datatype(name) for name in graph.schema.classes),
        types=len(graph.schema.types.members),
        typed_entities=int(np.count_nonzero(np.diff(graph.schema.types.starts))),
        labelled_entities=int(np.count_nonzero(graph.node_labels.places >= 0)),
        blank_nodes=_blank_nodes(graph),
        isolated=int(np.count_nonzero(degrees == 0)),
        self_loops=_self_loops(graph),
        degrees=Spread.of(degrees),
        out_degrees=Spread.of(out),
        in_degrees=Spread.of(into),
        degree_counts=_powers(degrees),
        by_kind={kind: kinds.count(kind) for kind in sorted(set(kinds))},
    )


def profile_predicates(graph: Graph) -> list[PredicateProfile]:
    """All predicates, those with the most facts first, ties in the order of their IRIs."""
    literal_facts = np.bincount(graph.attributes.predicates, minlength=len(graph.predicates))
    classes, domains, ranges = graph.schema.classes, graph.schema.domains, graph.schema.ranges
    rows = [
        PredicateProfile(
            iri=graph.predicates[number],
            label=predicate_label(graph, number),
            literal_facts=int(literal_facts[number]),
            counts=counts,
            domain=tuple(classes[each] for each in domains[number].tolist()),
            range=tuple(classes[each] for each in ranges[number].tolist()),
        )
        for number, counts in enumerate(functionalities(graph))
    ]
    return sorted(rows, key=lambda row: (-row.counts.facts, row.iri))


def _powers(degrees: NDArray[np.int64]) -> tuple[int, ...]:
    connected = degrees[degrees > 0]
    # `frexp` gives the power of two just above each degree.
    _, exponents = np.frexp(connected.astype(np.float64))
    return tuple(np.bincount(exponents - 1).tolist()) if len(connected) else ()


def _self_loops(graph: Graph) -> int:
    subjects = np.repeat(np.arange(len(graph.nodes), dtype=np.int32), graph.out.degrees())
    return int(np.count_nonzero(subjects == graph.out.nodes))


def _blank_nodes(graph: Graph) -> int:
    """Blank nodes are adjacent in the order of names, as all begin with `_:`."""

    def first_not_below(prefix: str) -> int:
        low, high = 0, len(graph.nodes)
        while low < high:
            middle = (low + high) // 2
            below = graph.nodes[int(graph.nodes.order[middle])] < prefix
            low, high = (middle + 1, high) if below else (low, middle)
        return low

    return first_not_below("_;") - first_not_below("_:")
