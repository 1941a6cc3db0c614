"""PRA: how likely a random walk along each predicate path leads from subject to object.

Lao & Cohen, Relational Retrieval Using a Combination of Path-Constrained Random Walks, Machine Learning 2010; Gardner,
Talukdar, Krishnamurthy & Mitchell, EMNLP 2014. The papers sample paths and walks; our search from both ends finds
all paths and the exact chances of walks. Walks that return to a node are not counted.
"""

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.feature_rows import FeatureRow, table_of
from veriscope.checking.judging_rows import judge_rows, model_of
from veriscope.checking.linear_model import LinearModel, fit_logistic
from veriscope.checking.path_teller import PathTeller
from veriscope.checking.predicate_examples import PredicateExamples, read_examples_by_predicate
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import PathFinder, RandomWalks, View, numbers_of

LENGTH = 4
BEST_PATHS = 100  # of each example, by chance
INVERSE_PENALTY = 10.0


class PathRanking:
    """Scores triples by a logistic regression over the chances of random walks, one for each predicate."""

    def __init__(self, view: View, models: Mapping[str, LinearModel]) -> None:
        self._walks = RandomWalks.of(view)
        self._models = models
        self._teller = PathTeller(PathFinder.over(view.graph, self._walks.neighbours))

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Learn from labelled facts; nothing is drawn at random."""
        return cls.learn_from(view, cls.read_examples(view, examples))

    @staticmethod
    def read_examples(view: View, examples: Sequence[GoldTriple]) -> dict[str, PredicateExamples]:
        """The examples with their features, by predicate."""
        return read_examples_by_predicate(view, examples, lambda part, facts: _rows(RandomWalks.of(part), facts))

    @classmethod
    def learn_from(cls, view: View, by_predicate: Mapping[str, PredicateExamples], *, seed: int = 0) -> Self:  # noqa: ARG003
        """A checker that learned from examples whose features are already read."""
        return cls(view, {predicate: _model(examples) for predicate, examples in by_predicate.items()})

    @staticmethod
    def probabilities_of(
        view: View,  # noqa: ARG004
        known: PredicateExamples,
        asked: PredicateExamples,
        *,
        seed: int = 0,  # noqa: ARG004
    ) -> NDArray[np.float64]:
        """The probability of each `asked` fact of a predicate, learned from the `known` ones."""
        return _model(known).probabilities(asked.rows)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Probabilities; the reasons are predicate paths with examples."""
        models = [model_of(self._models, triple.predicate) for triple in triples]
        facts = numbers_of(self._walks.graph, triples)
        rows = _rows(self._walks, facts)

        def tell(place: int, key: int, share: float) -> Reason:
            chance = rows[place].value(key)
            path = self._teller.path(key)
            return self._teller.reason(facts[place], path, share, said=f"random walks arrive with chance {chance:.2g}")

        return judge_rows(triples, rows, models, tell, reasons=reasons)


def _rows(walks: RandomWalks, facts: NDArray[np.int32]) -> list[FeatureRow]:
    found = walks.between_all(facts, length=LENGTH)
    return [FeatureRow(each.keys, each.chances, each.left_out) for each in found]


def _model(examples: PredicateExamples) -> LinearModel:
    best = [row.keys[np.argsort(-row.values, kind="stable")[:BEST_PATHS]] for row in examples.rows]
    columns = np.unique(np.concatenate(best))
    return fit_logistic(table_of(examples.rows, columns), columns, examples.is_true, inverse_penalty=INVERSE_PENALTY)
