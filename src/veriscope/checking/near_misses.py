"""False facts that look true: an end of a true example exchanged for a like one that something else joins to the other.

Ends matched at random are mostly far apart. Whoever learns from those alone takes nearness for truth, and believes
whatever is joined at all. Near misses teach by what true facts are joined. They are made of the training facts and of
what the view shows: what it hides may be among them, as may facts that nobody wrote down. How many was chosen on six
predicates of dbpedia93k apart from those of the benchmarks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import GoldTriple, Triple
from veriscope.graph import View, numbers_of, triple_of
from veriscope.graph.classes import Classes
from veriscope.graph.links import linked_otherwise

_TYPE_OVERLAP = 4  # BUCKLE's
_MOST_NEIGHBOURS = 100
_WALKS = 30
_SHARE = 0.2  # of the true examples


def near_misses(
    view: View, examples: Sequence[GoldTriple], *, barred: Sequence[Triple] = (), seed: int
) -> list[GoldTriple]:
    """For each predicate a fifth as many as it has true examples, less its joined false ones; none `barred`."""
    facts = numbers_of(view.graph, [one.triple for one in examples])
    truths = np.array([one.is_true for one in examples], dtype=np.bool_)
    joined = linked_otherwise(view, facts)
    taken = np.concatenate([facts, numbers_of(view.graph, barred)])
    maker = _Maker(view, Classes.of(view.graph.schema), {tuple(fact) for fact in taken.tolist()})
    made: list[GoldTriple] = []
    for predicate in np.unique(facts[:, 1]).tolist():
        mine = facts[:, 1] == predicate
        lacking = int(_SHARE * (truths & mine).sum() - (joined & ~truths & mine).sum())
        rng = np.random.default_rng([seed, predicate])
        found = islice(maker.made_of(rng.permutation(facts[mine & truths]), rng), max(0, lacking))
        made += [GoldTriple(triple_of(view.graph, fact), is_true=False) for fact in found]
    return made


@dataclass(frozen=True, slots=True)
class _Maker:
    view: View
    classes: Classes
    taken: set[tuple[int, ...]]

    def made_of(self, facts: NDArray[np.int32], rng: np.random.Generator) -> Iterator[NDArray[np.int32]]:
        """One of each fact that has one: another object or another subject, in turn."""
        for place, (subject, predicate, object_) in enumerate(facts.tolist()):
            ends = ((subject, object_, 2), (object_, subject, 0))
            for kept, replaced, end in ends if place % 2 else ends[::-1]:
                other = self._other(kept, replaced, predicate, end, rng)
                if other is not None:
                    fact = (kept, predicate, other) if end else (other, predicate, kept)
                    self.taken.add(fact)
                    yield np.array(fact, dtype=np.int32)
                    break

    def _other(self, kept: int, replaced: int, predicate: int, end: int, rng: np.random.Generator) -> int | None:
        """A like end that another predicate joins to the kept one, else one that two steps lead to."""
        near = rng.permutation(np.unique(self._neighbours(kept, predicate)))[:_MOST_NEIGHBOURS]
        for other in near.tolist():
            if self._fits(kept, replaced, other, predicate, end):
                return int(other)
        for _ in range(_WALKS if len(near) else 0):
            beyond = self._neighbours(int(near[rng.integers(len(near))]), -1)
            other = int(beyond[rng.integers(len(beyond))]) if len(beyond) else kept
            if self._fits(kept, replaced, other, predicate, end):
                return other
        return None

    def _neighbours(self, node: int, predicate: int) -> NDArray[np.int32]:
        """By any other predicate, in either direction."""
        graph, parts = self.view.graph, []
        for edges, hidden in ((graph.out, self.view.out_hidden), (graph.into, self.view.into_hidden)):
            places = edges.of_node(node)
            parts.append(edges.nodes[places][~hidden[places] & (edges.predicates[places] != predicate)])
        return np.concatenate(parts)

    def _fits(self, kept: int, replaced: int, other: int, predicate: int, end: int) -> bool:
        if other in {kept, replaced} or not self._is_like(replaced, other):
            return False
        fact = (kept, predicate, other) if end else (other, predicate, kept)
        return fact not in self.taken and fact[::-1] not in self.taken and not self.view.shows(*fact)

    def _is_like(self, replaced: int, other: int) -> bool:
        if not self.classes.size(replaced):
            return not len(self.classes.groups.members)
        return self.classes.are_consistent(replaced, other, threshold=_TYPE_OVERLAP)
