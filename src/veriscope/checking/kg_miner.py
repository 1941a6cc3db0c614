"""KG-Miner: the predicate paths that tell true facts of a predicate from false ones.

Shi & Weninger, Discriminative Predicate Path Mining for Fact Checking in Knowledge Graphs, Knowledge-Based Systems
2016; settings as in BUCKLE. A path counts by the logarithm of one more than its occurrences, so that a hub's thousand
paths do not outweigh everything else.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.anchored_paths import AnchoredPaths
from veriscope.checking.example_lessons import Lesson, lessons_of
from veriscope.checking.feature_rows import FeatureRow
from veriscope.checking.judging_rows import judged, model_of, probabilities
from veriscope.checking.path_teller import PathTeller
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import PathFinder, View, numbers_of
from veriscope.graph.classes import Classes

LENGTH = 3


class KgMiner:
    """Scores triples by a logistic regression over path counts, one for each predicate and anchor."""

    learns: ClassVar[bool] = True

    def __init__(self, view: View, learned: Mapping[str, AnchoredPaths]) -> None:
        self._finder = PathFinder.of(view)
        self._learned = learned
        self._teller = PathTeller(self._finder)

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:
        """Learn from labelled facts; the seed draws the folds that choose the penalty."""
        return cls.learned(view, cls.lessons(view, examples), seed=seed)

    @staticmethod
    def lessons(view: View, examples: Sequence[GoldTriple]) -> dict[str, Lesson]:
        """The examples with their features, by predicate."""
        return lessons_of(view, examples, lambda part, facts: _rows(PathFinder.of(part), facts))

    @classmethod
    def learned(cls, view: View, lessons: Mapping[str, Lesson], *, seed: int = 0) -> Self:
        """What examples teach whose features are known."""
        classes = Classes.of(view.graph.schema)
        return cls(view, {name: AnchoredPaths.fit(lesson, classes, seed=seed) for name, lesson in lessons.items()})

    @staticmethod
    def likely(view: View, known: Lesson, asked: Lesson, *, seed: int = 0) -> NDArray[np.float64]:
        """The probabilities of some facts of a predicate by what others teach."""
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

        return judged(triples, rows, models, tell, reasons=reasons)


def _rows(finder: PathFinder, facts: NDArray[np.int32]) -> list[FeatureRow]:
    found = finder.between_all(facts, length=LENGTH)
    return [FeatureRow(each.keys, np.log1p(each.counts), each.left_out) for each in found]
