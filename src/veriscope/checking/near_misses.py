"""False facts that look true: one end of a true example is replaced by a similar node that is linked to the other end.

Ends matched at random are mostly far apart. A method that learns from those alone takes nearness for truth, and
believes anything that is linked at all. Near misses teach which links matter. They are made from the training facts
and from what the view shows, so facts that it hides, or that nobody wrote down, may be among them. Their number was
chosen on six predicates of dbpedia93k that the benchmarks do not use.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Classes, View, are_linked_by_another_predicate, numbers_of, triple_of

_TYPE_OVERLAP = 4  # BUCKLE's
_MOST_NEIGHBOURS = 100
_WALKS = 30
_SHARE = 0.2  # of the true examples


def near_misses(
    view: View, examples: Sequence[GoldTriple], *, barred: Sequence[Triple] = (), seed: int
) -> list[GoldTriple]:
    """For each predicate, a fifth of its number of true examples, minus its linked false examples; none is `barred`."""
    facts = numbers_of(view.graph, [one.triple for one in examples])
    truths = np.array([one.is_true for one in examples], dtype=np.bool_)
    joined = are_linked_by_another_predicate(view, facts)
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
        """At most one for each fact: with another object or another subject, in turn."""
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
        """A similar end that another predicate links to the kept one, or else one that is two steps away."""
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
