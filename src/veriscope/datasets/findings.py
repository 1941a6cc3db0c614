"""What can be wrong with a row, by kind, and how many rows have it."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from veriscope.datasets.plural import counted


class ProblemKind(StrEnum):
    """A kind of problem; the value follows a number of rows."""

    UNREADABLE = "that cannot be read"
    LABEL = "with a label that is none of the three"
    LABEL_CASE = "with a label in small letters"
    VERIFIABLE = "whose verifiable contradicts the label"
    NO_EVIDENCE = "without the evidence that the label needs"
    EMPTY_SET = "with an empty evidence set"
    TOO_MANY_SETS = "with more than 3 evidence sets"
    NOT_EVIDENCE = "citing what cannot be evidence"
    REPEATED_PIECE = "citing a piece twice"
    CONTEXT = "with a faulty context"
    REPEATED_ID = "whose id stands already"


class Finding(NamedTuple):
    """A problem of one row, and what would be right."""

    kind: ProblemKind
    what: str


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong on a line (0: the file as a whole), and what would be right."""

    line: int
    kind: ProblemKind
    what: str


@dataclass(frozen=True, slots=True)
class ProblemCount:
    """How many rows have a kind of problem, and the first that does."""

    rows: int
    first: Problem

    def __str__(self) -> str:
        return f"{counted(self.rows, 'row')} {self.first.kind}"


def count_by_kind(problems: Iterable[Problem]) -> list[ProblemCount]:
    """The count of each kind that occurs, in the order of the kinds."""
    found: dict[ProblemKind, list[Problem]] = {}
    for problem in problems:
        found.setdefault(problem.kind, []).append(problem)
    return [
        ProblemCount(len({problem.line for problem in found[kind]}), found[kind][0])
        for kind in ProblemKind
        if kind in found
    ]
