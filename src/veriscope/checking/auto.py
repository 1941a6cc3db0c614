"""Combines all methods: the properties of a fact tell how far to trust each method's score.

The authors of BUCKLE name this as future work (section 7). The methods that learn score training facts they have not
learned from, fold by fold, and a forest over scores and properties (`stacking.Stack`) decides. It learns only from the
training facts and from near misses made of them (`near_misses`). Without near misses, easy false facts would teach it
to believe whatever is near.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.fact_features import Surroundings
from veriscope.checking.foldable_method import FoldableMethod, left_out_scores
from veriscope.checking.kg_miner import KgMiner
from veriscope.checking.near_misses import near_misses
from veriscope.checking.path_ranking import PathRanking
from veriscope.checking.predicate_examples import PredicateExamples
from veriscope.checking.registry import CHECKERS
from veriscope.checking.stacking import Floats, Stack
from veriscope.checking.subgraph_features import SubgraphFeatures
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple, TripleChecker
from veriscope.errors import InputError
from veriscope.graph import View, numbers_of

# Methods that need nothing but the graph.
_PLAIN = ("kl", "kl-ends", "katz", "adamic-adar")
_LEARNERS: dict[str, FoldableMethod] = {"kg-miner": KgMiner, "pra": PathRanking, "sfe": SubgraphFeatures}
_FOLDS = 5
# A predicate with fewer true or fewer false examples gets no learner of its own.
_LEAST = 2 * _FOLDS
_UNKNOWN = 0.5


@dataclass(frozen=True, slots=True)
class _Training:
    """What a checker was fitted on; `learned` holds the predicates that have learners of their own."""

    view: View
    surroundings: Surroundings
    learned: frozenset[str]
    examples: tuple[GoldTriple, ...]
    seed: int
    ready: dict[str, TripleChecker]
    made: dict[Triple, int]  # near misses, each with the number of its part

    def are_shown(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether the view shows each judged fact or its reverse; it hides the examples."""
        shown = self.surroundings.view
        return [shown.shows(*fact) for fact in numbers_of(shown.graph, triples).tolist()]

    def part_of(self, triple: Triple) -> int | None:
        """The part of the near misses that holds a judged fact or its reverse."""
        return self.made.get(triple, self.made.get(Triple(triple.object, triple.predicate, triple.subject)))


class Auto:
    """Combines checkers; the caller makes those in `ready`, such as embeddings."""

    def __init__(self, training: "_Training", checkers: Mapping[str, TripleChecker], stack: Stack) -> None:
        self._training = training
        self._checkers = checkers
        self._stack = stack
        self._others: dict[int, Auto] = {}

    @classmethod
    def fit(
        cls,
        view: View,
        examples: Sequence[GoldTriple],
        *,
        seed: int = 0,
        ready: Mapping[str, TripleChecker] | None = None,
        barred: Sequence[Triple] = (),
    ) -> Self:
        """Fit every method and the stack on the examples and on near misses made of them; none is `barred`."""
        truths = _require_enough(examples)
        triples = [one.triple for one in examples]
        # The examples hold the true object of a false example's subject, so hide them: judged facts are hidden too.
        hidden = view.without(numbers_of(view.graph, triples))
        surroundings = Surroundings.of(hidden, triples)
        made = near_misses(hidden, examples, barred=barred, seed=seed)
        taught = [*examples, *made]
        triples = [one.triple for one in taught]
        training = _Training(
            view,
            surroundings,
            _with_learners(examples),
            tuple(examples),
            seed,
            dict(ready or {}),
            {one.triple: place % _FOLDS for place, one in enumerate(made)},
        )
        plain = {name: CHECKERS[name].fit(hidden) for name in _PLAIN} | training.ready
        columns = [_scores(checker, triples) for checker in plain.values()]
        some = [one for one in taught if one.triple.predicate in training.learned]
        fitted: dict[str, TripleChecker] = {}
        for name, method in _LEARNERS.items():
            by_predicate = method.read_examples(hidden, some) if some else {}
            columns.append(_left_out_scores(method, hidden, by_predicate, taught, seed=seed))
            fitted |= {name: method.learn_from(hidden, by_predicate, seed=seed)} if some else {}
        stack = Stack.fit(
            np.stack(columns, axis=1),
            surroundings.read(triples),
            np.concatenate([truths, np.zeros(len(taught) - len(truths), dtype=np.bool_)]),
            seed=seed,
            calibrating=np.arange(len(taught)) < len(truths),
        )
        return cls(training, {**plain, **fitted}, stack)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """The probability that each triple is true, with the methods that speak for or against it."""
        others = [
            self._refit_without(one) if is_shown else self._refit_apart_from(one)
            for one, is_shown in zip(triples, self._training.are_shown(triples), strict=True)
        ]
        mine = [one for one, other in zip(triples, others, strict=True) if other is None]
        checked = iter(self._check(mine, reasons))
        return [
            next(checked) if other is None else other.check([one], reasons=reasons)[0]
            for one, other in zip(triples, others, strict=True)
        ]

    def _refit_without(self, triple: Triple) -> "Auto":
        """Refit in a graph that hides a fact; the stack, too, depends on all facts of the predicate."""
        training = self._training
        return self._refit(training.view.without(numbers_of(training.view.graph, [triple])), [triple])

    def _refit_apart_from(self, triple: Triple) -> "Auto | None":
        """Refit without the part of the near misses that holds a judged fact; None if no part does."""
        part = self._training.part_of(triple)
        if part is None:
            return None
        if part not in self._others:
            barred = [one for one, place in self._training.made.items() if place == part]
            self._others[part] = self._refit(self._training.view, barred)
        return self._others[part]

    def _refit(self, view: View, barred: Sequence[Triple]) -> "Auto":
        training = self._training
        return Auto.fit(view, training.examples, seed=training.seed, ready=training.ready, barred=barred)

    def _check(self, triples: Sequence[Triple], reasons: int) -> list[CheckedTriple]:
        if not triples:
            return []
        scores = np.stack([self._scores(name, triples) for name in self._names()], axis=1)
        properties = self._training.surroundings.read(triples)
        likely = self._stack.probabilities(scores, properties)
        parts = self._stack.parts(scores, properties) if reasons else np.zeros(scores.shape)
        return [
            CheckedTriple(triple, float(likely[row]), self._reasons(triple, parts[row], reasons))
            for row, triple in enumerate(triples)
        ]

    def _names(self) -> list[str]:
        plain = [name for name in self._checkers if name not in _LEARNERS]
        return [*plain, *_LEARNERS]

    def _scores(self, name: str, triples: Sequence[Triple]) -> Floats:
        learned = self._training.learned
        places = [place for place, one in enumerate(triples) if name not in _LEARNERS or one.predicate in learned]
        scores = np.full(len(triples), _UNKNOWN)
        if places:
            scores[places] = _scores(self._checkers[name], [triples[place] for place in places])
        return scores

    def _reasons(self, triple: Triple, parts: Floats, limit: int) -> tuple[Reason, ...]:
        """The weightiest methods, each with its own best reason."""
        names = self._names()
        order = sorted(range(len(names)), key=lambda place: (-abs(parts[place]), place))
        return tuple(self._reason(triple, names[place], float(parts[place])) for place in order[:limit])

    def _reason(self, triple: Triple, name: str, part: float) -> Reason:
        if name in _LEARNERS and triple.predicate not in self._training.learned:
            return Reason(f"{name}: no examples of this predicate", part)
        (checked,) = self._checkers[name].check([triple], reasons=1)
        text = f"{name} {checked.score:.3f}, {'for' if part > 0 else 'against'} it"
        if not checked.reasons:
            return Reason(text, part)
        best = checked.reasons[0]
        return Reason(f"{text}: {best.text}", part, best.paths, best.facts)


def _require_enough(examples: Sequence[GoldTriple]) -> NDArray[np.bool_]:
    truths = np.array([one.is_true for one in examples], dtype=np.bool_)
    true, false = int(truths.sum()), int((~truths).sum())
    if min(true, false) < _LEAST:
        raise InputError(f"`auto` has {true} true and {false} false training facts; give at least {_LEAST} of each")
    return truths


def _with_learners(examples: Sequence[GoldTriple]) -> frozenset[str]:
    """The predicates with enough examples of both labels."""
    counts = Counter((one.triple.predicate, one.is_true) for one in examples)
    names = {name for name, _ in counts}
    return frozenset(name for name in names if min(counts[name, True], counts[name, False]) >= _LEAST)


def _left_out_scores(
    method: FoldableMethod,
    view: View,
    by_predicate: Mapping[str, PredicateExamples],
    examples: Sequence[GoldTriple],
    *,
    seed: int,
) -> Floats:
    """The score of each example by a method that learned from the other folds."""
    scores = np.full(len(examples), _UNKNOWN)
    if by_predicate:
        names = np.array([one.triple.predicate for one in examples])
        found = left_out_scores(method, view, by_predicate, folds=_FOLDS, seed=seed)
        for name, likely in found.items():
            scores[names == name] = likely
    return scores


def _scores(checker: TripleChecker, triples: Sequence[Triple]) -> Floats:
    return np.array([one.score for one in checker.check(triples)], dtype=np.float64)
