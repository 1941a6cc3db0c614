"""Makes the scores of different predicates comparable: 0 is midway between seen facts and mixed-up ones."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from veriscope.graph import View

# The standard error of this mean is 1/√32 (18 %) of the spread of single facts; larger predicates are sampled.
_FACTS = 32
# The mean of all predicates counts as much as this many facts. Set by hand, not tuned: a predicate with four facts is
# halfway between its own mean and the common one, a predicate with 32 facts eight ninths of the way to its own.
_SHARED = 4
_SEED = 1

Scorer = Callable[[NDArray[np.int32]], NDArray[np.float64]]


def midpoints(view: View, score: Scorer) -> NDArray[np.float64]:
    """For each predicate, the midpoint between the mean score of its seen facts and that with their objects exchanged.

    Predicates with few facts are pulled towards the mean of all.
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
    """Some seen facts of each predicate, and the same with exchanged objects, unless that makes a seen fact."""
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
