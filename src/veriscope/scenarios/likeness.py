"""Whether an entity may stand in for another, by their classes."""

from dataclasses import dataclass

import numpy as np

from veriscope.graph import Classes


@dataclass(frozen=True, slots=True)
class Likeness:
    """Entities are alike if they share `type_overlap` classes, or as many as the replaced one has; all if it is None.

    Nothing is like an entity without classes, unless no entity of the graph has any.
    """

    classes: Classes
    type_overlap: int | None = 4

    def are_alike(self, replaced: int, other: int) -> bool:
        """Whether `other` may stand in for `replaced`."""
        if not self.classes.size(replaced):
            return not len(self.classes.groups.members)
        if self.type_overlap is None:
            return np.array_equal(self.classes[replaced], self.classes[other])
        return self.classes.are_consistent(replaced, other, threshold=self.type_overlap)
