"""Says which rows of a submission are scored although they cannot be meant so."""

from collections.abc import Iterable
from pathlib import Path

from veriscope.datasets import Problem, count_by_kind
from veriscope.scoring.submission import PredictionRow


def submission_warnings(rows: Iterable[PredictionRow], *, path: Path) -> tuple[str, ...]:
    """A line for each kind of problem: how many rows have it, and where it stands first."""
    problems = (Problem(row.line, *finding) for row in rows for finding in row.findings)
    return tuple(
        f"{count}, the first at {path}:{count.first.line}: {_without_advice(count.first.what)}; "
        "`veriscope dataset validate` lists them"
        for count in count_by_kind(problems)
    )


def _without_advice(what: str) -> str:
    return what.rpartition("; ")[0] or what
