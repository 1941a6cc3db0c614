"""Judges a claim by one table: reads it, proposes programs, runs and ranks them."""

from typing import NamedTuple

from veriscope.domain import CellId, Table
from veriscope.programs.execute import Executor
from veriscope.programs.features import FEATURES, Floats, Run, program_features, runs
from veriscope.programs.frame import Frame
from veriscope.programs.grounding import is_grounded
from veriscope.programs.mentions import Reading, Vocabulary, read_claim
from veriscope.programs.ranker import ProgramRanker, packaged_ranker
from veriscope.programs.search import proposed
from veriscope.programs.syntax import write
from veriscope.programs.words import Explanation, explain

_COVERED = FEATURES.index("covered")


class Computed(NamedTuple):
    """The program that best says what a claim asserts of a table, and what came of it.

    `truth` is what it yields, `chosen` how likely it says what the claim says; `supports` is how likely the table
    supports the claim, all programs weighed; `is_grounded` tells that the claim names what the program reads.
    """

    program: str
    truth: bool
    chosen: float
    supports: float
    explanation: Explanation
    cells: tuple[CellId, ...]
    family: str
    covered: float
    is_grounded: bool


class TableReader:
    """A table made ready for claims about it: laid out, its words indexed."""

    def __init__(self, page_title: str, table: Table) -> None:
        self.frame = Frame.of(page_title, table)
        self._vocabulary = Vocabulary(self.frame)

    def runs(self, claim: str) -> tuple[list[Run], Floats]:
        """The programs proposed for a claim that yield a truth, and their features."""
        return self._runs(self._read(claim))

    def _read(self, claim: str) -> Reading:
        return read_claim(claim, self._vocabulary)

    def _runs(self, reading: Reading) -> tuple[list[Run], Floats]:
        # One for each claim: it keeps all that it ran, and claims about one table may come without end.
        found = runs(proposed(reading, self.frame), Executor(self.frame))
        return found, program_features(reading, self.frame, found)

    def judge(self, claim: str, ranker: ProgramRanker | None = None) -> Computed | None:
        """The best program with what all of them say; None where no program says anything."""
        reading = self._read(claim)
        found, features = self._runs(reading)
        ranking = (ranker or packaged_ranker()).rank(features)
        best = ranking.best()
        if best is None:
            return None
        run = found[best]
        covered = float(features[best, _COVERED])
        call = write(run.candidate.call)
        return Computed(
            call, run.truth, ranking.sure, ranking.supports, explain(run.outcome), run.outcome.cells,
            run.candidate.family, covered, is_grounded(reading, self.frame, run),
        )  # fmt: skip
