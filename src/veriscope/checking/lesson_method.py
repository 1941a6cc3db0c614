"""What `auto` asks of methods that learn from features: to read these once, and to learn from any part of them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.example_lessons import Lesson
from veriscope.checking.folds import stratified_folds
from veriscope.domain import GoldTriple, TripleChecker
from veriscope.graph import View


class LessonMethod(Protocol):
    """Makes checkers from examples whose features it has read."""

    def lessons(self, view: View, examples: Sequence[GoldTriple]) -> dict[str, Lesson]:
        """The examples with their features, by predicate."""

    def learned(self, view: View, lessons: Mapping[str, Lesson], *, seed: int = 0) -> TripleChecker:
        """What examples teach whose features are known."""

    def likely(self, view: View, known: Lesson, asked: Lesson, *, seed: int = 0) -> NDArray[np.float64]:
        """The probabilities of some facts of a predicate by what others teach."""


def left_out_scores(
    method: LessonMethod, view: View, lessons: Mapping[str, Lesson], *, folds: int, seed: int
) -> dict[str, NDArray[np.float64]]:
    """For each predicate the scores of its examples by what those of the other folds teach.

    They are those of checkers fitted fold by fold where the view hides all examples: features do not change then.
    """
    groups = [f"{name} {truth}" for name, lesson in lessons.items() for truth in lesson.is_true]
    owners = np.repeat(np.arange(len(lessons)), [len(lesson.rows) for lesson in lessons.values()])
    starts = np.searchsorted(owners, np.arange(len(lessons)))
    scores = {name: np.empty(len(lesson.rows)) for name, lesson in lessons.items()}
    for known, asked in stratified_folds(groups, folds, seed=seed):
        for number, (name, lesson) in enumerate(lessons.items()):
            others, mine = (places[owners[places] == number] - starts[number] for places in (known, asked))
            scores[name][mine] = method.likely(view, lesson.part(others), lesson.part(mine), seed=seed)
    return scores
