"""The checker that picks: every method's score, weighed by the properties of the fact that tell which one to trust.

The step that the authors of BUCKLE name as future work (section 7). The methods that learn score the training facts
that they have not learned from, fold by fold, and a logistic regression over all scores (`stacking.Stack`) decides. No
fact is used that is not among the training facts or made of them (`near_misses`): so that easy false facts do not teach
to believe whatever is near.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.adamic_adar import AdamicAdar
from veriscope.checking.example_lessons import Lesson
from veriscope.checking.katz import Katz
from veriscope.checking.kg_miner import KgMiner
from veriscope.checking.knowledge_linker import KnowledgeLinker, LinkerVariant
from veriscope.checking.lesson_method import LessonMethod, left_out_scores
from veriscope.checking.method import CheckingMethod
from veriscope.checking.near_misses import near_misses
from veriscope.checking.path_ranking import PathRanking
from veriscope.checking.stacking import Floats, Stack
from veriscope.checking.subgraph_features import SubgraphFeatures
from veriscope.checking.surroundings import Surroundings
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple, TripleChecker
from veriscope.errors import InputError
from veriscope.graph import View, numbers_of

_PLAIN: dict[str, CheckingMethod] = {
    "kl": KnowledgeLinker,
    "kl-ends": LinkerVariant(weighting="degree+ends"),
    "katz": Katz,
    "adamic-adar": AdamicAdar,
}
_LEARNERS: dict[str, LessonMethod] = {"kg-miner": KgMiner, "pra": PathRanking, "sfe": SubgraphFeatures}
_FOLDS = 5
# A predicate with fewer examples of either label has no learner of its own.
_LEAST = 2 * _FOLDS
_UNKNOWN = 0.5


@dataclass(frozen=True, slots=True)
class _Lesson:
    """What a checker was fitted on; `learned` are the predicates that have learners of their own."""

    view: View
    surroundings: Surroundings
    learned: frozenset[str]
    examples: tuple[GoldTriple, ...]
    seed: int
    ready: dict[str, TripleChecker]
    made: dict[Triple, int]  # near misses, and which part of them each is in

    def seen(self, triples: Sequence[Triple]) -> list[bool]:
        """Whether the view shows a judged fact or its reverse; examples are hidden as it is."""
        shown = self.surroundings.view
        return [shown.shows(*fact) for fact in numbers_of(shown.graph, triples).tolist()]

    def part_of(self, triple: Triple) -> int | None:
        """Which part of the near misses has a judged fact or its reverse among them."""
        return self.made.get(triple, self.made.get(Triple(triple.object, triple.predicate, triple.subject)))


class Auto:
    """Combines checkers; `ready` ones, embeddings for instance, are made by the caller."""

    learns: ClassVar[bool] = True

    def __init__(self, lesson: "_Lesson", checkers: Mapping[str, TripleChecker], stack: Stack) -> None:
        self._lesson = lesson
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
        """Fit every method and their weights on the examples and on near misses made of them, none `barred`."""
        truths = _enough(examples)
        triples = [one.triple for one in examples]
        # A false example's subject has its true object among the examples; a judged fact's is hidden with the others.
        hidden = view.without(numbers_of(view.graph, triples))
        surroundings = Surroundings.of(hidden, triples)
        made = near_misses(hidden, examples, barred=barred, seed=seed)
        taught = [*examples, *made]
        triples = [one.triple for one in taught]
        lesson = _Lesson(
            view,
            surroundings,
            _with_learners(examples),
            tuple(examples),
            seed,
            dict(ready or {}),
            {one.triple: place % _FOLDS for place, one in enumerate(made)},
        )
        plain = {name: method.fit(hidden, examples, seed=seed) for name, method in _PLAIN.items()} | lesson.ready
        columns = [_scores(checker, triples) for checker in plain.values()]
        some = [one for one in taught if one.triple.predicate in lesson.learned]
        fitted: dict[str, TripleChecker] = {}
        for name, method in _LEARNERS.items():
            lessons = method.lessons(hidden, some) if some else {}
            columns.append(_left_out(method, hidden, lessons, taught, seed=seed))
            fitted |= {name: method.learned(hidden, lessons, seed=seed)} if some else {}
        stack = Stack.fit(
            np.stack(columns, axis=1),
            surroundings.read(triples),
            np.concatenate([truths, np.zeros(len(taught) - len(truths), dtype=np.bool_)]),
            seed=seed,
            calibrating=np.arange(len(taught)) < len(truths),
        )
        return cls(lesson, {**plain, **fitted}, stack)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """The probability that each triple is true, with the methods that spoke for or against it."""
        others = [
            self._without(one) if is_seen else self._apart(one)
            for one, is_seen in zip(triples, self._lesson.seen(triples), strict=True)
        ]
        mine = [one for one, other in zip(triples, others, strict=True) if other is None]
        checked = iter(self._check(mine, reasons))
        return [
            next(checked) if other is None else other.check([one], reasons=reasons)[0]
            for one, other in zip(triples, others, strict=True)
        ]

    def _without(self, triple: Triple) -> "Auto":
        """Fitted anew in a graph that does not show a fact: its weights, too, rest on all facts of the predicate."""
        lesson = self._lesson
        return self._again(lesson.view.without(numbers_of(lesson.view.graph, [triple])), [triple])

    def _apart(self, triple: Triple) -> "Auto | None":
        """Fitted anew without the near misses among which a judged fact is; nothing where it is among none."""
        part = self._lesson.part_of(triple)
        if part is None:
            return None
        if part not in self._others:
            barred = [one for one, place in self._lesson.made.items() if place == part]
            self._others[part] = self._again(self._lesson.view, barred)
        return self._others[part]

    def _again(self, view: View, barred: Sequence[Triple]) -> "Auto":
        lesson = self._lesson
        return Auto.fit(view, lesson.examples, seed=lesson.seed, ready=lesson.ready, barred=barred)

    def _check(self, triples: Sequence[Triple], reasons: int) -> list[CheckedTriple]:
        if not triples:
            return []
        scores = np.stack([self._scores(name, triples) for name in self._names()], axis=1)
        properties = self._lesson.surroundings.read(triples)
        likely = self._stack.probabilities(scores, properties)
        parts, _ = self._stack.parts(scores, properties)
        return [
            CheckedTriple(triple, float(likely[row]), self._reasons(triple, parts[row], reasons))
            for row, triple in enumerate(triples)
        ]

    def _names(self) -> list[str]:
        plain = [name for name in self._checkers if name not in _LEARNERS]
        return [*plain, *_LEARNERS]

    def _scores(self, name: str, triples: Sequence[Triple]) -> Floats:
        learned = self._lesson.learned
        places = [place for place, one in enumerate(triples) if name not in _LEARNERS or one.predicate in learned]
        scores = np.full(len(triples), _UNKNOWN)
        if places:
            scores[places] = _scores(self._checkers[name], [triples[place] for place in places])
        return scores

    def _reasons(self, triple: Triple, parts: Floats, limit: int) -> tuple[Reason, ...]:
        """The weightiest methods, each with what it rests on itself."""
        names = self._names()
        order = sorted(range(len(names)), key=lambda place: (-abs(parts[place]), place))
        return tuple(self._reason(triple, names[place], float(parts[place])) for place in order[:limit])

    def _reason(self, triple: Triple, name: str, part: float) -> Reason:
        if name in _LEARNERS and triple.predicate not in self._lesson.learned:
            return Reason(f"{name}: no examples of this predicate", part)
        (checked,) = self._checkers[name].check([triple], reasons=1)
        said = f"{name} {checked.score:.3f}, {'for' if part > 0 else 'against'} it"
        if not checked.reasons:
            return Reason(said, part)
        best = checked.reasons[0]
        return Reason(f"{said}: {best.text}", part, best.paths, best.facts)


def _enough(examples: Sequence[GoldTriple]) -> NDArray[np.bool_]:
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


def _left_out(
    method: LessonMethod, view: View, lessons: Mapping[str, Lesson], examples: Sequence[GoldTriple], *, seed: int
) -> Floats:
    """The scores of the examples by a method that learned from the others, fold by fold."""
    scores = np.full(len(examples), _UNKNOWN)
    if lessons:
        names = np.array([one.triple.predicate for one in examples])
        found = left_out_scores(method, view, lessons, folds=_FOLDS, seed=seed)
        for name, likely in found.items():
            scores[names == name] = likely
    return scores


def _scores(checker: TripleChecker, triples: Sequence[Triple]) -> Floats:
    return np.array([one.score for one in checker.check(triples)], dtype=np.float64)
