"""Runs a judge of tables over labelled statements, and scores it."""

import hashlib
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from veriscope import __version__
from veriscope.datasets import JsonObject
from veriscope.datasets.bad_rows import BadRow
from veriscope.domain import Claim
from veriscope.pipeline.answer_run import NOT_KEPT, Keeping, run_answers
from veriscope.pipeline.claim_answers import AnswerLog, ClaimAnswer
from veriscope.pipeline.pipeline_plan import learned_weights
from veriscope.pipeline.table_file import TableFile, TableTerms
from veriscope.pipeline.table_judging import TableJudge, make_table_judge
from veriscope.pipeline.table_rows import TableRow
from veriscope.pipeline.verdict_result import (
    Decided,
    VerdictQuestions,
    VerdictResult,
    evaluate_rows,
    verdict_result_json,
)

# How many statements of how many are judged.
Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Who judges (`folder` holds a model that a recipe trained), and by which term statistics."""

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
    keeping: Keeping = NOT_KEPT,
) -> VerdictResult:
    """Judge at least one statement that has a table, and score the verdicts."""
    decide = partial(_run, plan, report=report, workers=workers, keeping=keeping)
    return evaluate_rows(plan.model, rows, decide, questions)


def _run(plan: TablePlan, rows: Sequence[TableRow], *, report: Report, workers: int, keeping: Keeping) -> list[Decided]:
    golds = [row.claim.gold() for row in rows]
    try:
        # A wrong name is answered before any worker starts.
        _judge(plan)
        run = run_answers(rows, golds, partial(_answer, plan), report=report, workers=workers, keeping=keeping)
    finally:
        _judge.cache_clear()
    return [Decided(answer.verdict, answer.total_ms) for answer in run.answers]


def keeping_in(log: AnswerLog | None, plan: TablePlan, files: Sequence[Path]) -> Keeping:
    """Keeps answers for runs of this plan over files of this content; without a log, none."""
    if log is None:
        return NOT_KEPT
    told = json.dumps([__version__, plan.model, str(plan.folder), learned_weights(plan.folder), *map(_digest, files)])
    return Keeping(log, hashlib.blake2b(told.encode(), digest_size=8).hexdigest())


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "blake2b").hexdigest()


def table_result_json(result: VerdictResult, tables: TableFile, *, by: str = "") -> JsonObject:
    """The object that `eval tables --json` prints: that of `eval verdict`, and what became of the tables."""
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
