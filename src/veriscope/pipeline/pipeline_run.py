"""Runs the whole pipeline over gold claims, in worker processes, and keeps what it answered."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from veriscope.corpus import Corpus
from veriscope.domain import EvidenceSelector, GoldClaim, Page, PageRetriever, TableComputer, VerdictModel
from veriscope.errors import UsageError
from veriscope.pipeline.answer_run import AnswerRun, Keeping, run_answers
from veriscope.pipeline.build import make_computer, make_selector, make_verdict_model
from veriscope.pipeline.claim_answers import AnswerLog, ClaimAnswer
from veriscope.pipeline.claim_reading import read_claim
from veriscope.pipeline.computing import computations, deciding, with_cells
from veriscope.pipeline.decision import decide
from veriscope.pipeline.gold_evidence import gold_evidence
from veriscope.pipeline.oracle import Oracle, gold_pages
from veriscope.pipeline.pipeline_plan import PipelineOracle, PipelinePlan, check_plan, fingerprint
from veriscope.pipeline.starter_corpus import open_corpus
from veriscope.pipeline.verdict_limits import NO_EVIDENCE, NO_PAGES, with_min_confidence, without_verdict

# What is at hand, and how many claims of how many are done.
Report = Callable[[str, int, int], None]


def run_pipeline(
    golds: Sequence[GoldClaim],
    plan: PipelinePlan,
    *,
    report: Report,
    workers: int = 1,
    log: AnswerLog | None = None,
) -> AnswerRun:
    """Run the plan over the claims that the log does not hold yet."""
    check_plan(plan)
    with closing(open_corpus(plan.corpus)) as corpus:
        mark = fingerprint(plan, corpus)
    with _closing_stages():
        return run_answers(
            golds,
            golds,
            partial(_answer, plan),
            keeping=Keeping(log, mark),
            report=partial(report, plan.name),
            workers=workers,
        )


@dataclass(frozen=True, slots=True)
class _Stages:
    corpus: Corpus
    retriever: PageRetriever
    selector: EvidenceSelector
    computer: TableComputer | None
    model: VerdictModel


_opened: list[_Stages] = []


@lru_cache(maxsize=1)
def _stages(plan: PipelinePlan) -> _Stages:
    """The open corpus and the stages of a plan, made once in each process."""
    corpus = open_corpus(plan.corpus)
    config = plan.config
    stages = _Stages(
        corpus,
        plan.retriever(corpus),
        make_selector(config.selector, corpus),
        make_computer(config.computer),
        make_verdict_model(config.verdict, config.model_folder),
    )
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


def _answer(plan: PipelinePlan, golds: Sequence[GoldClaim]) -> list[ClaimAnswer]:
    stages = _stages(plan)
    return [_answer_one(stages, plan, gold) for gold in golds]


def _answer_one(stages: _Stages, plan: PipelinePlan, gold: GoldClaim) -> ClaimAnswer:
    ms: dict[str, float] = {}
    try:
        read = read_claim(gold.claim)
    except UsageError as error:
        # What a user would be told instead of a verdict.
        return ClaimAnswer(without_verdict(str(error)), (), (), ())
    asked = replace(gold, claim=read.claim)
    with stages.corpus.snapshot():
        with _timed(ms, "retrieval"):
            pages = _pages(stages, plan, asked)
        with _timed(ms, "selection"):
            given = gold_evidence(asked, stages.corpus) if plan.oracle is PipelineOracle.EVIDENCE else []
            found = given or stages.selector.select(asked.claim, pages, limit=plan.config.evidence)
    with _timed(ms, "computing"):
        computed = () if read.unfit else computations(stages.computer, read.claim, pages, found)
        decisive = deciding(computed)
        # What an oracle gives is not added to.
        evidence = given or with_cells(found, decisive, pages)
    with _timed(ms, "verdict"):
        reason = read.unfit or ("" if evidence else NO_EVIDENCE if pages else NO_PAGES)
        if reason:
            verdict = without_verdict(reason)
        else:
            verdict = decide(stages.model, read.claim, evidence, pages, decisive).verdict
        verdict = with_min_confidence(verdict, min_confidence=plan.config.min_confidence)
    titles = tuple(page.title for page, _ in pages)
    return ClaimAnswer(verdict, titles, tuple(piece.id for piece in evidence), tuple(ms.items()))


def _pages(stages: _Stages, plan: PipelinePlan, gold: GoldClaim) -> list[tuple[Page, float]]:
    """The pages that the selector gets; reading them counts as retrieval."""
    if plan.oracle is not PipelineOracle.NONE:
        given = gold_pages(gold, stages.corpus, oracle=Oracle.PAGES)
        if given:
            return given
    ranked = stages.retriever.retrieve(gold.claim, limit=plan.config.pages)
    read = [(stages.corpus.page(title), score) for title, score in ranked]
    return [(page, score) for page, score in read if page is not None]


@contextmanager
def _timed(ms: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    ms[stage] = (time.perf_counter() - started) * 1000
