"""PRA: how likely random walks along each predicate path are to lead from subject to object.

Lao & Cohen, Relational Retrieval Using a Combination of Path-Constrained Random Walks, Machine Learning 2010; Gardner,
Talukdar, Krishnamurthy & Mitchell, EMNLP 2014. The search from both ends finds all paths and the walks' chances
exactly, where the papers sample both; walks that come back to a node they have left are not counted.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.example_lessons import Lesson, lessons_of
from veriscope.checking.feature_rows import FeatureRow, table_of
from veriscope.checking.judging_rows import judged, model_of
from veriscope.checking.linear_model import LinearModel, fit_logistic
from veriscope.checking.path_teller import PathTeller
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import PathFinder, View, numbers_of
from veriscope.graph.walks import RandomWalks

LENGTH = 4
BEST_PATHS = 100  # of each example, by chance
INVERSE_PENALTY = 10.0


class PathRanking:
    """Scores triples by a logistic regression over the chances of random walks, one for each predicate."""

    learns: ClassVar[bool] = True

    def __init__(self, view: View, models: Mapping[str, LinearModel]) -> None:
        self._walks = RandomWalks.of(view)
        self._models = models
        self._teller = PathTeller(PathFinder.over(view.graph, self._walks.neighbours))

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Learn from labelled facts; nothing is drawn at random."""
        return cls.learned(view, cls.lessons(view, examples))

    @staticmethod
    def lessons(view: View, examples: Sequence[GoldTriple]) -> dict[str, Lesson]:
        """The examples with their features, by predicate."""
        return lessons_of(view, examples, lambda part, facts: _rows(RandomWalks.of(part), facts))

    @classmethod
    def learned(cls, view: View, lessons: Mapping[str, Lesson], *, seed: int = 0) -> Self:  # noqa: ARG003
        """What examples teach whose features are known."""
        return cls(view, {predicate: _model(lesson) for predicate, lesson in lessons.items()})

    @staticmethod
    def likely(view: View, known: Lesson, asked: Lesson, *, seed: int = 0) -> NDArray[np.float64]:  # noqa: ARG004
        """The probabilities of some facts of a predicate by what others teach."""
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

        return judged(triples, rows, models, tell, reasons=reasons)


def _rows(walks: RandomWalks, facts: NDArray[np.int32]) -> list[FeatureRow]:
    found = walks.between_all(facts, length=LENGTH)
    return [FeatureRow(each.keys, each.chances, each.left_out) for each in found]


def _model(lesson: Lesson) -> LinearModel:
    best = [row.keys[np.argsort(-row.values, kind="stable")[:BEST_PATHS]] for row in lesson.rows]
    columns = np.unique(np.concatenate(best))
    return fit_logistic(table_of(lesson.rows, columns), columns, lesson.is_true, inverse_penalty=INVERSE_PENALTY)
