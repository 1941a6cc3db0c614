"""The structure of a set of facts, as in Table 5 of the BUCKLE paper."""

from dataclasses import dataclass

import numpy as np

from veriscope.graph import PathFinder
from veriscope.scenarios.generate import MadeDataset
from veriscope.scenarios.pool import FactPool


@dataclass(frozen=True, slots=True)
class DatasetStatistics:
    """How many predicate paths link subjects to objects, how many facts each occurs in, and how popular facts are.

    `hard_paths` counts the different origins of the hard false facts.
    """

    facts: int
    distinct_paths: int
    path_frequency: float
    popularity: float
    hard_facts: int
    hard_paths: int


def describe(made: MadeDataset, pool: FactPool, paths: PathFinder, *, path_length: int = 3) -> DatasetStatistics:
    """Paths shorter than `path_length` over all facts, true and false; a fact's own edge is no path."""
    pairs = np.array(made.pairs, dtype=np.int32)
    hard = [fact.origin for fact in made.dataset.facts if fact.is_hard]
    keys = np.empty(0, dtype=np.int64)
    if not pool.is_literal:
        facts = np.insert(pairs, 1, pool.predicate, axis=1)
        keys = np.concatenate([each.keys for each in paths.between_all(facts, length=path_length - 1)])
    distinct = len(np.unique(keys))
    return DatasetStatistics(
        facts=len(pairs),
        distinct_paths=distinct,
        path_frequency=len(keys) / distinct if distinct else 0.0,
        popularity=float(pool.popularity_of(pairs).mean()),
        hard_facts=len(hard),
        hard_paths=len(set(hard)),
    )
