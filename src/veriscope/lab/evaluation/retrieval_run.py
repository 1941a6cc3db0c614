"""Runs and times retrieval and selection over gold claims, in worker processes, as a check would run them."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from veriscope.domain import EvidenceId, GoldClaim, RankedPage
from veriscope.files import WorkerPool, in_order, worker_pool
from veriscope.lab.evaluation.oracle import Oracle, with_gold_pages
from veriscope.pipeline import (
    PipelineConfig,
    Stages,
    check_config,
    closing_stages,
    search_config,
    stages_of_this_process,
)

_CHUNK = 16
_WARM_UP = 16

_Found = TypeVar("_Found")

# Receives the names of the stages, how many claims are done, and how many there are.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class RetrievalPlan:
    """What to run over the claims: the selector gets `pages` pages, and `depth` pages are ranked in all."""

    corpus: Path
    retriever: str
    selector: str
    pages: int = 5
    depth: int = 100
    oracle: Oracle = Oracle.NONE

    @property
    def config(self) -> PipelineConfig:
        """The stages of the plan; those after selection load nothing."""
        return search_config(self.retriever, self.selector, pages=self.pages)


@dataclass(frozen=True, slots=True)
class TimedRetrieval:
    """The pages and evidence found for a claim, best first, and how long retrieving, reading and selecting took."""

    pages: tuple[RankedPage, ...]
    evidence: tuple[EvidenceId, ...]
    ms: float


@dataclass(frozen=True, slots=True)
class RetrievalRun:
    """What was found for each claim, in order, and how many claims a second all workers did together."""

    selected: tuple[TimedRetrieval, ...]
    per_second: float


def check_retrieval_plan(plan: RetrievalPlan) -> None:
    """Raise `UsageError` for a name that no stage has, before any work is done."""
    check_config(plan.config)


def run_retrieval(golds: Sequence[GoldClaim], plan: RetrievalPlan, *, report: Report, workers: int = 1) -> RetrievalRun:
    """Run the plan over the claims.

    Each process does a few claims first, so that the times are those of a warm program. If more pages are ranked than
    the selector gets, the deep ranking is a separate step and does not count in the times.
    """
    check_retrieval_plan(plan)
    chunks = [golds[start : start + _CHUNK] for start in range(0, len(golds), _CHUNK)]
    few = golds[:: max(1, len(golds) // _WARM_UP)][:_WARM_UP]
    workers = min(workers, len(chunks))
    with worker_pool(workers) as pool, closing_stages():
        _collect(_select, plan, [few] * workers, pool, report=lambda *_: None)
        started = time.perf_counter()
        selected = _collect(_select, plan, chunks, pool, report=report)
        elapsed_s = time.perf_counter() - started
        if plan.depth > plan.pages and plan.oracle is Oracle.NONE:
            deep = _collect(_rank, plan, chunks, pool, report=report)
            selected = [_with_deep_ranking(near, far) for near, far in zip(selected, deep, strict=True)]
    return RetrievalRun(tuple(selected), len(golds) / max(elapsed_s, 1e-9))


def _collect(
    work: Callable[[RetrievalPlan, Sequence[GoldClaim]], list[_Found]],
    plan: RetrievalPlan,
    chunks: Sequence[Sequence[GoldClaim]],
    pool: WorkerPool | None,
    *,
    report: Report,
) -> list[_Found]:
    total = sum(map(len, chunks))
    found: list[_Found] = []
    for results in in_order(partial(work, plan), chunks, pool):
        found += results
        report(f"{plan.retriever}, {plan.selector}", len(found), total)
    return found


def _stages(plan: RetrievalPlan) -> Stages:
    return stages_of_this_process(plan.config, plan.corpus)


def _select(plan: RetrievalPlan, golds: Sequence[GoldClaim]) -> list[TimedRetrieval]:
    return [_select_one(plan, gold) for gold in golds]


def _select_one(plan: RetrievalPlan, gold: GoldClaim) -> TimedRetrieval:
    started = time.perf_counter()
    stages = _stages(plan)
    if plan.oracle is not Oracle.NONE:
        stages = with_gold_pages(stages, gold, oracle=plan.oracle)
    pages = stages.retrieve(gold.claim)
    evidence = stages.select(gold.claim, pages)
    ms = (time.perf_counter() - started) * 1000
    ranked = tuple(RankedPage(page.title, score) for page, score in pages)
    return TimedRetrieval(ranked, tuple(piece.id for piece in evidence), ms)


def _rank(plan: RetrievalPlan, golds: Sequence[GoldClaim]) -> list[list[RankedPage]]:
    return [_stages(plan).rank(gold.claim, limit=plan.depth) for gold in golds]


def _with_deep_ranking(selected: TimedRetrieval, deep: Sequence[RankedPage]) -> TimedRetrieval:
    """The pages that the selector got, followed by the others of the deep ranking."""
    near = {page.title for page in selected.pages}
    return replace(selected, pages=(*selected.pages, *(page for page in deep if page.title not in near)))
