"""Makes the scores of different predicates comparable: 0 lies midway between facts that are seen and mixed-up ones."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from veriscope.graph import View

_FACTS = 32
# A predicate's own facts count against so many of all predicates.
_SHARED = 4
_SEED = 1

Scorer = Callable[[NDArray[np.int32]], NDArray[np.float64]]


def midpoints(view: View, score: Scorer) -> NDArray[np.float64]:
    """By predicate, the mean of what its seen facts score and what they score with their objects exchanged.

    Predicates with few facts are drawn towards the mean of all.
    """
    seen, mixed = _some_facts(view)
    count = len(view.graph.predicates)
    return (_means(seen, score(seen), count=count) + _means(mixed, score(mixed), count=count)) / 2


def _means(facts: NDArray[np.int32], scores: NDArray[np.float64], *, count: int) -> NDArray[np.float64]:
    sums = np.bincount(facts[:, 1], weights=scores, minlength=count)
    numbers = np.bincount(facts[:, 1], minlength=count)
    means = sums[numbers > 0] / numbers[numbers > 0]
    shared = means.mean() if len(means) else 0.0
    drawn: NDArray[np.float64] = (sums + _SHARED * shared) / (numbers + _SHARED)
    return drawn


def _some_facts(view: View) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Some seen facts of each predicate, and the same with exchanged objects, where that makes no fact of the graph."""
    rng = np.random.default_rng(_SEED)
    facts = view.facts()
    facts = facts[rng.permutation(len(facts))]
    facts = facts[np.argsort(facts[:, 1], kind="stable")]
    starts = np.searchsorted(facts[:, 1], np.arange(len(view.graph.predicates)))
    seen = facts[np.arange(len(facts)) - starts[facts[:, 1]] < _FACTS]
    mixed = seen.copy()
    for predicate in np.unique(seen[:, 1]):
        places = np.flatnonzero(seen[:, 1] == predicate)
        mixed[places, 2] = np.roll(seen[places, 2], 1)
    known = {tuple(fact) for fact in facts.tolist()}
    is_new = np.array([tuple(fact) not in known for fact in mixed.tolist()], dtype=np.bool_)
    return seen, mixed[is_new]
