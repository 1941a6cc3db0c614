"""Facts of a predicate to learn from and to judge, half of them false: objects shuffled among alike ones."""

from typing import NamedTuple

import numpy as np

from veriscope.graph import Graph
from veriscope.graph.classes import Classes

SHARED_CLASSES = 4


class DrawnFacts(NamedTuple):
    """Rows of (subject, predicate, object), and which are true."""

    facts: np.ndarray
    truths: np.ndarray


def draw_halves(
    graph: Graph, classes: Classes, predicate: int, *, size: int, seed: int
) -> tuple[DrawnFacts, DrawnFacts]:
    """So many facts to learn from and as many others to judge, half of each true; no true fact is in both."""
    drawing = np.random.default_rng(seed)
    every = graph.facts_of(predicate)
    every = every[every[:, 0] != every[:, 2]]
    true = every[drawing.permutation(len(every))[:size]]
    first, second = (_with_false(graph, classes, part, drawing) for part in (true[: size // 2], true[size // 2 :]))
    return first, second


def _with_false(graph: Graph, classes: Classes, true: np.ndarray, drawing: np.random.Generator) -> DrawnFacts:
    """As many false facts as true ones: a subject with another's object that shares the classes of its own.

    None is in the graph, in either direction.
    """
    false: dict[tuple[int, int, int], None] = {}
    for _ in range(1000 * len(true)):
        (subject, predicate, own), (_, _, other) = true[drawing.integers(len(true), size=2)].tolist()
        is_alike = classes.are_consistent(own, other, threshold=SHARED_CLASSES)
        is_known = graph.holds(subject, predicate, other) or graph.holds(other, predicate, subject)
        if subject != other and is_alike and not is_known:
            false[subject, predicate, other] = None
        if len(false) == len(true):
            break
    facts = np.array([*true.tolist(), *false], dtype=np.int32)
    return DrawnFacts(facts, np.arange(len(facts)) < len(true))
