"""Scores a submission in full: the official numbers, and more than the official scorers report."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from veriscope.datasets import Problem, count_by_kind
from veriscope.scoring.align import Alignment, align
from veriscope.scoring.breakdown import Group, by_challenge, by_evidence_type, by_pages, by_pieces
from veriscope.scoring.labels import LabelReport, report_labels
from veriscope.scoring.outcomes import ClaimOutcome, Scores, ScoringCase, average
from veriscope.scoring.significance import Comparison, Interval, compare, confidence_intervals
from veriscope.scoring.submission import GoldRow, PredictionRow


def submission_warnings(rows: Iterable[PredictionRow], *, path: Path) -> tuple[str, ...]:
    """A line for each kind of problem: how many rows have it, and where it occurs first."""
    problems = (Problem(row.line, *finding) for row in rows for finding in row.findings)
    return tuple(
        f"{count}, the first at {path}:{count.first.line}: {_without_advice(count.first.what)}; "
        "`veriscope dataset validate` lists them"
        for count in count_by_kind(problems)
    )


def _without_advice(what: str) -> str:
    return what.rpartition("; ")[0] or what


@dataclass(frozen=True, slots=True)
class Scorer:
    """How one task reads its files and scores one claim."""

    read_gold: Callable[[Path], list[GoldRow]]
    read_predictions: Callable[[Path], list[PredictionRow]]
    score: Callable[[ScoringCase], ClaimOutcome]


@dataclass(frozen=True, slots=True)
class Resampling:
    """How many resamples to draw (0: none), from which seed."""

    resamples: int = 1000
    seed: int = 0


DEFAULT_RESAMPLING = Resampling()


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A scored submission; intervals are empty if no resamples were drawn.

    `warnings` name rows that are scored as they are, as in the official scorers, but look like mistakes.
    """

    claims: int
    scores: Scores
    labels: LabelReport
    per_challenge: dict[str, Group]
    per_evidence_type: dict[str, Group]
    per_pages: dict[str, Group]
    per_pieces: dict[str, Group]
    intervals: dict[str, Interval]
    comparison: Comparison | None
    warnings: tuple[str, ...]


def evaluate(
    predictions: Path,
    gold: Path,
    *,
    scorer: Scorer,
    alignment: Alignment = Alignment.POSITION,
    resampling: Resampling = DEFAULT_RESAMPLING,
    other: Path | None = None,
) -> Evaluation:
    """Score a submission against its gold file, and compare it with an `other` submission if there is one."""
    golds = scorer.read_gold(gold)
    submissions = {path: scorer.read_predictions(path) for path in (predictions, other) if path is not None}
    scored = _score(submissions[predictions], golds, path=predictions, scorer=scorer, alignment=alignment)
    rival = _score(submissions[other], golds, path=other, scorer=scorer, alignment=alignment) if other else None
    return replace(
        evaluate_cases(golds, scored, resampling=resampling),
        comparison=_comparison(scored, rival, resampling) if rival is not None else None,
        warnings=tuple(line for path, rows in submissions.items() for line in submission_warnings(rows, path=path)),
    )


def evaluate_cases(
    golds: Sequence[GoldRow], scored: Sequence[tuple[ScoringCase, ClaimOutcome]], *, resampling: Resampling
) -> Evaluation:
    """The evaluation of predictions that are already matched with their claims and scored."""
    outcomes = [outcome for _, outcome in scored]
    return Evaluation(
        claims=len(scored),
        scores=average(outcomes),
        labels=report_labels(case for case, _ in scored),
        per_challenge=by_challenge(golds, outcomes),
        per_evidence_type=by_evidence_type(golds, outcomes),
        per_pages=by_pages(golds, outcomes),
        per_pieces=by_pieces(golds, outcomes),
        intervals=_intervals(scored, resampling),
        comparison=None,
        warnings=(),
    )


def _score(
    rows: Sequence[PredictionRow], golds: Sequence[GoldRow], *, path: Path, scorer: Scorer, alignment: Alignment
) -> list[tuple[ScoringCase, ClaimOutcome]]:
    cases = align(rows, golds, by=alignment, path=path)
    return [(case, scorer.score(case)) for case in cases]


def _intervals(scored: Sequence[tuple[ScoringCase, ClaimOutcome]], resampling: Resampling) -> dict[str, Interval]:
    if not resampling.resamples:
        return {}
    return confidence_intervals(scored, resamples=resampling.resamples, seed=resampling.seed)


def _comparison(
    first: Sequence[tuple[ScoringCase, ClaimOutcome]],
    second: Sequence[tuple[ScoringCase, ClaimOutcome]],
    resampling: Resampling,
) -> Comparison:
    # A comparison without resamples would have no test; draw the usual number.
    resamples = resampling.resamples or DEFAULT_RESAMPLING.resamples
    return compare(first, second, resamples=resamples, seed=resampling.seed)
