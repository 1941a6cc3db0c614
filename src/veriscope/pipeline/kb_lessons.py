"""What the methods that learn are given to learn from while some facts are judged."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import GoldTriple
from veriscope.graph import View, numbers_of
from veriscope.pipeline.drawn_examples import draw_examples


@dataclass(frozen=True, slots=True)
class Lessons:
    """Labelled facts, none of which is judged; for the predicates of `drawn_for` they were drawn from the graph.

    `left_out` counts given facts that are judged, themselves or their reverses.
    """

    examples: tuple[GoldTriple, ...]
    drawn_for: tuple[str, ...] = ()
    left_out: int = 0


def lessons_for(
    view: View, judged: NDArray[np.int32], given: Sequence[GoldTriple] = (), *, learns: bool, seed: int = 0
) -> Lessons:
    """The given facts that are not judged; for a method that learns, drawn ones where they lack a judged predicate."""
    taken = {tuple(row) for row in judged.tolist()} | {tuple(row[::-1]) for row in judged.tolist()}
    facts = numbers_of(view.graph, [one.triple for one in given])
    kept = [one for one, fact in zip(given, facts.tolist(), strict=True) if tuple(fact) not in taken]
    names = view.graph.predicates
    known = {one.triple.predicate for one in kept}
    asked = np.unique(judged[:, 1]).tolist() if learns else []
    lacking = [number for number in asked if names[number] not in known]
    drawn = [one for number in lacking for one in draw_examples(view, number, judged=judged, seed=seed)]
    return Lessons((*kept, *drawn), tuple(names[number] for number in lacking), len(given) - len(kept))
