"""Shares with their uncertainty."""

import math
from typing import NamedTuple

_Z = 1.959964  # of a 95 % interval


class Share(NamedTuple):
    """A share of things counted, with its 95 % score interval (Wilson 1927)."""

    value: float
    low: float
    high: float


def share_of(count: int, total: int) -> Share:
    """`count` of `total` as a share; of nothing, it may be anything from 0 to 1."""
    if total == 0:
        return Share(0.0, 0.0, 1.0)
    share, spread = count / total, _Z**2 / total
    middle = (share + spread / 2) / (1 + spread)
    half = _Z * math.sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return Share(share, max(0.0, middle - half), min(1.0, middle + half))
