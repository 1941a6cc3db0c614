"""How predicates are worded: what the words around two parts of a sentence say about the fact between them."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.linking.canonical import canonical
from veriscope.linking.frames import Frame, features


class Sense(NamedTuple):
    """A predicate and whether its subject stands first in the sentence."""

    predicate: int
    is_forward: bool

    def reverse(self) -> "Sense":
        """The same predicate worded in the other order."""
        return Sense(self.predicate, not self.is_forward)


@dataclass(frozen=True, slots=True)
class Weighing:
    """How much everything besides the words counts, in log-odds, and the least score of a reading that is returned.

    `types` weighs how well classes fit, `facts` the number of the predicate's facts. `nothing` is the weight of there
    being no fact in the sentence; the sum is multiplied by `sharpness`. A word is accounted for by a predicate if its
    weight for it is at least `known`; any other word costs `unsaid`.
    """

    types: float
    facts: float
    nothing: float
    sharpness: float
    known: float
    unsaid: float
    least_score: float


class Column(NamedTuple):
    """The weights of a feature for the senses at some places, in ascending order."""

    places: NDArray[np.int64]
    weights: NDArray[np.float64]


@dataclass(frozen=True)
class Lexicon:
    """The weight of each feature for each sense; a sense without that feature gets its `absent` weight.

    Every predicate is there in both directions. As features overlap, `damping` (0 to 1) reduces their sum.
    """

    senses: Sequence[Sense]
    columns: Mapping[str, Column]
    absent: NDArray[np.float64]
    weighing: Weighing
    damping: float = 0.0

    def scores(self, frame: Frame) -> NDArray[np.float64]:
        """The score of each sense for a frame, in the order of `senses`; 0 says nothing, more speaks for the sense."""
        usual, is_swapped = canonical(frame)
        found = features(usual)
        known = [self.columns[feature] for feature in found if feature in self.columns]
        scores = len(known) * self.absent
        for places, weights in known:
            scores[places] += weights - self.absent[places]
        scores /= max(1, len(found)) ** self.damping
        return scores[self._reverse] if is_swapped else scores

    def words_for(self, frame: Frame, sense: Sense) -> frozenset[str]:
        """The words of a frame that speak for a sense."""
        usual, is_swapped = canonical(frame)
        place = self._place[sense.reverse() if is_swapped else sense]
        telling = (one for one in features(usual) if self._weight(one, place) >= self.weighing.known)
        return frozenset(word for feature in telling for word in feature.split()[1:])

    def _weight(self, feature: str, place: int) -> float:
        if feature not in self.columns:
            return -math.inf
        places, weights = self.columns[feature]
        at = int(np.searchsorted(places, place))
        return float(weights[at]) if at < len(places) and places[at] == place else -math.inf

    @cached_property
    def _place(self) -> dict[Sense, int]:
        return {sense: place for place, sense in enumerate(self.senses)}

    @cached_property
    def _reverse(self) -> NDArray[np.int64]:
        return np.array([self._place[sense.reverse()] for sense in self.senses], dtype=np.int64)
