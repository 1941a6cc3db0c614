"""What `auto` needs from methods that learn from features: read these once, then learn from any part of them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.folds import stratified_folds
from veriscope.checking.predicate_examples import PredicateExamples
from veriscope.domain import GoldTriple, TripleChecker
from veriscope.graph import View


class FoldableMethod(Protocol):
    """Makes checkers from examples whose features it has read."""

    def read_examples(self, view: View, examples: Sequence[GoldTriple]) -> dict[str, PredicateExamples]:
        """The examples with their features, by predicate."""

    def learn_from(self, view: View, by_predicate: Mapping[str, PredicateExamples], *, seed: int = 0) -> TripleChecker:
        """A checker that learned from examples whose features are already read."""

    def probabilities_of(
        self, view: View, known: PredicateExamples, asked: PredicateExamples, *, seed: int = 0
    ) -> NDArray[np.float64]:
        """The probability of each `asked` fact of a predicate, learned from the `known` ones."""


def left_out_scores(
    method: FoldableMethod, view: View, by_predicate: Mapping[str, PredicateExamples], *, folds: int, seed: int
) -> dict[str, NDArray[np.float64]]:
    """For each predicate, the score of each example by a model that learned from the other folds.

    The same as fitting checkers fold by fold if the view hides all examples: features do not change then.
    """
    groups = [f"{name} {truth}" for name, examples in by_predicate.items() for truth in examples.is_true]
    owners = np.repeat(np.arange(len(by_predicate)), [len(examples.rows) for examples in by_predicate.values()])
    starts = np.searchsorted(owners, np.arange(len(by_predicate)))
    scores = {name: np.empty(len(examples.rows)) for name, examples in by_predicate.items()}
    for known, asked in stratified_folds(groups, folds, seed=seed):
        for number, (name, examples) in enumerate(by_predicate.items()):
            others, mine = (places[owners[places] == number] - starts[number] for places in (known, asked))
            scores[name][mine] = method.probabilities_of(view, examples.part(others), examples.part(mine), seed=seed)
    return scores
