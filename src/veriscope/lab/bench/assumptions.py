"""The BUCKLE paper's two assumptions, given up in part: labels may be wrong, and the reference graph may be thinner.

The paper takes the labels of T for right and the reference graph for given. How a method bears wrong labels and absent
facts shows how much it owes to both.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from veriscope.errors import UsageError
from veriscope.graph import Graph, View
from veriscope.scenarios import LabelledFact


@dataclass(frozen=True, slots=True)
class Assumptions:
    """The share of the training labels that are wrong, and the share of the graph's facts that methods may see."""

    label_noise: float = 0.0
    keep_facts: float = 1.0

    def __post_init__(self) -> None:
        if not 0 <= self.label_noise <= 1:
            raise UsageError(f"--label-noise {self.label_noise:g} is not a share; choose 0 (no label is wrong) to 1")
        if not 0 < self.keep_facts <= 1:
            raise UsageError(f"--keep-facts {self.keep_facts:g}: choose a share above 0, up to 1 (the whole graph)")

    def notes(self) -> list[str]:
        """What a reader of the results must know; nothing if both assumptions hold."""
        wrong = [f"{self.label_noise:.0%} of the training labels are wrong"] if self.label_noise else []
        return wrong + ([f"methods see {self.keep_facts:.0%} of the graph's facts"] if self.keep_facts < 1 else [])


def with_wrong_labels(facts: Sequence[LabelledFact], share: float, *, seed: int) -> tuple[LabelledFact, ...]:
    """The facts with the labels of a random share turned round; the true ones, as labelled, come first."""
    wrong = set(np.random.default_rng(seed).permutation(len(facts))[: round(share * len(facts))].tolist())
    turned = [
        replace(fact, is_true=not fact.is_true, origin=()) if place in wrong else fact
        for place, fact in enumerate(facts)
    ]
    return tuple(sorted(turned, key=lambda fact: not fact.is_true))


def thinner_view(graph: Graph, share: float, *, seed: int) -> View:
    """The graph with a random share of its facts; a fact that is hidden takes its reverse with it."""
    facts = graph.facts()
    hidden = np.random.default_rng(seed).permutation(len(facts))[round(share * len(facts)) :]
    return View.of(graph).without(facts[np.sort(hidden)])
