"""SFE: which predicate paths link subject and object, and which edges either has at all.

Gardner & Mitchell, Efficient and Expressive Knowledge Base Completion Using Subgraph Feature Extraction, EMNLP 2015.
Features are present or not: the paths of at most three steps (two from one end meet one from the other), the same with
one step left open ("any relation"), and the steps that either end has besides (one-sided features). The last tell, for
instance, that a person has children in the graph, and the claimed one is not among them.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.elastic_net import fit_elastic_net
from veriscope.checking.example_lessons import Lesson, lessons_of
from veriscope.checking.feature_rows import FeatureRow, columns_of, table_of
from veriscope.checking.judging_rows import judged, model_of
from veriscope.checking.linear_model import LinearModel
from veriscope.checking.path_teller import PathTeller
from veriscope.checking.subgraph_keys import ANY, SubgraphKeys
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import PathFinder, View, numbers_of

LENGTH = 3
LEAST_EXAMPLES = 2  # that must have a feature
ABSOLUTE_PENALTY, QUADRATIC_PENALTY = 0.5, 0.01  # BUCKLE's


class SubgraphFeatures:
    """Scores triples by a logistic regression over binary features, one for each predicate."""

    learns: ClassVar[bool] = True

    def __init__(self, view: View, models: Mapping[str, LinearModel]) -> None:
        self._finder = PathFinder.of(view)
        self._models = models
        self._teller = PathTeller(self._finder)
        self._keys = SubgraphKeys(len(view.graph.predicates))

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Learn from labelled facts; nothing is drawn at random."""
        return cls.learned(view, cls.lessons(view, examples))

    @staticmethod
    def lessons(view: View, examples: Sequence[GoldTriple]) -> dict[str, Lesson]:
        """The examples with their features, by predicate."""
        return lessons_of(view, examples, lambda part, facts: _rows(PathFinder.of(part), facts))

    @classmethod
    def learned(cls, view: View, lessons: Mapping[str, Lesson], *, seed: int = 0) -> Self:  # noqa: ARG003
        """What examples teach whose features are known."""
        return cls(view, {predicate: _model(lesson) for predicate, lesson in lessons.items()})

    @staticmethod
    def likely(view: View, known: Lesson, asked: Lesson, *, seed: int = 0) -> NDArray[np.float64]:  # noqa: ARG004
        """The probabilities of some facts of a predicate by what others teach."""
        return _model(known).probabilities(asked.rows)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Probabilities; the reasons are paths with examples, and edges that an end has."""
        models = [model_of(self._models, triple.predicate) for triple in triples]
        facts = numbers_of(self._finder.graph, triples)
        rows = _rows(self._finder, facts)

        def tell(place: int, key: int, share: float) -> Reason:
            return self._told(facts[place], rows[place], key, share)

        return judged(triples, rows, models, tell, reasons=reasons)

    def _told(self, fact: NDArray[np.int32], row: FeatureRow, key: int, share: float) -> Reason:
        if key < 0:
            is_object, step = self._keys.one_sided(key)
            return Reason(f"the {'object' if is_object else 'subject'} has: {self._teller.step_words(step)}", share)
        pattern = self._keys.pattern(key)
        if ANY not in pattern:
            return self._teller.reason(fact, pattern, share, said="linked by")
        known = (self._keys.pattern(other) for other in row.keys[row.keys > 0].tolist())
        path = next(path for path in known if ANY not in path and _fits(path, pattern))
        words = " → ".join("any" if step == ANY else self._teller.step_words(step) for step in pattern)
        return self._teller.reason(fact, path, share, said="linked by")._replace(text=f"linked by: {words}")


def _fits(path: Sequence[int], pattern: Sequence[int]) -> bool:
    return len(path) == len(pattern) and all(wanted in (step, ANY) for step, wanted in zip(path, pattern, strict=True))


def _rows(finder: PathFinder, facts: NDArray[np.int32]) -> list[FeatureRow]:
    keys = SubgraphKeys(len(finder.graph.predicates))
    found = finder.between_all(facts, length=LENGTH)
    rows = []
    for fact, paths in zip(facts.tolist(), found, strict=True):
        parts = (keys.of_paths(paths.keys), keys.of_ends(finder.neighbours, *fact))
        present = np.unique(np.concatenate(parts))
        rows.append(FeatureRow(present, np.ones(len(present)), paths.left_out))
    return rows


def _model(lesson: Lesson) -> LinearModel:
    columns = columns_of(lesson.rows, least=LEAST_EXAMPLES)
    table = table_of(lesson.rows, columns)
    return fit_elastic_net(table, columns, lesson.is_true, absolute=ABSOLUTE_PENALTY, quadratic=QUADRATIC_PENALTY)
