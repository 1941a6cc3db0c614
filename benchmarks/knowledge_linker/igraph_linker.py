"""Knowledge Linker by igraph's shortest paths: arcs both ways, each as dear as the node it leads to."""

import igraph
import numpy as np
from stopwatch import Took, now, since

from veriscope.graph import View


class IgraphLinker:
    """Proximities by the metric closure; the judged fact's own link is not walked."""

    def __init__(self, view: View) -> None:
        facts = view.facts()
        ends = facts[facts[:, 0] != facts[:, 2]][:, ::2]
        arcs = np.unique(np.concatenate([ends, ends[:, ::-1]]), axis=0)
        count = len(view.graph.nodes)
        self._costs = np.log(np.maximum(np.bincount(arcs[:, 0], minlength=count), 1))
        self._graph = igraph.Graph(n=count, edges=arcs, directed=True)
        self._graph.es["cost"] = self._costs[arcs[:, 1]].tolist()

    def timed(self, subject: int, object_: int, *, is_linked_otherwise: bool) -> tuple[float, Took]:
        """The proximity of two nodes, and how long it took."""
        if is_linked_otherwise or subject == object_:
            return 1.0, Took(0.0, 0.0)
        pairs = ((subject, object_), (object_, subject))
        own = [arc for pair in pairs if (arc := self._graph.get_eid(*pair, error=False)) >= 0]
        kept = self._graph.es[own]["cost"] if own else []
        self._price(own, [float("inf")] * len(own))
        started = now()
        ((cost,),) = self._graph.distances(subject, object_, weights="cost", algorithm="dijkstra")
        took = since(started)
        self._price(own, kept)
        return float(1 / (1 + cost - self._costs[object_])), took

    def _price(self, arcs: list[int], costs: list[float]) -> None:
        for arc, cost in zip(arcs, costs, strict=True):
            self._graph.es[arc]["cost"] = cost
