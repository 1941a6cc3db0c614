"""The kinds of problems that a row can have, and how many rows have each."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


def count_text(number: int, noun: str) -> str:
    """`1 claim`, `1,200 claims`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


class ProblemKind(StrEnum):
    """A kind of problem; the value completes a phrase after a number of rows."""

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
    ABSENT = "whose evidence is not all in the corpus"


class Finding(NamedTuple):
    """A problem of one row, with a hint at what would be right."""

    kind: ProblemKind
    what: str


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem on a line (0: the file as a whole), with a hint at what would be right."""

    line: int
    kind: ProblemKind
    what: str


@dataclass(frozen=True, slots=True)
class ProblemCount:
    """How many rows have a kind of problem, and which row is the first."""

    rows: int
    first: Problem

    def __str__(self) -> str:
        return f"{count_text(self.rows, 'row')} {self.first.kind}"


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
