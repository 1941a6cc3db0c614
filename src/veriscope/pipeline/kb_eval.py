"""How well methods tell labelled facts of a graph apart; what they learn from is never what they are judged by."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import GoldTriple, Triple, TripleChecker
from veriscope.errors import InputError
from veriscope.graph import Graph, View, numbers_of
from veriscope.pipeline.kb_judging import Method
from veriscope.pipeline.kb_lessons import Lessons, lessons_for
from veriscope.scoring.ranking import LabelledScores, auroc, auroc_difference
from veriscope.scoring.thresholds import RankingScores, Thresholds, score_ranking

FOLDS = 5

Floats = NDArray[np.float64]
_T = TypeVar("_T")
# What is at hand.
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class MethodEvaluation:
    """A method's measures; `by_predicate` holds the AUROC of each predicate that has true and false facts.

    `behind` and its `p` (DeLong) compare it with the best of the methods that were evaluated together.
    """

    method: str
    scores: RankingScores
    by_predicate: dict[str, float]
    train_s: float
    check_s: float
    drawn_for: tuple[str, ...]
    behind: float = 0.0
    p: float = 1.0

    @property
    def mean_auroc(self) -> float | None:
        """The mean over predicates, where there are some with both labels."""
        return mean(self.by_predicate.values()) if self.by_predicate else None


@dataclass(frozen=True, slots=True)
class _Run:
    """The scores of the facts by one method, and what it took."""

    labelled: LabelledScores
    thresholds: Thresholds | None
    accuracy: float | None
    train_s: float
    check_s: float
    lessons: Lessons


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Labelled facts of a graph, hidden from it."""

    graph: Graph
    facts: tuple[GoldTriple, ...]
    tell: Tell = lambda _: None

    def evaluate(self, methods: Sequence[Method], *, folds: int = 0) -> list[MethodEvaluation]:
        """Every method on the same facts, in order; with folds, each fact is judged after lessons from the others."""
        truths = [one.is_true for one in self.facts]
        if all(truths) or not any(truths):
            raise InputError(
                f"{sum(truths)} true and {len(truths) - sum(truths)} false facts; an evaluation needs both"
            )
        runs = [self._folded(method, folds) if folds else self._plain(method) for method in methods]
        best = max(runs, key=lambda run: auroc(run.labelled))
        return [self._measured(method, run, best) for method, run in zip(methods, runs, strict=True)]

    def _measured(self, method: Method, run: _Run, best: _Run) -> MethodEvaluation:
        behind, p = auroc_difference(run.labelled, best.labelled)
        scores = score_ranking(run.labelled, self._predicates(), thresholds=run.thresholds)
        if run.accuracy is not None:
            scores = replace(scores, accuracy=run.accuracy, is_threshold_learned=True)
        by_predicate = _by_predicate(run.labelled, self._predicates())
        return MethodEvaluation(
            method.name, scores, by_predicate, run.train_s, run.check_s, run.lessons.drawn_for, behind, p
        )

    def _plain(self, method: Method) -> _Run:
        """Lessons from the given facts, or from the graph; thresholds from the given facts alone."""
        view, judged = self._view(), numbers_of(self.graph, self._triples())
        lessons = lessons_for(view, judged, method.given, learns=method.learns, seed=method.seed)
        self.tell(f"{method.name}: learning")
        checker, train_s = _timed(lambda: method.fit(method.name, view, lessons.examples, self._triples()))
        self.tell(f"{method.name}: judging {len(self.facts):,} facts")
        scores, check_s = _timed(lambda: _scores(checker, self._triples()))
        labelled = LabelledScores.of(scores.tolist(), [one.is_true for one in self.facts])
        thresholds = self._thresholds(method, view, checker, lessons) if method.given else None
        return _Run(labelled, thresholds, None, train_s, check_s, lessons)

    def _thresholds(self, method: Method, view: View, checker: TripleChecker, lessons: Lessons) -> Thresholds | None:
        """From the scores of the lessons, each by a method that had not learned it."""
        truths = [one.is_true for one in lessons.examples]
        if all(truths) or not any(truths):
            return None
        self.tell(f"{method.name}: thresholds")
        if method.learns:
            scores = left_out_scores(method, view, lessons.examples, folds=FOLDS)
        else:
            scores = _scores(checker, [one.triple for one in lessons.examples])
        predicates = [one.triple.predicate for one in lessons.examples]
        return Thresholds.learn(LabelledScores.of(scores.tolist(), truths), predicates)

    def _folded(self, method: Method, folds: int) -> _Run:
        """Each fold after lessons from the others; its thresholds are those of the others' scores."""
        view = self._view()
        self.tell(f"{method.name}: {folds} folds")
        if method.learns:
            scores, train_s = _timed(lambda: left_out_scores(method, view, self.facts, folds=folds))
            check_s = 0.0
        else:
            checker, train_s = _timed(lambda: method.fit(method.name, view, self.facts))
            scores, check_s = _timed(lambda: _scores(checker, self._triples()))
        labelled = LabelledScores.of(scores.tolist(), [one.is_true for one in self.facts])
        accuracy = _folded_accuracy(labelled, self._predicates(), fold_of(self.facts, folds, seed=method.seed))
        return _Run(labelled, None, accuracy, train_s, check_s, Lessons(self.facts))

    def _view(self) -> View:
        return View.of(self.graph).without(numbers_of(self.graph, self._triples()))

    def _triples(self) -> list[Triple]:
        return [one.triple for one in self.facts]

    def _predicates(self) -> list[str]:
        return [one.triple.predicate for one in self.facts]


def left_out_scores(method: Method, view: View, examples: Sequence[GoldTriple], *, folds: int) -> Floats:
    """The score of each example by the method fitted on the other folds; all examples are hidden from it."""
    view = view.without(numbers_of(view.graph, [one.triple for one in examples]))
    places = fold_of(examples, folds, seed=method.seed)
    scores = np.zeros(len(examples))
    for fold in range(folds):
        others = [one for one, place in zip(examples, places, strict=True) if place != fold]
        inside = np.flatnonzero(places == fold)
        if len(inside):
            left_out = [examples[place].triple for place in inside.tolist()]
            scores[inside] = _scores(method.fit(method.name, view, others, left_out), left_out)
    return scores


def fold_of(examples: Sequence[GoldTriple], folds: int, *, seed: int) -> NDArray[np.int64]:
    """The fold of each example: every predicate's true facts, and its false ones, are dealt out evenly."""
    groups: dict[tuple[str, bool], list[int]] = {}
    for place, one in enumerate(examples):
        groups.setdefault((one.triple.predicate, one.is_true), []).append(place)
    generator = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    found, dealt = np.zeros(len(examples), dtype=np.int64), 0
    for group in groups.values():
        generator.shuffle(group)
        for place in group:
            found[place] = dealt % folds
            dealt += 1
    return found


def _folded_accuracy(labelled: LabelledScores, predicates: Sequence[str], folds: NDArray[np.int64]) -> float:
    right = 0.0
    for fold in np.unique(folds).tolist():
        others, inside = np.flatnonzero(folds != fold).tolist(), np.flatnonzero(folds == fold).tolist()
        learned = Thresholds.learn(_some(labelled, others), [predicates[place] for place in others])
        right += learned.accuracy(_some(labelled, inside), [predicates[place] for place in inside]) * len(inside)
    return right / len(predicates)


def _some(labelled: LabelledScores, places: Sequence[int]) -> LabelledScores:
    return LabelledScores(labelled.scores[places], labelled.truths[places])


def _by_predicate(labelled: LabelledScores, predicates: Sequence[str]) -> dict[str, float]:
    names, found = np.array(predicates), {}
    for name in dict.fromkeys(predicates):
        own = _some(labelled, np.flatnonzero(names == name).tolist())
        if own.true_count and own.false_count:
            found[name] = auroc(own)
    return found


def _scores(checker: TripleChecker, triples: Sequence[Triple]) -> Floats:
    return np.array([one.score for one in checker.check(triples)], dtype=np.float64)


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    started = time.perf_counter()
    done = work()
    return done, time.perf_counter() - started
