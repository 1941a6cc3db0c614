"""The labelled facts that methods learn from: given by the user, or drawn from the graph itself."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import GoldTriple
from veriscope.graph import View, numbers_of, triple_of

EXAMPLES = 300
_TRIES = 50

_Pair = tuple[int, int]


def draw_examples(
    view: View, predicate: int, *, judged: NDArray[np.int32], size: int = EXAMPLES, seed: int = 0
) -> list[GoldTriple]:
    """At most `size` facts of a predicate: seen facts as true ones, and as many false ones with ends matched at random.

    A false fact pairs the subject of a seen fact with the object of another; the graph holds it in neither direction.
    Judged facts and their reverses are never drawn. There are fewer examples if there are few facts or false pairs.
    """
    generator = random.Random(seed)  # noqa: S311 - sampling, no secrets
    taken = _with_reverses({(row[0], row[2]) for row in judged.tolist() if row[1] == predicate})
    pairs = [(row[0], row[2]) for row in view.facts_of(predicate).tolist()]
    seen = [pair for pair in pairs if pair not in taken and pair[0] != pair[1]]
    true = generator.sample(seen, min(size // 2, len(seen)))
    false = _false_pairs(view, predicate, seen, taken, len(true), generator)
    return [
        GoldTriple(triple_of(view.graph, (subject, predicate, object_)), is_true=is_true)
        for is_true, drawn in ((True, true), (False, false))
        for subject, object_ in drawn
    ]


def _false_pairs(
    view: View, predicate: int, seen: list[_Pair], taken: set[_Pair], count: int, generator: random.Random
) -> list[_Pair]:
    drawn: dict[_Pair, None] = {}
    for _ in range(_TRIES * count):
        if len(drawn) == count:
            break
        subject, object_ = generator.choice(seen)[0], generator.choice(seen)[1]
        is_known = view.graph.holds(subject, predicate, object_) or view.graph.holds(object_, predicate, subject)
        if subject != object_ and not is_known and (subject, object_) not in taken and (object_, subject) not in drawn:
            drawn[subject, object_] = None
    return list(drawn)


def _with_reverses(pairs: set[_Pair]) -> set[_Pair]:
    return pairs | {(object_, subject) for subject, object_ in pairs}


@dataclass(frozen=True, slots=True)
class TrainingFacts:
    """Labelled facts, none of which is judged; for the predicates of `drawn_for` they were drawn from the graph.

    `left_out` counts the given facts that were dropped because they, or their reverses, are judged.
    """

    examples: tuple[GoldTriple, ...]
    drawn_for: tuple[str, ...] = ()
    left_out: int = 0


def training_facts_for(
    view: View, judged: NDArray[np.int32], given: Sequence[GoldTriple] = (), *, learns: bool, seed: int = 0
) -> TrainingFacts:
    """The given facts that are not judged; a method that learns also gets drawn ones for predicates without any."""
    taken = {tuple(row) for row in judged.tolist()} | {tuple(row[::-1]) for row in judged.tolist()}
    facts = numbers_of(view.graph, [one.triple for one in given])
    kept = [one for one, fact in zip(given, facts.tolist(), strict=True) if tuple(fact) not in taken]
    names = view.graph.predicates
    known = {one.triple.predicate for one in kept}
    asked = np.unique(judged[:, 1]).tolist() if learns else []
    lacking = [number for number in asked if names[number] not in known]
    drawn = [one for number in lacking for one in draw_examples(view, number, judged=judged, seed=seed)]
    return TrainingFacts((*kept, *drawn), tuple(names[number] for number in lacking), len(given) - len(kept))
