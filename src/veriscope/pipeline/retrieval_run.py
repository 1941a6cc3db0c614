"""Runs retrieval and selection over gold claims, in worker processes, and times them as a check would run them."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

from veriscope.corpus import Corpus
from veriscope.corpus.stream import worker_pool
from veriscope.domain import EvidenceId, EvidenceSelector, GoldClaim, PageRetriever, RankedPage
from veriscope.pipeline.build import chosen, make_retriever, make_selector
from veriscope.pipeline.chunks import in_order
from veriscope.pipeline.oracle import Oracle, gold_pages
from veriscope.pipeline.starter_corpus import open_corpus
from veriscope.retrieval import RETRIEVERS
from veriscope.selection import SELECTORS

_CHUNK = 16
_WARM_UP = 16
_EVIDENCE = 30

_Found = TypeVar("_Found")

# What is at hand, and how many claims of how many are done.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class RetrievalPlan:
    """What is run over the claims: `pages` pages are handed to the selector, `depth` pages are ranked in all."""

    corpus: Path
    retriever: str
    selector: str
    pages: int = 5
    depth: int = 100
    oracle: Oracle = Oracle.NONE


@dataclass(frozen=True, slots=True)
class Selected:
    """What one claim's way gave, best first, and how long retrieving, reading and selecting took."""

    pages: tuple[RankedPage, ...]
    evidence: tuple[EvidenceId, ...]
    ms: float


@dataclass(frozen=True, slots=True)
class RetrievalRun:
    """What was found for each claim, in order, and how many claims a second all workers together did."""

    selected: tuple[Selected, ...]
    per_second: float


def check_plan(plan: RetrievalPlan) -> None:
    """Raise `UsageError` for a name that no stage bears, before any work is done."""
    chosen(RETRIEVERS, plan.retriever, "retriever")
    chosen(SELECTORS, plan.selector, "selector")


def run_retrieval(golds: Sequence[GoldClaim], plan: RetrievalPlan, *, report: Report, workers: int = 1) -> RetrievalRun:
    """Run the plan over the claims.

    Each process works off a few claims first, so that times are those of a warm program. Where more pages are
    to be ranked than the selector gets, the deep ranking is made apart and takes no part in the times.
    """
    check_plan(plan)
    chunks = [golds[start : start + _CHUNK] for start in range(0, len(golds), _CHUNK)]
    few = golds[:: max(1, len(golds) // _WARM_UP)][:_WARM_UP]
    with worker_pool(workers) as pool, _closing_stages():
        _collect(_select, plan, [few] * workers, pool, report=lambda *_: None)
        started = time.perf_counter()
        selected = _collect(_select, plan, chunks, pool, report=report)
        elapsed_s = time.perf_counter() - started
        if plan.depth > plan.pages and plan.oracle is Oracle.NONE:
            deep = _collect(_rank, plan, chunks, pool, report=report)
            selected = [_deepened(near, far) for near, far in zip(selected, deep, strict=True)]
    return RetrievalRun(tuple(selected), len(golds) / max(elapsed_s, 1e-9))


def _collect(
    work: Callable[[RetrievalPlan, Sequence[GoldClaim]], list[_Found]],
    plan: RetrievalPlan,
    chunks: Sequence[Sequence[GoldClaim]],
    pool: Executor | None,
    *,
    report: Report,
) -> list[_Found]:
    total = sum(map(len, chunks))
    found: list[_Found] = []
    for results in in_order(partial(work, plan), chunks, pool):
        found += results
        report(f"{plan.retriever}, {plan.selector}", len(found), total)
    return found


@dataclass(frozen=True, slots=True)
class _Stages:
    corpus: Corpus
    retriever: PageRetriever
    selector: EvidenceSelector


_opened: list[_Stages] = []


@lru_cache(maxsize=1)
def _stages(plan: RetrievalPlan) -> _Stages:
    """The open corpus and the stages of a plan, made once in each process."""
    corpus = open_corpus(plan.corpus)
    stages = _Stages(corpus, make_retriever(plan.retriever, corpus), make_selector(plan.selector, corpus))
    _opened.append(stages)
    return stages


@contextmanager
def _closing_stages() -> Iterator[None]:
    """Close what this process opened; a worker's files close with the worker."""
    try:
        yield
    finally:
        for stages in _opened:
            stages.corpus.close()
        _opened.clear()
        _stages.cache_clear()


def _select(plan: RetrievalPlan, golds: Sequence[GoldClaim]) -> list[Selected]:
    stages = _stages(plan)
    return [_select_one(stages, plan, gold) for gold in golds]


def _select_one(stages: _Stages, plan: RetrievalPlan, gold: GoldClaim) -> Selected:
    started = time.perf_counter()
    with stages.corpus.snapshot():
        if plan.oracle is Oracle.NONE:
            ranked = stages.retriever.retrieve(gold.claim, limit=plan.pages)
            read = [(stages.corpus.page(title), score) for title, score in ranked]
            pages = [(page, score) for page, score in read if page is not None]
        else:
            pages = gold_pages(gold, stages.corpus, oracle=plan.oracle)
            ranked = [RankedPage(page.title, score) for page, score in pages]
    evidence = stages.selector.select(gold.claim, pages, limit=_EVIDENCE)
    ms = (time.perf_counter() - started) * 1000
    return Selected(tuple(ranked), tuple(piece.id for piece in evidence), ms)


def _rank(plan: RetrievalPlan, golds: Sequence[GoldClaim]) -> list[list[RankedPage]]:
    stages = _stages(plan)
    with stages.corpus.snapshot():
        return [stages.retriever.retrieve(gold.claim, limit=plan.depth) for gold in golds]


def _deepened(selected: Selected, deep: Sequence[RankedPage]) -> Selected:
    """The pages that the selector got, then those that only the deep ranking holds."""
    near = {page.title for page in selected.pages}
    return replace(selected, pages=(*selected.pages, *(page for page in deep if page.title not in near)))
