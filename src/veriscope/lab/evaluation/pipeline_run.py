"""Runs the whole pipeline over gold claims, in worker processes, and keeps its answers."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial

from veriscope.domain import GoldClaim
from veriscope.errors import UsageError
from veriscope.lab.evaluation.answer_run import AnswerKeeper, AnswerRun, run_answers
from veriscope.lab.evaluation.claim_answers import AnswerLog, ClaimAnswer
from veriscope.lab.evaluation.gold_evidence import gold_evidence
from veriscope.lab.evaluation.oracle import GivenPages, Oracle, gold_pages, with_gold_evidence
from veriscope.lab.evaluation.pipeline_plan import PipelineOracle, PipelinePlan, check_plan, fingerprint
from veriscope.models import forget_judgements
from veriscope.pipeline import Stages, Verifier, closing_stages, open_corpus, stages_of_this_process
from veriscope.verdict import without_verdict

# Receives the name of the plan, how many claims are done, and how many there are.
Report = Callable[[str, int, int], None]


def run_pipeline(
    golds: Sequence[GoldClaim],
    plan: PipelinePlan,
    *,
    report: Report,
    workers: int = 1,
    log: AnswerLog | None = None,
) -> AnswerRun:
    """Run the plan over the claims that the log does not have yet.

    The encoder first forgets its judgements of earlier runs, so that the times are those of real work.
    """
    check_plan(plan)
    with closing(open_corpus(plan.corpus)) as corpus:
        mark = fingerprint(plan, corpus)
    forget_judgements()
    with closing_stages():
        return run_answers(
            golds,
            golds,
            partial(_answer, plan),
            keeper=AnswerKeeper(log, mark),
            report=partial(report, plan.name),
            workers=workers,
        )


def _answer(plan: PipelinePlan, golds: Sequence[GoldClaim]) -> list[ClaimAnswer]:
    stages = stages_of_this_process(plan.config, plan.corpus)
    return [_answer_one(with_oracle(stages, gold, plan.oracle), gold) for gold in golds]


def with_oracle(stages: Stages, gold: GoldClaim, oracle: PipelineOracle) -> Stages:
    """The stages with the oracle's gold for one claim; without gold in the corpus, they search as usual."""
    with stages.corpus.snapshot():
        pages = [] if oracle is PipelineOracle.NONE else gold_pages(gold, stages.corpus, oracle=Oracle.PAGES)
        evidence = gold_evidence(gold, stages.corpus) if oracle is PipelineOracle.EVIDENCE else []
    given = replace(stages, retriever=GivenPages(pages)) if pages else stages
    return with_gold_evidence(given, evidence) if evidence else given


def _answer_one(stages: Stages, gold: GoldClaim) -> ClaimAnswer:
    try:
        trace = Verifier.over(stages).check(gold.claim)
    except UsageError as error:
        # A user would see this message instead of a verdict.
        return ClaimAnswer(without_verdict(str(error)), (), (), ())
    titles = tuple(page.title for page in trace.pages)
    return ClaimAnswer(trace.verdict, titles, tuple(piece.id for piece in trace.evidence), trace.timings_ms)
