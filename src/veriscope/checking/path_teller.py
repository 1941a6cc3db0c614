"""Predicate paths in words, with the nodes they pass."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Reason
from veriscope.graph import PathFinder, PredicatePath, path_of_key, predicate_label

_EXAMPLES = 3


@dataclass(frozen=True, slots=True)
class PathTeller:
    """Describes paths between the two ends of a fact."""

    finder: PathFinder

    def path(self, key: int) -> PredicatePath:
        """The path of a key."""
        return path_of_key(key, predicates=len(self.finder.graph.predicates))

    def words(self, path: PredicatePath) -> str:
        """A path by readable names; `^` marks a step against its edge."""
        return " → ".join(self.step_words(step) for step in path)

    def step_words(self, step: int) -> str:
        """A step by the name of its predicate."""
        return ("^" if step % 2 else "") + predicate_label(self.finder.graph, step // 2)

    def reason(self, fact: NDArray[np.int32], path: PredicatePath, share: float, *, said: str) -> Reason:
        """A path between a fact's ends, what is said of it, and some examples."""
        subject, predicate, object_ = fact.tolist()
        examples = self.finder.examples(subject, object_, path, predicate=predicate, limit=_EXAMPLES)
        return Reason(f"{said}: {self.words(path)}", share, tuple(examples))
