"""What the registry of checkers holds: a way to make a checker for a view of a graph."""

from collections.abc import Sequence
from typing import Protocol

from veriscope.domain import GoldTriple, TripleChecker
from veriscope.graph import View


class CheckingMethod(Protocol):
    """Makes checkers; one that `learns` needs labelled facts, others leave them alone."""

    @property
    def learns(self) -> bool:
        """Whether it needs labelled facts."""

    def fit(self, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> TripleChecker:
        """A checker that sees what the view shows; the seed settles whatever is drawn at random."""
