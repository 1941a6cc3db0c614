"""False facts: which pairs may be used, and the two kinds that a set contains."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple, Protocol

import numpy as np

from veriscope.graph import PredicatePath
from veriscope.scenarios.pool import FactPool, Pair


class HardFact(NamedTuple):
    """A pair that is no fact although a path leads from its subject to its object."""

    pair: Pair
    path: PredicatePath


class HardFactMaker(Protocol):
    """True fact → similar false facts."""

    def make(self, pair: Pair, *, may_use: Callable[[Pair], bool], rng: np.random.Generator) -> Iterator[HardFact]:
        """False facts made from a true one, in random order; `may_use` is asked for each pair as it is made."""


@dataclass
class FreePairs:
    """Which pairs may become false facts: neither a fact, nor the reverse of one, nor used before."""

    pool: FactPool
    used: set[Pair] = field(default_factory=set)

    def may_use(self, pair: Pair) -> bool:
        """Whether neither a pair nor its reverse is known or used."""
        if pair in self.pool.held or pair in self.used:
            return False
        if self.pool.is_literal:
            return True
        reverse = pair[1], pair[0]
        return pair[0] != pair[1] and reverse not in self.pool.held and reverse not in self.used

    def use(self, pair: Pair) -> None:
        """Mark a pair as used."""
        self.used.add(pair)


def hard_facts(
    maker: HardFactMaker, pairs: Iterable[Pair], others: Iterable[Pair], *, free: FreePairs
) -> Iterator[tuple[HardFact, Pair]]:
    """Hard facts, each with its true fact: one from each of `pairs` in turn, then all from each of the `others`."""
    turns = [(pair, maker.make(pair, may_use=free.may_use, rng=_own_rng(free.pool, pair))) for pair in pairs]
    while turns:
        left = []
        for pair, made in turns:
            if (fact := next(made, None)) is not None:
                free.use(fact.pair)
                yield fact, pair
                left.append((pair, made))
        turns = left
    for pair in others:
        for fact in maker.make(pair, may_use=free.may_use, rng=_own_rng(free.pool, pair)):
            free.use(fact.pair)
            yield fact, pair


def _own_rng(pool: FactPool, pair: Pair) -> np.random.Generator:
    """A generator for each true fact, so that what is made from one does not depend on the others."""
    return np.random.default_rng([pool.seed, pool.predicate, *pair])


def random_facts(pairs: list[Pair], others: Iterable[Pair], *, free: FreePairs) -> Iterator[tuple[Pair, bool]]:
    """Subjects matched with objects of other true facts, and whether an end had to come from the `others`.

    Every subject is matched once before any is matched again, and so on, until all combinations are tried.
    """
    rng = np.random.default_rng([free.pool.seed, free.pool.predicate, len(pairs)])
    subjects, objects = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    for pair in _matched(subjects, objects, rng):
        if free.may_use(pair):
            free.use(pair)
            yield pair, False
    foreign = list(others)
    with_objects = _matched(subjects, [pair[1] for pair in foreign], rng)
    with_subjects = _matched([pair[0] for pair in foreign], objects, rng)
    for pair in chain(with_objects, with_subjects):
        if free.may_use(pair):
            free.use(pair)
            yield pair, True


def _matched(subjects: list[int], objects: list[int], rng: np.random.Generator) -> Iterator[Pair]:
    """Every subject with every object; each subject appears once before any appears again."""
    for shift in rng.permutation(len(objects)).tolist():
        for place in rng.permutation(len(subjects)).tolist():
            yield subjects[place], objects[(place + shift) % len(objects)]
