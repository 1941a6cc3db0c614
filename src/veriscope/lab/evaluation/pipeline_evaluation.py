"""Scores the whole pipeline over gold claims: the official scores, calibration and retrieval."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from veriscope.datasets import VeriscopeClaim, challenge_of
from veriscope.lab.evaluation.answer_run import AnswerRun
from veriscope.lab.evaluation.claim_answers import AnswerLog, ClaimAnswer
from veriscope.lab.evaluation.pipeline_plan import PipelineOracle, PipelinePlan
from veriscope.lab.evaluation.pipeline_run import Report, run_pipeline
from veriscope.lab.evaluation.pipeline_tasks import Task
from veriscope.scoring import (
    AnswerScores,
    ClaimOutcome,
    Difference,
    Evaluation,
    Group,
    Interval,
    Judgement,
    RankedKind,
    Resampling,
    Retrieval,
    RetrievalCase,
    RetrievalScores,
    ScoringCase,
    by_label,
    compare,
    ece_interval,
    evaluate_cases,
    judge,
    score_answers,
    score_retrieval,
)

_KS = (1, 5)
# What an oracle gives is not scored.
_GIVEN = {
    PipelineOracle.NONE: frozenset[RankedKind](),
    PipelineOracle.PAGES: frozenset({RankedKind.PAGES}),
    PipelineOracle.EVIDENCE: frozenset(RankedKind),
}


@dataclass(frozen=True, slots=True)
class ScoredClaim:
    """A claim, its answer, and what the answer earns."""

    claim: VeriscopeClaim
    answer: ClaimAnswer
    case: ScoringCase
    outcome: ClaimOutcome

    def judgement(self) -> Judgement:
        """The answer beside the gold label."""
        return judge(self.claim.label, self.answer.verdict)


@dataclass(frozen=True, slots=True)
class PipelineResult:
    """One plan over all claims; `differences` say how far the first plan is ahead, and are empty for the first."""

    plan: PipelinePlan
    task: Task
    run: AnswerRun
    scored: tuple[ScoredClaim, ...]
    evaluation: Evaluation
    per_gold_label: dict[str, Group]
    answers: AnswerScores
    ece_interval: Interval | None
    retrieval: RetrievalScores
    differences: dict[str, Difference]

    def times_ms(self) -> list[float]:
        """The time of each claim."""
        return [answer.total_ms for answer in self.run.answers]

    def pairs(self) -> list[tuple[ScoringCase, ClaimOutcome]]:
        """The claims in the form that the significance tests take."""
        return [(each.case, each.outcome) for each in self.scored]


@dataclass(frozen=True, slots=True)
class PipelineQuestions:
    """How claims are scored, and how intervals are drawn."""

    task: Task
    resampling: Resampling


def evaluate_pipeline(
    claims: Sequence[VeriscopeClaim],
    plans: Sequence[PipelinePlan],
    questions: PipelineQuestions,
    *,
    report: Report,
    workers: int = 1,
    log: AnswerLog | None = None,
) -> list[PipelineResult]:
    """Run the plans over at least one claim, and score each; the others are compared with the first."""
    golds = [claim.gold() for claim in claims]
    results: list[PipelineResult] = []
    for plan in plans:
        report_plan = partial(_report_all, report, before=len(results), plans=len(plans))
        run = run_pipeline(golds, plan, report=report_plan, workers=workers, log=log)
        scored = _score_claims(claims, run, questions.task)
        results.append(_result(plan, run, scored, questions, first=results[0] if results else None))
    return results


def _report_all(report: Report, name: str, done: int, total: int, *, before: int, plans: int) -> None:
    """Report progress over all plans."""
    report(name, before * total + done, plans * total)


def _score_claims(claims: Sequence[VeriscopeClaim], run: AnswerRun, task: Task) -> tuple[ScoredClaim, ...]:
    cases = [task.case(claim, answer) for claim, answer in zip(claims, run.answers, strict=True)]
    return tuple(
        ScoredClaim(claim, answer, case, task.score(case))
        for claim, answer, case in zip(claims, run.answers, cases, strict=True)
    )


def _result(
    plan: PipelinePlan,
    run: AnswerRun,
    scored: tuple[ScoredClaim, ...],
    questions: PipelineQuestions,
    *,
    first: PipelineResult | None,
) -> PipelineResult:
    task, resampling = questions.task, questions.resampling
    rows = [task.gold_row(each.claim) for each in scored]
    pairs = [(each.case, each.outcome) for each in scored]
    judgements = [each.judgement() for each in scored]
    draws = {"resamples": resampling.resamples, "seed": resampling.seed}
    return PipelineResult(
        plan,
        task,
        run,
        scored,
        evaluate_cases(rows, pairs, resampling=resampling),
        by_label(rows, [each.outcome for each in scored]),
        score_answers(judgements),
        ece_interval(judgements, **draws) if resampling.resamples else None,
        score_retrieval(_retrieval_cases(scored), ks=_KS, kinds=frozenset(RankedKind) - _GIVEN[plan.oracle]),
        compare(first.pairs(), pairs, **draws).differences if first and resampling.resamples else {},
    )


def _retrieval_cases(scored: Sequence[ScoredClaim]) -> list[RetrievalCase]:
    return [
        RetrievalCase(each.claim.gold(), Retrieval(each.answer.pages, each.answer.evidence), challenge_of(each.claim))
        for each in scored
    ]
