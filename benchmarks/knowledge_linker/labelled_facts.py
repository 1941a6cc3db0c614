"""Labelled facts of a graph: those that peers were measured on, and others drawn in the same way."""

import random
from pathlib import Path
from typing import NamedTuple

import numpy as np

from veriscope.domain import Triple
from veriscope.graph import Graph, numbers_of


class LabelledFacts(NamedTuple):
    """Rows of (subject, predicate, object), and which are true."""

    facts: np.ndarray
    truths: np.ndarray


def read_facts(graph: Graph, path: Path) -> LabelledFacts:
    """A table of subject, predicate, object and 1 or 0."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    return LabelledFacts(
        numbers_of(graph, [Triple(*row[:3]) for row in rows]), np.array([row[3] == "1" for row in rows])
    )


def draw_facts(graph: Graph, predicate: int, *, barred: np.ndarray, size: int = 150, seed: int = 0) -> LabelledFacts:
    """True facts of a predicate, and as many false ones: a subject of the true ones with an object of any fact.

    None is among the barred ones; where too few false ones can be found, there are fewer.
    """
    drawing = random.Random(seed)
    every = [tuple(row) for row in graph.facts_of(predicate).tolist()]
    known = set(every) | {tuple(row) for row in barred.tolist()}
    free = sorted(set(every) - {tuple(row) for row in barred.tolist()})
    true = drawing.sample(free, min(size, len(free) // 2))
    false: list[tuple[int, int, int]] = []
    for _ in range(100 * size):
        subject, object_ = drawing.choice(true)[0], drawing.choice(every)[2]
        drawn, reverse = (subject, predicate, object_), (object_, predicate, subject)
        if len(false) < len(true) and subject != object_ and not {drawn, reverse} & known:
            known.add(drawn)
            false.append(drawn)
    facts = np.array([*true, *false], dtype=np.int32)
    return LabelledFacts(facts, np.arange(len(facts)) < len(true))
