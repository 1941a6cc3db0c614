"""Checks claims against the documents of their rows, in memory, and scores the verdicts."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from veriscope.datasets import BadRow, GroundingLabel, GroundingRow
from veriscope.domain import Label, Verdict
from veriscope.errors import UsageError
from veriscope.files import JsonObject, in_order, worker_pool
from veriscope.models import forget_judgements
from veriscope.pipeline import PipelineConfig, Stages, Verifier, check_config
from veriscope.scoring import GroundingScores, grounding_json, judge, latency_json, score_grounding
from veriscope.verdict import without_verdict

# The models are opened over some text, before any time is taken.
_ANY_TEXT = ("A text has words.",)
_THREE_WAY = (GroundingLabel.REFUTES, GroundingLabel.NOT_ENOUGH_INFO)

# Receives how many claims are checked, and how many there are.
Report = Callable[[int, int], None]


class GroundingAnswer(NamedTuple):
    """A verdict, its time in milliseconds, and why the claim could not be checked, if so."""

    verdict: Verdict
    ms: float
    problem: str = ""


class _GroupAnswers(NamedTuple):
    """The answers to the claims about the same documents, how long these took to prepare, and how many are left out."""

    answers: list[GroundingAnswer]
    preparation_ms: float
    left_out: int


@dataclass(frozen=True, slots=True)
class GroundingResult:
    """The scores over all readable rows; `preparation_ms` has the time of each set of documents.

    `times_ms` has the time of each claim: the first claim about its documents waits for their preparation.
    `problems` pairs the lines of claims that could not be checked, which count as NOT ENOUGH INFO, with the reason.
    """

    scores: GroundingScores
    times_ms: tuple[float, ...]
    preparation_ms: tuple[float, ...]
    documents_left_out: int
    problems: tuple[BadRow, ...]
    bad_rows: tuple[BadRow, ...]


def evaluate_grounding(
    rows: Sequence[GroundingRow | BadRow], config: PipelineConfig, *, report: Report, workers: int = 1
) -> GroundingResult:
    """Check at least one readable row, and score the verdicts.

    Rows with the same documents share them. The encoder first forgets its judgements of earlier runs, so that the times
    are those of real work.
    """
    check_config(config)
    readable = [row for row in rows if isinstance(row, GroundingRow)]
    groups = _places_by_documents(readable)
    checked = _check_all([[readable[place] for place in places] for places in groups], config, report, workers)
    answers = {
        place: answer
        for places, group in zip(groups, checked, strict=True)
        for place, answer in zip(places, group.answers, strict=True)
    }
    ordered = [answers[place] for place in range(len(readable))]
    judgements = [judge(_gold(row), answer.verdict) for row, answer in zip(readable, ordered, strict=True)]
    return GroundingResult(
        score_grounding(judgements, is_two_way=not any(row.label in _THREE_WAY for row in readable)),
        tuple(answer.ms for answer in ordered),
        tuple(group.preparation_ms for group in checked),
        sum(group.left_out for group in checked),
        tuple(BadRow(row.line, one.problem) for row, one in zip(readable, ordered, strict=True) if one.problem),
        tuple(row for row in rows if isinstance(row, BadRow)),
    )


def grounding_result_json(result: GroundingResult) -> JsonObject:
    """The object that `eval grounding --json` prints."""
    return {
        **grounding_json(result.scores),
        "ms_per_claim": latency_json(result.times_ms),
        "preparation_ms": latency_json(result.preparation_ms),
        "document_sets": len(result.preparation_ms),
        "documents_left_out": result.documents_left_out,
        "not_checked": [dict(row._asdict()) for row in result.problems],
        "bad_rows": [dict(row._asdict()) for row in result.bad_rows],
    }


def _gold(row: GroundingRow) -> Label:
    """The label of a row; for NOT SUPPORTED one of the two that it stands for."""
    return Label.NOT_ENOUGH_INFO if row.label is GroundingLabel.NOT_SUPPORTED else Label(row.label.value)


def _places_by_documents(rows: Sequence[GroundingRow]) -> list[list[int]]:
    """The places of the rows that share their documents, in the order of the file."""
    groups: dict[tuple[str, ...], list[int]] = {}
    for place, row in enumerate(rows):
        groups.setdefault(row.documents, []).append(place)
    return list(groups.values())


def _check_all(
    groups: Sequence[Sequence[GroundingRow]], config: PipelineConfig, report: Report, workers: int
) -> list[_GroupAnswers]:
    forget_judgements()
    checked: list[_GroupAnswers] = []
    done, total = 0, sum(map(len, groups))
    try:
        with worker_pool(min(workers, len(groups))) as pool:
            for found in in_order(partial(_check_group, config), groups, pool):
                checked.append(found)
                done += len(found.answers)
                report(done, total)
    finally:
        _models.cache_clear()
    return checked


@lru_cache(maxsize=1)
def _models(config: PipelineConfig) -> Stages:
    """The stages whose models serve all documents, opened once in each process."""
    return Stages.from_texts(_ANY_TEXT, config)


def _check_group(config: PipelineConfig, rows: Sequence[GroundingRow]) -> _GroupAnswers:
    models = _models(config)
    started = time.perf_counter()
    try:
        stages = models.with_texts(rows[0].documents)
    except UsageError as error:
        problem = str(error)
        answers = [GroundingAnswer(without_verdict(problem), 0.0, problem) for _ in rows]
        return _GroupAnswers(answers, _ms_since(started), len(rows[0].documents))
    preparation_ms = _ms_since(started)
    with Verifier.over(stages) as verifier:
        answers = [_check(verifier, row) for row in rows]
        left_out = verifier.corpus.counts().skipped
    answers[0] = answers[0]._replace(ms=answers[0].ms + preparation_ms)
    return _GroupAnswers(answers, preparation_ms, left_out)


def _check(verifier: Verifier, row: GroundingRow) -> GroundingAnswer:
    started = time.perf_counter()
    try:
        verdict = verifier.check(row.claim).verdict
    except UsageError as error:
        # A user would see this message instead of a verdict.
        return GroundingAnswer(without_verdict(str(error)), _ms_since(started), str(error))
    return GroundingAnswer(verdict, _ms_since(started))


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
