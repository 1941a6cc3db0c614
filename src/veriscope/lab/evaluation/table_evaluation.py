"""Runs a table judge over labelled statements, and scores it."""

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from veriscope import __version__
from veriscope.datasets import BadRow
from veriscope.domain import Claim
from veriscope.files import JsonObject
from veriscope.lab.evaluation.answer_run import NO_ANSWERS_KEPT, AnswerKeeper, run_answers
from veriscope.lab.evaluation.claim_answers import AnswerLog, ClaimAnswer
from veriscope.lab.evaluation.pipeline_plan import learned_weights
from veriscope.lab.evaluation.table_file import TableFile, TableTerms
from veriscope.lab.evaluation.table_judging import TableJudge, make_table_judge
from veriscope.lab.evaluation.table_rows import TableRow
from veriscope.lab.evaluation.verdict_result import (
    TimedVerdict,
    VerdictQuestions,
    VerdictResult,
    evaluate_rows,
    verdict_result_json,
)

# Receives how many statements are judged, and how many there are.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Which judge to run (`folder` has a model that a recipe trained), and the term statistics that it uses."""

    model: str
    folder: Path | None
    terms: TableTerms


def evaluate_tables(
    rows: Sequence[TableRow | BadRow],
    plan: TablePlan,
    questions: VerdictQuestions,
    *,
    report: Report,
    workers: int = 1,
    keeper: AnswerKeeper = NO_ANSWERS_KEPT,
) -> VerdictResult:
    """Judge at least one statement that has a table, and score the verdicts."""
    decide = partial(_run, plan, report=report, workers=workers, keeper=keeper)
    return evaluate_rows(plan.model, rows, decide, questions)


def _run(
    plan: TablePlan, rows: Sequence[TableRow], *, report: Report, workers: int, keeper: AnswerKeeper
) -> list[TimedVerdict]:
    golds = [row.claim.gold() for row in rows]
    try:
        # A wrong name fails before any worker starts.
        _judge(plan)
        run = run_answers(rows, golds, partial(_answer, plan), report=report, workers=workers, keeper=keeper)
    finally:
        _judge.cache_clear()
    return [TimedVerdict(answer.verdict, answer.total_ms) for answer in run.answers]


def keeper_for(log: AnswerLog | None, plan: TablePlan, files: Sequence[Path]) -> AnswerKeeper:
    """Keeps answers for runs of this plan over files with this content; without a log, keeps none."""
    if log is None:
        return NO_ANSWERS_KEPT
    mark = json.dumps([__version__, plan.model, str(plan.folder), learned_weights(plan.folder), *map(_digest, files)])
    return AnswerKeeper(log, hashlib.blake2b(mark.encode(), digest_size=8).hexdigest())


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "blake2b").hexdigest()


def table_result_json(result: VerdictResult, tables: TableFile, *, by: str = "") -> JsonObject:
    """The object that `eval tables --json` prints: that of `eval verdict`, and how many tables were read or skipped."""
    found = verdict_result_json(result, by=by)
    found["tables"] = tables.terms.tables
    found["skipped_tables"] = [{"place": skip.place, "reason": skip.reason} for skip in tables.skips]
    return found


@lru_cache(maxsize=1)
def _judge(plan: TablePlan) -> TableJudge:
    """The judge, made once in each process."""
    return make_table_judge(plan.model, plan.terms, plan.folder)


def _answer(plan: TablePlan, rows: Sequence[TableRow]) -> list[ClaimAnswer]:
    judge = _judge(plan)
    return [_answer_one(judge, row) for row in rows]


def _answer_one(judge: TableJudge, row: TableRow) -> ClaimAnswer:
    started = time.perf_counter()
    verdict = judge.judge(Claim(str(row.claim.id), row.claim.claim), row.page)
    return ClaimAnswer(verdict, (row.page.title,), (), (("verdict", (time.perf_counter() - started) * 1000),))
