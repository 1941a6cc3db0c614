"""The properties asked of a set of facts, and the resulting number of facts of each kind."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from veriscope.errors import UsageError


class Popularity(StrEnum):
    """Which true facts are taken first."""

    RANDOM = "random"
    POPULAR = "popular"
    UNPOPULAR = "unpopular"


@dataclass(frozen=True, slots=True)
class DatasetSettings:
    """What BUCKLE's generator is asked for: 1 is easy and 0 is hard for both transparency and homogeneity.

    `ratio` is the number of true facts for each false one.
    """

    transparency: float = 1.0
    homogeneity: float = 1.0
    size: int = 300
    ratio: float = 1.0
    popularity: Popularity = Popularity.RANDOM

    def __post_init__(self) -> None:
        for name, value in (("transparency", self.transparency), ("homogeneity", self.homogeneity)):
            if not 0 <= value <= 1:
                raise UsageError(f"{name} {value:g} is not a share; choose 0 (hard) to 1 (easy)")
        if not 0 < self.ratio < float("inf"):
            raise UsageError(f"ratio {self.ratio:g}: choose how many true facts stand for each false one, such as 1")
        if self.true_facts < 1 or self.false_facts < 1:
            raise UsageError(
                f"size {self.size} at ratio {self.ratio:g} makes {self.true_facts} true and {self.false_facts} false "
                "facts; choose a size that leaves at least one of each"
            )

    @property
    def true_facts(self) -> int:
        """P = ⌈size · r / (1 + r)⌉."""
        ratio = _exactly(self.ratio)
        # A ratio such as 1/11 is no decimal fraction: rounding must not add a fact.
        return ceil(round(self.size * ratio / (1 + ratio), 9))

    @property
    def false_facts(self) -> int:
        """The rest of the size."""
        return self.size - self.true_facts

    @property
    def hard_facts(self) -> int:
        """⌊(1 − transparency) · N⌋ false facts are hard; the others are matched at random."""
        return floor((1 - _exactly(self.transparency)) * self.false_facts)

    @property
    def random_facts(self) -> int:
        """The false facts that are matched at random."""
        return self.false_facts - self.hard_facts

    @property
    def alike_facts(self) -> int:
        """⌊homogeneity · P⌋ true facts come from the largest cluster."""
        return floor(_exactly(self.homogeneity) * self.true_facts)


def _exactly(value: float) -> Fraction:
    """The decimal fraction as written: 1 − 0.9 is exactly one tenth, not a little less."""
    return Fraction(repr(value))


PAPER_TRAINING = DatasetSettings()
"""T of the paper's experiments: transparency and homogeneity 1, random, 300 facts."""

PAPER_LEVELS = (0.0, 0.2, 0.5, 1.0)
"""The values of transparency and homogeneity in the paper's matrices (Figures 2 and 3)."""

PAPER_POPULARITY = tuple(
    DatasetSettings(transparency=1.0, homogeneity=0.5, ratio=0.2, popularity=popularity) for popularity in Popularity
)
"""The tests of Table 4: 50 true facts, the most popular, the least, or any, and 250 false ones."""
