"""How well methods tell true facts of a graph from false ones; no method is judged on facts it learned from."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import mean
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from veriscope.checking import stratified_folds
from veriscope.domain import GoldTriple, Triple, TripleChecker
from veriscope.errors import InputError
from veriscope.graph import Graph, View, numbers_of
from veriscope.kb.judging import Method
from veriscope.kb.training_facts import TrainingFacts, training_facts_for
from veriscope.scoring import LabelledScores, RankingScores, Thresholds, auroc, auroc_difference, score_ranking

FOLDS = 5

Floats = NDArray[np.float64]
_T = TypeVar("_T")
# Tells the user what is being done.
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
        """The mean over the predicates with both labels; None if there are none."""
        return mean(self.by_predicate.values()) if self.by_predicate else None


@dataclass(frozen=True, slots=True)
class _Run:
    """The scores of the facts by one method, and the time it took."""

    labelled: LabelledScores
    thresholds: Thresholds | None
    accuracy: float | None
    train_s: float
    check_s: float
    training: TrainingFacts


@dataclass(frozen=True, slots=True)
class Evaluator:
    """Labelled facts of a graph, hidden from it."""

    graph: Graph
    facts: tuple[GoldTriple, ...]
    tell: Tell = lambda _: None

    def evaluate(self, methods: Sequence[Method], *, folds: int = 0) -> list[MethodEvaluation]:
        """Every method on the same facts, in order; with folds, each fact is judged by what the other folds taught."""
        truths = [one.is_true for one in self.facts]
        if all(truths) or not any(truths):
            raise InputError(
                f"{sum(truths)} true and {len(truths) - sum(truths)} false facts; an evaluation needs both"
            )
        runs = [self._run_folds(method, folds) if folds else self._run_plain(method) for method in methods]
        best = max(runs, key=lambda run: auroc(run.labelled))
        return [self._measure(method, run, best) for method, run in zip(methods, runs, strict=True)]

    def _measure(self, method: Method, run: _Run, best: _Run) -> MethodEvaluation:
        behind, p = auroc_difference(run.labelled, best.labelled)
        scores = score_ranking(run.labelled, self._predicates(), thresholds=run.thresholds)
        if run.accuracy is not None:
            scores = replace(scores, accuracy=run.accuracy, is_threshold_learned=True)
        by_predicate = _by_predicate(run.labelled, self._predicates())
        return MethodEvaluation(
            method.name, scores, by_predicate, run.train_s, run.check_s, run.training.drawn_for, behind, p
        )

    def _run_plain(self, method: Method) -> _Run:
        """Learn from the given facts, or from the graph; thresholds come from the given facts alone."""
        view, judged = self._view(), numbers_of(self.graph, self._triples())
        training = training_facts_for(view, judged, method.given, learns=method.learns, seed=method.seed)
        self.tell(f"{method.name}: learning")
        checker, train_s = _timed(lambda: method.fit(method.name, view, training.examples, self._triples()))
        self.tell(f"{method.name}: judging {len(self.facts):,} facts")
        scores, check_s = _timed(lambda: _scores(checker, self._triples()))
        labelled = LabelledScores.of(scores.tolist(), [one.is_true for one in self.facts])
        thresholds = self._thresholds(method, view, checker, training) if method.given else None
        return _Run(labelled, thresholds, None, train_s, check_s, training)

    def _thresholds(
        self, method: Method, view: View, checker: TripleChecker, training: TrainingFacts
    ) -> Thresholds | None:
        """Thresholds from the training facts, each scored by a method that had not learned from it."""
        truths = [one.is_true for one in training.examples]
        if all(truths) or not any(truths):
            return None
        self.tell(f"{method.name}: thresholds")
        if method.learns:
            scores = left_out_scores(method, view, training.examples, folds=FOLDS)
        else:
            scores = _scores(checker, [one.triple for one in training.examples])
        predicates = [one.triple.predicate for one in training.examples]
        return Thresholds.learn(LabelledScores.of(scores.tolist(), truths), predicates)

    def _run_folds(self, method: Method, folds: int) -> _Run:
        """Judge each fold after learning from the others; its thresholds come from the scores of the others."""
        view = self._view()
        self.tell(f"{method.name}: {folds} folds")
        if method.learns:
            scores, train_s = _timed(lambda: left_out_scores(method, view, self.facts, folds=folds))
            check_s = 0.0
        else:
            checker, train_s = _timed(lambda: method.fit(method.name, view, self.facts))
            scores, check_s = _timed(lambda: _scores(checker, self._triples()))
        labelled = LabelledScores.of(scores.tolist(), [one.is_true for one in self.facts])
        accuracy = _accuracy_by_folds(labelled, self._predicates(), fold_of(self.facts, folds, seed=method.seed))
        return _Run(labelled, None, accuracy, train_s, check_s, TrainingFacts(self.facts))

    def _view(self) -> View:
        return View.of(self.graph).without(numbers_of(self.graph, self._triples()))

    def _triples(self) -> list[Triple]:
        return [one.triple for one in self.facts]

    def _predicates(self) -> list[str]:
        return [one.triple.predicate for one in self.facts]


def left_out_scores(method: Method, view: View, examples: Sequence[GoldTriple], *, folds: int) -> Floats:
    """The score of each example by the method fitted on the other folds; the view hides all examples."""
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
    """The fold of each example: every predicate's true facts, and its false ones, are spread evenly."""
    found = np.zeros(len(examples), dtype=np.int64)
    groups = [f"{one.triple.predicate} {one.is_true}" for one in examples]
    for fold, (_, left_out) in enumerate(stratified_folds(groups, folds, seed=seed)):
        found[left_out] = fold
    return found


def _accuracy_by_folds(labelled: LabelledScores, predicates: Sequence[str], folds: NDArray[np.int64]) -> float:
    right = 0.0
    for fold in np.unique(folds).tolist():
        others, inside = np.flatnonzero(folds != fold).tolist(), np.flatnonzero(folds == fold).tolist()
        learned = Thresholds.learn(_select(labelled, others), [predicates[place] for place in others])
        right += learned.accuracy(_select(labelled, inside), [predicates[place] for place in inside]) * len(inside)
    return right / len(predicates)


def _select(labelled: LabelledScores, places: Sequence[int]) -> LabelledScores:
    return LabelledScores(labelled.scores[places], labelled.truths[places])


def _by_predicate(labelled: LabelledScores, predicates: Sequence[str]) -> dict[str, float]:
    names, found = np.array(predicates), {}
    for name in dict.fromkeys(predicates):
        own = _select(labelled, np.flatnonzero(names == name).tolist())
        if own.true_count and own.false_count:
            found[name] = auroc(own)
    return found


def _scores(checker: TripleChecker, triples: Sequence[Triple]) -> Floats:
    return np.array([one.score for one in checker.check(triples)], dtype=np.float64)


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    started = time.perf_counter()
    done = work()
    return done, time.perf_counter() - started
