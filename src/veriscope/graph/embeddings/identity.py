"""Hashes that identify graphs and sets of facts."""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact import Graph, View


def graph_hash(graph: Graph) -> str:
    """Changes with a graph's facts, and with the numbers of its names."""
    edges, nodes, predicates = graph.out, graph.nodes, graph.predicates
    return _hash(
        (edges.starts, edges.predicates, edges.nodes, nodes.letters, nodes.ends, predicates.letters, predicates.ends)
    )


def facts_hash(facts: NDArray[np.int32]) -> str:
    """Depends on the set of facts, not on their order."""
    return _hash((np.unique(facts, axis=0).astype(np.int32),))


def hidden_facts(view: View) -> NDArray[np.int32]:
    """The facts that a view hides, one row (subject, predicate, object) each."""
    places = np.flatnonzero(view.out_hidden)
    edges = view.graph.out
    subjects = np.searchsorted(edges.starts, places, side="right") - 1
    return np.stack([subjects, edges.predicates[places], edges.nodes[places]], axis=1).astype(np.int32)


def _hash(arrays: Iterable[NDArray[np.generic]]) -> str:
    digest = blake2b(digest_size=16)
    for array in arrays:
        digest.update(f"{array.dtype.str} {array.shape}".encode())
        digest.update(np.ascontiguousarray(array).data)
    return digest.hexdigest()
