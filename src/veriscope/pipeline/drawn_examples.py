"""Labelled facts drawn from a graph itself, for methods that must learn and were given nothing to learn from."""

import random

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import GoldTriple
from veriscope.graph import View, triple_of

EXAMPLES = 300
_TRIES = 50

_Pair = tuple[int, int]


def draw_examples(
    view: View, predicate: int, *, judged: NDArray[np.int32], size: int = EXAMPLES, seed: int = 0
) -> list[GoldTriple]:
    """At most `size` facts of a predicate, half of them true: seen facts, and their ends matched at random.

    A false one pairs the subject of a seen fact with the object of another; the graph holds it in neither direction.
    Judged facts and their reverses are never drawn. With few facts, or few false pairs, there are fewer.
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
