"""A method that judges facts of a graph while the graph hides them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import CheckedTriple, GoldTriple, Triple, TripleChecker
from veriscope.graph import Graph, View, numbers_of
from veriscope.kb.training_facts import TrainingFacts, draw_examples, training_facts_for

_CHUNK = 32
_COMPARED = 200


class Fit(Protocol):
    """Fits a method on what a view shows and on labelled facts; it never makes up a training fact that is `judged`."""

    def __call__(
        self, name: str, view: View, examples: Sequence[GoldTriple], judged: Sequence[Triple] = ()
    ) -> TripleChecker:
        """A checker that uses the method of that name."""


# Called with how many facts are judged, of how many.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ScoreStanding:
    """Where a score stands: the share of other facts of its predicate that score lower; ties count half."""

    among_known: float
    among_made_up: float


@dataclass(frozen=True, slots=True)
class Method:
    """A method by its name, how it is fitted, and the labelled facts that it is given, if any."""

    name: str
    fit: Fit
    learns: bool
    given: tuple[GoldTriple, ...] = ()
    seed: int = 0
    gives_probability: bool = False


@dataclass(frozen=True, slots=True)
class FittedMethod:
    """A fitted method, the view that it sees (which hides the judged facts), and what it learned from."""

    method: Method
    view: View
    checker: TripleChecker
    training: TrainingFacts

    @classmethod
    def fit(cls, graph: Graph, judged: Sequence[Triple], method: Method) -> "FittedMethod":
        """Hide the judged facts in both directions, gather training facts, and fit."""
        facts = numbers_of(graph, judged)
        view = View.of(graph).without(facts)
        training = training_facts_for(view, facts, method.given, learns=method.learns, seed=method.seed)
        return cls(method, view, method.fit(method.name, view, training.examples, judged), training)

    def judge(self, triples: Sequence[Triple], *, reasons: int = 0, report: Report) -> list[CheckedTriple]:
        """A score for each triple, in order; progress is reported every few facts."""
        done: list[CheckedTriple] = []
        report(0, len(triples))
        for chunk in _chunks(triples):
            done += self.checker.check(chunk, reasons=reasons)
            report(len(done), len(triples))
        return done

    def standing(self, checked: CheckedTriple) -> ScoreStanding | None:
        """The score among facts drawn from the graph and false ones with ends matched at random; None without both."""
        (fact,) = numbers_of(self.view.graph, [checked.triple])
        learned = [one.triple for one in self.training.examples] if self.method.learns else []
        avoided = numbers_of(self.view.graph, [checked.triple, *learned])
        others = draw_examples(self.view, int(fact[1]), judged=avoided, size=_COMPARED, seed=self.method.seed)
        scores = np.array([one.score for one in self.checker.check([one.triple for one in others])])
        truths = np.array([one.is_true for one in others], dtype=np.bool_)
        if truths.all() or not truths.any():
            return None
        return ScoreStanding(_share_below(checked.score, scores[truths]), _share_below(checked.score, scores[~truths]))


def _share_below(score: float, others: NDArray[np.float64]) -> float:
    return float(np.mean((others < score) + 0.5 * (others == score)))


def _chunks(triples: Sequence[Triple]) -> Iterator[Sequence[Triple]]:
    return (triples[start : start + _CHUNK] for start in range(0, len(triples), _CHUNK))
