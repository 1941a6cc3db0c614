"""A graph with some of its facts hidden: what a checker may see while it judges them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.graph import Graph


@dataclass(frozen=True, slots=True)
class View:
    """Which edges of a graph are hidden, by their place in `graph.out` and `graph.into`; nothing is rebuilt."""

    graph: Graph
    out_hidden: NDArray[np.bool_]
    into_hidden: NDArray[np.bool_]

    @classmethod
    def of(cls, graph: Graph) -> "View":
        """The whole graph."""
        return cls(graph, np.zeros(len(graph.out), dtype=np.bool_), np.zeros(len(graph.into), dtype=np.bool_))

    def without(self, facts: NDArray[np.int32]) -> "View":
        """The same view with some facts and their reverses hidden; rows are (subject, predicate, object)."""
        out_hidden, into_hidden = self.out_hidden.copy(), self.into_hidden.copy()
        for subject, predicate, object_ in facts.tolist():
            for start, end in ((subject, object_), (object_, subject)):
                place = self.graph.out.place(start, predicate, end)
                if place is not None:
                    out_hidden[place] = True
                    into_hidden[self.graph.into.place(end, predicate, start)] = True
        return View(self.graph, out_hidden, into_hidden)

    def shows(self, subject: int, predicate: int, object_: int) -> bool:
        """Whether a fact or its reverse is seen."""
        places = (
            self.graph.out.place(*ends) for ends in ((subject, predicate, object_), (object_, predicate, subject))
        )
        return any(place is not None and not self.out_hidden[place] for place in places)

    def facts(self) -> NDArray[np.int32]:
        """The facts that are seen."""
        return self.graph.facts()[~self.out_hidden]

    def facts_of(self, predicate: int) -> NDArray[np.int32]:
        """The seen facts of a predicate, sorted by subject, then object."""
        places = np.flatnonzero((self.graph.out.predicates == predicate) & ~self.out_hidden)
        subjects = np.searchsorted(self.graph.out.starts, places, side="right") - 1
        objects = self.graph.out.nodes[places]
        return np.stack([subjects, np.full(len(places), predicate), objects], axis=1).astype(np.int32)
