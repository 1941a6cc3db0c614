"""Checks one triple: first looks it up, as the graph may hold or contradict it, then asks methods."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from veriscope.domain import CheckedTriple, LinkedTriple, Reason, Triple
from veriscope.graph import Graph, View, numbers_of
from veriscope.kb.judging import FittedMethod, Method, ScoreStanding
from veriscope.pipeline import Holding, Holdings, TripleHolding
from veriscope.verdict import hand_set_weights

HOLDING = "holding"

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class MethodRow:
    """What one method says of a triple; `drawn_for` names the predicates whose examples were drawn from the graph.

    The row of the method `HOLDING` says what follows from the graph's own fact. Other methods do not see that fact: for
    a triple that the graph holds or contradicts they give a score, never a probability.
    """

    method: str
    checked: CheckedTriple
    probability: float | None
    ms: float
    standing: ScoreStanding | None = None
    drawn_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedFact:
    """A triple, whether the graph holds or contradicts it, and what the methods say."""

    triple: Triple
    held: TripleHolding
    rows: tuple[MethodRow, ...]

    @property
    def probability(self) -> float | None:
        """How likely the triple is, by the graph's own fact or else by a method that gives probabilities."""
        return self.rows[0].probability


def check_triple(
    graph: Graph, triple: Triple, method: Method, *, is_asked: bool = True, reasons: int = 0
) -> CheckedFact:
    """Look the triple up, then score it; unless `is_asked`, the method scores only what the lookup leaves open."""
    held, ms = _timed(lambda: Holdings(graph).of(LinkedTriple(triple, 1.0)))
    is_open = held.holding is Holding.OPEN
    rows = [] if is_open else [_holding_row(graph, triple, held, ms)]
    if is_open or is_asked:
        rows.append(_method_row(graph, triple, method, reasons, is_open=is_open))
    return CheckedFact(triple, held, tuple(rows))


def _holding_row(graph: Graph, triple: Triple, held: TripleHolding, ms: float) -> MethodRow:
    is_held = held.holding is Holding.HELD
    probability = hand_set_weights().held_fact if is_held else _chance_of_another(graph, triple, held.facts)
    reason = Reason(held.why, probability, facts=held.facts)
    return MethodRow(HOLDING, CheckedTriple(triple, probability, (reason,)), probability, ms)


def _chance_of_another(graph: Graph, triple: Triple, facts: tuple[Triple, ...]) -> float:
    """How likely a subject with one object has another one too (or the reverse), by the predicate's facts."""
    (numbers,) = numbers_of(graph, [triple])
    rows = View.of(graph).facts_of(int(numbers[1]))
    end = 0 if facts[0].subject == triple.subject else 2
    repeated = len(rows) - len(np.unique(rows[:, end]))
    # Laplace's rule: the share is never quite 0.
    return (repeated + 1) / (len(rows) + 2)


def _method_row(graph: Graph, triple: Triple, method: Method, reasons: int, *, is_open: bool) -> MethodRow:
    def scored() -> tuple[FittedMethod, CheckedTriple]:
        fitted = FittedMethod.fit(graph, [triple], method)
        return fitted, fitted.judge([triple], reasons=reasons, report=lambda *_: None)[0]

    (fitted, checked), ms = _timed(scored)
    # A probability needs no comparison.
    standing = None if method.gives_probability else fitted.standing(checked)
    probability = checked.score if method.gives_probability and is_open else None
    return MethodRow(method.name, checked, probability, ms, standing, fitted.training.drawn_for)


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    started = time.perf_counter()
    done = work()
    return done, round(1000 * (time.perf_counter() - started), 1)
