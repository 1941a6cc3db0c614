"""A method made ready to judge facts of a graph that hides them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import CheckedTriple, GoldTriple, Triple, TripleChecker
from veriscope.graph import Graph, View, numbers_of
from veriscope.pipeline.drawn_examples import draw_examples
from veriscope.pipeline.kb_lessons import Lessons, lessons_for

_CHUNK = 32
_COMPARED = 200


class Fit(Protocol):
    """Fits a method on what a view shows and on labelled facts; no fact to learn from is made that will be judged."""

    def __call__(
        self, name: str, view: View, examples: Sequence[GoldTriple], judged: Sequence[Triple] = ()
    ) -> TripleChecker:
        """A checker by the method of that name."""


# How many facts of how many are judged.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a score stands: the share of other facts of its predicate that score lower, equal ones counted half."""

    among_known: float
    among_made_up: float


@dataclass(frozen=True, slots=True)
class Method:
    """A method by its name, how it is fitted, and the labelled facts that it is given, where there are some."""

    name: str
    fit: Fit
    learns: bool
    given: tuple[GoldTriple, ...] = ()
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Judge:
    """A fitted method, the view it sees, from which the judged facts are hidden, and what it learned from."""

    method: Method
    view: View
    checker: TripleChecker
    lessons: Lessons

    @classmethod
    def fitted(cls, graph: Graph, judged: Sequence[Triple], method: Method) -> "Judge":
        """Hide the judged facts in both directions, gather lessons, and fit."""
        facts = numbers_of(graph, judged)
        view = View.of(graph).without(facts)
        lessons = lessons_for(view, facts, method.given, learns=method.learns, seed=method.seed)
        return cls(method, view, method.fit(method.name, view, lessons.examples, judged), lessons)

    def judge(self, triples: Sequence[Triple], *, reasons: int = 0, report: Report) -> list[CheckedTriple]:
        """A score for each triple, in order; progress is told a few facts at a time."""
        done: list[CheckedTriple] = []
        report(0, len(triples))
        for chunk in _chunks(triples):
            done += self.checker.check(chunk, reasons=reasons)
            report(len(done), len(triples))
        return done

    def standing(self, checked: CheckedTriple) -> Standing | None:
        """Beside facts drawn from the graph and their ends matched at random; nothing where there are none."""
        (fact,) = numbers_of(self.view.graph, [checked.triple])
        learned = [one.triple for one in self.lessons.examples] if self.method.learns else []
        avoided = numbers_of(self.view.graph, [checked.triple, *learned])
        others = draw_examples(self.view, int(fact[1]), judged=avoided, size=_COMPARED, seed=self.method.seed)
        scores = np.array([one.score for one in self.checker.check([one.triple for one in others])])
        truths = np.array([one.is_true for one in others], dtype=np.bool_)
        if truths.all() or not truths.any():
            return None
        return Standing(_share_below(checked.score, scores[truths]), _share_below(checked.score, scores[~truths]))


def _share_below(score: float, others: NDArray[np.float64]) -> float:
    return float(np.mean((others < score) + 0.5 * (others == score)))


def _chunks(triples: Sequence[Triple]) -> Iterator[Sequence[Triple]]:
    return (triples[start : start + _CHUNK] for start in range(0, len(triples), _CHUNK))
