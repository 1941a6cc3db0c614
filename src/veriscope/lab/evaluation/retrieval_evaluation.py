"""Scores retrievers and selectors over gold claims, and lists the worst misses."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from veriscope.datasets import VeriscopeClaim, challenge_of
from veriscope.files import JsonObject
from veriscope.lab.evaluation.oracle import Oracle
from veriscope.lab.evaluation.retrieval_run import Report, RetrievalPlan, RetrievalRun, run_retrieval
from veriscope.scoring import (
    RankedKind,
    Retrieval,
    RetrievalCase,
    RetrievalScores,
    retrieval_json,
    score_groups,
    score_retrieval,
    worst_misses,
)

_GIVEN = {
    Oracle.NONE: frozenset[RankedKind](),
    Oracle.PAGES: frozenset({RankedKind.PAGES}),
    Oracle.TABLES: frozenset({RankedKind.PAGES, RankedKind.TABLES}),
}


@dataclass(frozen=True, slots=True)
class RetrievalQuestions:
    """What to report about a run: the ranks k, a grouping of the claims (empty: none), how many misses to list."""

    ks: tuple[int, ...]
    by: str = ""
    misses: int = 0


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """One retriever and selector over all claims."""

    plan: RetrievalPlan
    run: RetrievalRun
    scores: RetrievalScores
    groups: dict[str, RetrievalScores]
    misses: tuple[JsonObject, ...]

    def latency_ms(self, share: float) -> float:
        """The time within which that share of the claims was done (nearest rank)."""
        times = sorted(selected.ms for selected in self.run.selected)
        return times[max(0, math.ceil(share * len(times)) - 1)]


def evaluate_retrieval(
    claims: Sequence[VeriscopeClaim],
    plan: RetrievalPlan,
    questions: RetrievalQuestions,
    *,
    report: Report,
    workers: int = 1,
) -> RetrievalResult:
    """Run the plan over at least one claim, and score it."""
    golds = [claim.gold() for claim in claims]
    run = run_retrieval(golds, plan, report=report, workers=workers)
    cases = [
        RetrievalCase(
            gold, Retrieval(tuple(page.title for page in selected.pages), selected.evidence), challenge_of(claim)
        )
        for claim, gold, selected in zip(claims, golds, run.selected, strict=True)
    ]
    kinds = frozenset(RankedKind) - _GIVEN[plan.oracle]
    return RetrievalResult(
        plan,
        run,
        score_retrieval(cases, ks=questions.ks, kinds=kinds),
        score_groups(cases, by=questions.by, ks=questions.ks, kinds=kinds) if questions.by else {},
        tuple(worst_misses(cases, limit=questions.misses)),
    )


def result_json(result: RetrievalResult, *, by: str = "") -> JsonObject:
    """The object that `eval retrieval --json` prints; `breakdown` and `misses` are there if asked for."""
    report = retrieval_json(result.scores)
    report["ms_per_claim"] = {"median": result.latency_ms(0.5), "p95": result.latency_ms(0.95)}
    report["per_second"] = result.run.per_second
    report["retriever"] = result.plan.retriever if result.plan.oracle is Oracle.NONE else None
    report["selector"] = result.plan.selector
    report["oracle"] = None if result.plan.oracle is Oracle.NONE else result.plan.oracle.value
    report["pages_given"] = result.plan.pages
    if by:
        report["breakdown"] = {by: {name: retrieval_json(scores) for name, scores in result.groups.items()}}
    if result.misses:
        report["misses"] = list(result.misses)
    return report
