"""How long single calls take: by the clock, and of the processor alone, whatever else the machine does."""

import statistics
import time
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Took(NamedTuple):
    """Milliseconds."""

    clock: float
    processor: float


def now() -> Took:
    """The two clocks."""
    return Took(time.perf_counter() * 1000, time.thread_time() * 1000)


def since(start: Took) -> Took:
    """What they went on by."""
    end = now()
    return Took(end.clock - start.clock, end.processor - start.processor)


def summed_up(times: Sequence[Took]) -> dict[str, float]:
    """Median and 95th percentile by the clock, and the median of the processor."""
    clock = [took.clock for took in times]
    return {
        "median": round(statistics.median(clock), 4),
        "p95": round(float(np.quantile(clock, 0.95)), 4),
        "processor_median": round(statistics.median(took.processor for took in times), 4),
    }
