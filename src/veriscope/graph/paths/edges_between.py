"""The seen edges between two nodes, and paths of nodes with the predicates that link them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from veriscope.domain import Path, Step
from veriscope.graph.compact import Edges, View


class EdgeBetween(NamedTuple):
    """A predicate, and whether its edge leads from the first node to the second."""

    predicate: int
    is_forward: bool


def edges_between(view: View, near: int, far: int) -> list[EdgeBetween]:
    """All seen edges from one node to another and back, forward ones first, then by predicate."""
    graph = view.graph
    if _edge_count(graph.out, graph.into, far) < _edge_count(graph.out, graph.into, near):
        found = [EdgeBetween(edge.predicate, not edge.is_forward) for edge in _edges_to(view, far, near)]
    else:
        found = _edges_to(view, near, far)
    return sorted(found, key=lambda edge: (not edge.is_forward, edge.predicate))


def path_over(view: View, nodes: Sequence[int]) -> Path:
    """A path over linked nodes, using the first edge between each two."""
    steps = [_step(view, edges_between(view, node, following)[0], following) for node, following in pairwise(nodes)]
    return Path(view.graph.nodes[nodes[0]], tuple(steps))


def direct_paths(view: View, subject: int, predicate: int, object_: int) -> list[Path]:
    """A path of one step for each seen edge of another predicate between the ends of a fact."""
    edges = [edge for edge in edges_between(view, subject, object_) if edge.predicate != predicate]
    return [Path(view.graph.nodes[subject], (_step(view, edge, object_),)) for edge in edges]


def _step(view: View, edge: EdgeBetween, node: int) -> Step:
    return Step(view.graph.predicates[edge.predicate], edge.is_forward, view.graph.nodes[node])


def _edges_to(view: View, near: int, far: int) -> list[EdgeBetween]:
    found = []
    sides = ((view.graph.out, view.out_hidden, True), (view.graph.into, view.into_hidden, False))
    for edges, hidden, is_forward in sides:
        places = edges.of_node(near)
        seen = np.flatnonzero((edges.nodes[places] == far) & ~hidden[places])
        found += [EdgeBetween(predicate, is_forward) for predicate in edges.predicates[places][seen].tolist()]
    return found


def _edge_count(out: Edges, into: Edges, node: int) -> int:
    return sum(int(edges.starts[node + 1] - edges.starts[node]) for edges in (out, into))
