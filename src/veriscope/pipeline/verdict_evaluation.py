"""Runs a verdict model over claims whose evidence is given as text, and scores it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from veriscope.corpus.stream import worker_pool
from veriscope.datasets import JsonObject
from veriscope.datasets.fields import extra_value
from veriscope.datasets.verdict_rows import BadRow, VerdictRow
from veriscope.domain import Claim, Verdict, VerdictModel
from veriscope.errors import UsageError
from veriscope.pipeline.build import make_verdict_model
from veriscope.pipeline.chunks import in_order
from veriscope.pipeline.given_evidence import given_evidence
from veriscope.scoring.judgements import judge
from veriscope.scoring.latency import latency_json
from veriscope.scoring.verdict_report import VerdictReport, occurring_labels, report_verdicts, short_json, verdict_json

_CHUNK = 64

# How many claims of how many are decided.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class VerdictPlan:
    """Which model decides (`folder` holds one that a recipe trained), and whether evidence is split into sentences."""

    model: str
    folder: Path | None = None
    split: bool = False


@dataclass(frozen=True, slots=True)
class VerdictQuestions:
    """What is asked of a run: a key of the rows to group by (empty: none), and how to draw intervals."""

    by: str = ""
    resamples: int = 0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class VerdictResult:
    """A model over all rows that can be read, and the rows that cannot."""

    plan: VerdictPlan
    report: VerdictReport
    groups: dict[str, VerdictReport]
    times_ms: tuple[float, ...]
    bad_rows: tuple[BadRow, ...]


class _Decided(NamedTuple):
    verdict: Verdict
    ms: float


def evaluate_verdicts(
    rows: Sequence[VerdictRow | BadRow],
    plan: VerdictPlan,
    questions: VerdictQuestions,
    *,
    report: Report,
    workers: int = 1,
) -> VerdictResult:
    """Run the model over at least one readable row, and score it."""
    readable = [row for row in rows if isinstance(row, VerdictRow)]
    groups = _grouped(readable, by=questions.by) if questions.by else {}
    decided = _run(readable, plan, report=report, workers=workers)
    judgements = [judge(row.label, found.verdict) for row, found in zip(readable, decided, strict=True)]
    scored = partial(report_verdicts, occurring=occurring_labels(judgements))
    return VerdictResult(
        plan,
        scored(judgements, resamples=questions.resamples, seed=questions.seed),
        {name: scored([judgements[place] for place in places]) for name, places in groups.items()},
        tuple(found.ms for found in decided),
        tuple(row for row in rows if isinstance(row, BadRow)),
    )


def verdict_result_json(result: VerdictResult, *, by: str = "") -> JsonObject:
    """The object that `eval verdict --json` prints."""
    found = verdict_json(result.report)
    found["ms_per_claim"] = latency_json(result.times_ms)
    found["model"] = result.plan.model
    if by:
        found["breakdown"] = {by: {name: short_json(report) for name, report in result.groups.items()}}
    found["bad_rows"] = [dict(row._asdict()) for row in result.bad_rows]
    return found


def _run(rows: Sequence[VerdictRow], plan: VerdictPlan, *, report: Report, workers: int) -> list[_Decided]:
    chunks = [rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK)]
    decided: list[_Decided] = []
    if workers > 1:
        # A wrong name is answered before any worker starts.
        make_verdict_model(plan.model, plan.folder)
    try:
        with worker_pool(workers) as pool:
            for found in in_order(partial(_decide, plan), chunks, pool):
                decided += found
                report(len(decided), len(rows))
    finally:
        _model.cache_clear()
    return decided


@lru_cache(maxsize=1)
def _model(plan: VerdictPlan) -> VerdictModel:
    """The model, made once in each process."""
    return make_verdict_model(plan.model, plan.folder)


def _decide(plan: VerdictPlan, rows: Sequence[VerdictRow]) -> list[_Decided]:
    model = _model(plan)
    return [_decide_one(model, plan, row) for row in rows]


def _decide_one(model: VerdictModel, plan: VerdictPlan, row: VerdictRow) -> _Decided:
    evidence = given_evidence(row, split=plan.split)
    started = time.perf_counter()
    verdict = model.decide(Claim(str(row.line), row.claim), evidence)
    return _Decided(verdict, (time.perf_counter() - started) * 1000)


def _grouped(rows: Sequence[VerdictRow], *, by: str) -> dict[str, list[int]]:
    """The places of the rows of each value of a key, in order of value; rows without one take no part."""
    groups: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        value = extra_value(row.extra, by)
        if isinstance(value, str | int | float) and value != "":
            groups.setdefault(str(value), []).append(place)
    if not groups:
        keys = sorted({key for row in rows for key, value in row.extra if isinstance(value, str | int | float)})
        raise UsageError(f"--by: no row has a value under {by!r}; choose one of: {', '.join(keys)}")
    return dict(sorted(groups.items()))
