"""Hard false facts with literal values: the value of another subject of the same classes."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from veriscope.scenarios.false_facts import HardFact
from veriscope.scenarios.likeness import Likeness
from veriscope.scenarios.pool import FactPool, Pair


@dataclass(frozen=True, slots=True)
class ValueExchanger:
    """Gives a subject the value of another subject with the same classes; no predicate path leads to a value."""

    pool: FactPool
    likeness: Likeness

    def make(self, pair: Pair, *, may_use: Callable[[Pair], bool], rng: np.random.Generator) -> Iterator[HardFact]:
        """False facts of the same subject."""
        subject = pair[0]
        for place in rng.permutation(len(self.pool)).tolist():
            other, value = self.pool.pairs[place].tolist()
            if other != subject and self.likeness.are_alike(subject, other):
                found = subject, value
                if may_use(found):
                    yield HardFact(found, ())
