"""Random walks along a predicate path."""

import numpy as np

from veriscope.graph.predicate_paths import PredicatePath
from veriscope.graph.view import View


def walk_from(view: View, node: int, path: PredicatePath, rng: np.random.Generator) -> int | None:
    """Where one walk along the predicate path ends, each edge drawn evenly among the seen ones of its step.

    None where no edge leads on. A walk may come back to a node it has left.
    """
    for step in path:
        edges, hidden = (view.graph.into, view.into_hidden) if step % 2 else (view.graph.out, view.out_hidden)
        start, end = int(edges.starts[node]), int(edges.starts[node + 1])
        left, right = (
            start + int(np.searchsorted(edges.predicates[start:end], step // 2, side=side))
            for side in ("left", "right")
        )
        seen = edges.nodes[left:right][~hidden[left:right]]
        if not len(seen):
            return None
        node = int(seen[rng.integers(len(seen))])
    return node
