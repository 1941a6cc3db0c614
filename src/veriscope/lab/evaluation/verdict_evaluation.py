"""Runs a verdict model over claims whose evidence is given as text, and scores it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from veriscope.datasets import BadRow, VerdictRow
from veriscope.domain import Claim, VerdictModel
from veriscope.files import in_order, worker_pool
from veriscope.lab.evaluation.given_evidence import given_evidence
from veriscope.lab.evaluation.verdict_result import TimedVerdict, VerdictQuestions, VerdictResult, evaluate_rows
from veriscope.pipeline import make_verdict_model

_CHUNK = 64

# Receives how many claims are decided, and how many there are.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class VerdictPlan:
    """Which model decides (`folder` has one that a recipe trained), and whether to split evidence into sentences."""

    model: str
    folder: Path | None = None
    split: bool = False


def evaluate_verdicts(
    rows: Sequence[VerdictRow | BadRow],
    plan: VerdictPlan,
    questions: VerdictQuestions,
    *,
    report: Report,
    workers: int = 1,
) -> VerdictResult:
    """Run the model over at least one readable row, and score it."""
    return evaluate_rows(plan.model, rows, partial(_run, plan, report=report, workers=workers), questions)


def _run(plan: VerdictPlan, rows: Sequence[VerdictRow], *, report: Report, workers: int) -> list[TimedVerdict]:
    chunks = [rows[start : start + _CHUNK] for start in range(0, len(rows), _CHUNK)]
    decided: list[TimedVerdict] = []
    if workers > 1:
        # A wrong name fails before any worker starts.
        make_verdict_model(plan.model, plan.folder)
    try:
        with worker_pool(min(workers, len(chunks))) as pool:
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


def _decide(plan: VerdictPlan, rows: Sequence[VerdictRow]) -> list[TimedVerdict]:
    model = _model(plan)
    return [_decide_one(model, plan, row) for row in rows]


def _decide_one(model: VerdictModel, plan: VerdictPlan, row: VerdictRow) -> TimedVerdict:
    evidence = given_evidence(row, split=plan.split)
    started = time.perf_counter()
    verdict = model.decide(Claim(str(row.line), row.claim), evidence)
    return TimedVerdict(verdict, (time.perf_counter() - started) * 1000)
