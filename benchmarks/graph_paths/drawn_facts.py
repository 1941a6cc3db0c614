"""Facts of a predicate to learn from and to judge, half of them false: objects shuffled among alike ones."""

from typing import NamedTuple

import numpy as np

from veriscope.graph import Graph
from veriscope.graph.compact.classes import Classes

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
    """For each true fact a false one: its subject with another's object that shares the classes of its own.

    None is in the graph, in either direction; a fact for which there is none goes without. Drawing one for each keeps
    the kinds of subjects and objects as frequent among false facts as among true ones, so that they tell nothing.
    """
    false: dict[tuple[int, int, int], None] = {}
    for subject, predicate, own in true.tolist():
        for other in drawing.permutation(true[:, 2]).tolist():
            drawn = subject, predicate, other
            is_alike = classes.are_consistent(own, other, threshold=SHARED_CLASSES)
            is_known = graph.holds(*drawn) or graph.holds(*reversed(drawn)) or drawn in false
            if subject != other and is_alike and not is_known:
                false[drawn] = None
                break
    facts = np.array([*true.tolist(), *false], dtype=np.int32)
    return DrawnFacts(facts, np.arange(len(facts)) < len(true))
