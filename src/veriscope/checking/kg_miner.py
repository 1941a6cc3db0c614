"""KG-Miner: the predicate paths that tell true facts of a predicate from false ones.

Shi & Weninger, Discriminative Predicate Path Mining for Fact Checking in Knowledge Graphs, Knowledge-Based Systems
2016; settings as in BUCKLE. The feature of a path is log(1 + its occurrences), so that a hub's thousand paths do not
outweigh everything else.
"""

from collections.abc import Mapping, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.anchored_paths import AnchoredPaths
from veriscope.checking.feature_rows import FeatureRow
from veriscope.checking.judging_rows import judge_rows, model_of, probabilities
from veriscope.checking.path_teller import PathTeller
from veriscope.checking.predicate_examples import PredicateExamples, read_examples_by_predicate
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import Classes, PathFinder, View, numbers_of

LENGTH = 3


class KgMiner:
    """Scores triples by a logistic regression over path counts, one for each predicate and anchor."""

    def __init__(self, view: View, learned: Mapping[str, AnchoredPaths]) -> None:
        self._finder = PathFinder.of(view)
        self._learned = learned
        self._teller = PathTeller(self._finder)

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:
        """Learn from labelled facts; the seed draws the folds that choose the penalty."""
        return cls.learn_from(view, cls.read_examples(view, examples), seed=seed)

    @staticmethod
    def read_examples(view: View, examples: Sequence[GoldTriple]) -> dict[str, PredicateExamples]:
        """The examples with their features, by predicate."""
        return read_examples_by_predicate(view, examples, lambda part, facts: _rows(PathFinder.of(part), facts))

    @classmethod
    def learn_from(cls, view: View, by_predicate: Mapping[str, PredicateExamples], *, seed: int = 0) -> Self:
        """A checker that learned from examples whose features are already read."""
        classes = Classes.of(view.graph.schema)
        return cls(
            view, {name: AnchoredPaths.fit(examples, classes, seed=seed) for name, examples in by_predicate.items()}
        )

    @staticmethod
    def probabilities_of(
        view: View, known: PredicateExamples, asked: PredicateExamples, *, seed: int = 0
    ) -> NDArray[np.float64]:
        """The probability of each `asked` fact of a predicate, learned from the `known` ones."""
        paths = AnchoredPaths.fit(known, Classes.of(view.graph.schema), seed=seed)
        models = [paths.model_for(*fact[::2].tolist()) for fact in asked.facts]
        return probabilities(asked.rows, models)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Probabilities; the reasons are predicate paths with examples."""
        learned = [model_of(self._learned, triple.predicate) for triple in triples]
        facts = numbers_of(self._finder.graph, triples)
        rows = _rows(self._finder, facts)
        models = [paths.model_for(*fact[::2].tolist()) for paths, fact in zip(learned, facts, strict=True)]

        def tell(place: int, key: int, share: float) -> Reason:
            occurrences = round(np.expm1(rows[place].value(key)))
            said = f"{occurrences} path{'s' * (occurrences != 1)}"
            return self._teller.reason(facts[place], self._teller.path(key), share, said=said)

        return judge_rows(triples, rows, models, tell, reasons=reasons)


def _rows(finder: PathFinder, facts: NDArray[np.int32]) -> list[FeatureRow]:
    found = finder.between_all(facts, length=LENGTH)
    return [FeatureRow(each.keys, np.log1p(each.counts), each.left_out) for each in found]
