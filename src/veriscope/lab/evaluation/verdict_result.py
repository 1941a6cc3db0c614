"""The scores of verdicts on labelled rows, whole and by group, and the JSON object that programs read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from veriscope.datasets import BadRow, Extra, extra_value
from veriscope.domain import Label, Verdict
from veriscope.errors import UsageError
from veriscope.files import JsonObject
from veriscope.scoring import (
    VerdictReport,
    judge,
    latency_json,
    occurring_labels,
    report_verdicts,
    short_json,
    verdict_json,
)


@dataclass(frozen=True, slots=True)
class VerdictQuestions:
    """What to report about a run: a key of the rows to group by (empty: none), and how to draw intervals."""

    by: str = ""
    resamples: int = 0
    seed: int = 0


@dataclass(frozen=True, slots=True)
class VerdictResult:
    """A model's scores over all readable rows, and the unreadable rows."""

    model: str
    report: VerdictReport
    groups: dict[str, VerdictReport]
    times_ms: tuple[float, ...]
    bad_rows: tuple[BadRow, ...]


class LabelledRow(Protocol):
    """What scoring needs of a row: its label, and other keys to group by."""

    @property
    def label(self) -> Label:
        """The right answer."""

    @property
    def extra(self) -> Extra:
        """The keys and values to group by."""


_Row = TypeVar("_Row", bound=LabelledRow)


class TimedVerdict(NamedTuple):
    """A verdict, and how long it took."""

    verdict: Verdict
    ms: float


def evaluate_rows(
    model: str,
    rows: Sequence[_Row | BadRow],
    decide: Callable[[Sequence[_Row]], Sequence[TimedVerdict]],
    questions: VerdictQuestions,
) -> VerdictResult:
    """Decide at least one readable row, and score the verdicts; a wrong key to group by fails first."""
    readable = [row for row in rows if not isinstance(row, BadRow)]
    groups = _places_by_value(readable, by=questions.by) if questions.by else {}
    decided = decide(readable)
    judgements = [judge(row.label, found.verdict) for row, found in zip(readable, decided, strict=True)]
    scored = partial(report_verdicts, occurring=occurring_labels(judgements))
    return VerdictResult(
        model,
        scored(judgements, resamples=questions.resamples, seed=questions.seed),
        {name: scored([judgements[place] for place in places]) for name, places in groups.items()},
        tuple(found.ms for found in decided),
        tuple(row for row in rows if isinstance(row, BadRow)),
    )


def verdict_result_json(result: VerdictResult, *, by: str = "") -> JsonObject:
    """The object that `eval verdict --json` prints."""
    found = verdict_json(result.report)
    found["ms_per_claim"] = latency_json(result.times_ms)
    found["model"] = result.model
    if by:
        found["breakdown"] = {by: {name: short_json(report) for name, report in result.groups.items()}}
    found["bad_rows"] = [dict(row._asdict()) for row in result.bad_rows]
    return found


def _places_by_value(rows: Sequence[LabelledRow], *, by: str) -> dict[str, list[int]]:
    """The places of the rows with each value of a key, in order of value; rows without a value are left out."""
    groups: dict[str, list[int]] = {}
    for place, row in enumerate(rows):
        value = extra_value(row.extra, by)
        if isinstance(value, str | int | float) and value != "":
            groups.setdefault(str(value), []).append(place)
    if not groups:
        keys = sorted({key for row in rows for key, value in row.extra if isinstance(value, str | int | float)})
        raise UsageError(f"--by: no row has a value under {by!r}; choose one of: {', '.join(keys)}")
    return dict(sorted(groups.items()))
