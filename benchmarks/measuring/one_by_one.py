"""Checks claims of a file one after the other, as a user's program does, and prints how long each took.

    python benchmarks/measuring/one_by_one.py CORPUS CLAIMS [--claims N] [--warm-up N] [--seed N]

The claims are drawn at random; those of the warm-up come first and are not counted. One process that opens the corpus
once.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from veriscope import Verifier
from veriscope.datasets import read_claims
from veriscope.domain import Claim
from veriscope.pipeline import Trace
from veriscope.scoring.latency import latency_json, nearest_rank


def drawn(path: Path, *, claims: int, seed: int) -> list[Claim]:
    """So many claims of a file, or all of them where it holds fewer."""
    every = list(read_claims(path))
    return random.Random(seed).sample(every, min(claims, len(every)))


def timed(verifier: Verifier, claims: Sequence[Claim]) -> tuple[list[Trace], list[float]]:
    """The traces, and the milliseconds from each claim to its trace."""
    traces, times = [], []
    for claim in claims:
        started = time.perf_counter()
        traces.append(verifier.check(claim))
        times.append((time.perf_counter() - started) * 1000)
    return traces, times


def report(traces: Sequence[Trace], times: Sequence[float]) -> dict[str, object]:
    """What was answered, and the median and 95th percentile of the times; of the stages, the median."""
    stages: dict[str, list[float]] = {}
    for trace in traces:
        for stage, ms in trace.timings_ms:
            stages.setdefault(stage, []).append(ms)
    return {
        "claims": len(traces),
        "labels": dict(sorted(Counter(trace.label.value for trace in traces).items())),
        "computed": sum(bool(trace.computations) for trace in traces),
        "ms_per_claim": latency_json(times) | {"slowest": max(times)},
        "stage_ms": {stage: nearest_rank(found, 0.5) for stage, found in stages.items()},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("claims_file", type=Path, metavar="CLAIMS")
    parser.add_argument("--claims", type=int, default=200)
    parser.add_argument("--warm-up", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    claims = drawn(asked.claims_file, claims=asked.warm_up + asked.claims, seed=asked.seed)
    with Verifier(asked.corpus) as verifier:
        timed(verifier, claims[: asked.warm_up])
        print(json.dumps(report(*timed(verifier, claims[asked.warm_up :]))))


if __name__ == "__main__":
    main()
