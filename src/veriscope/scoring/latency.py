"""How long claims took: the median and the 95th percentile."""

import math
from collections.abc import Sequence

from veriscope.files import JsonObject


def nearest_rank(times_ms: Sequence[float], share: float) -> float:
    """The time within which that share of the claims was done; there must be at least one claim."""
    ordered = sorted(times_ms)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


def latency_json(times_ms: Sequence[float]) -> JsonObject:
    """The object that reports print under `ms_per_claim`."""
    return {"median": nearest_rank(times_ms, 0.5), "p95": nearest_rank(times_ms, 0.95)}
