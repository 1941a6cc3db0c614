"""Judges a claim by one table: reads it, proposes programs, then runs and ranks them."""

from typing import NamedTuple

from veriscope.domain import CellId, Table
from veriscope.programs.execute import Executor
from veriscope.programs.features import PROGRAM_FEATURES, Floats, Run, program_features, runs
from veriscope.programs.grounding import is_grounded
from veriscope.programs.mentions import ClaimReading, Vocabulary, read_claim
from veriscope.programs.ranker import ProgramRanker, packaged_ranker
from veriscope.programs.search import propose_programs
from veriscope.programs.syntax import write
from veriscope.programs.words import Explanation, explain
from veriscope.tables import Frame

_COVERED = PROGRAM_FEATURES.index("covered")


class BestProgram(NamedTuple):
    """The program that best expresses what a claim asserts about a table, with its result.

    `truth` is its result, `match_probability` how likely it says what the claim says. `support_probability` is how
    likely the table supports the claim, with all programs weighed in. `claim_coverage` is the part of the claim that
    this program accounts for, and `is_grounded` says that the claim names what it reads.
    """

    program: str
    truth: bool
    match_probability: float
    support_probability: float
    explanation: Explanation
    cells: tuple[CellId, ...]
    family: str
    claim_coverage: float
    is_grounded: bool


class TableReader:
    """A table prepared for claims about it: laid out, with its words indexed."""

    def __init__(self, page_title: str, table: Table) -> None:
        self.frame = Frame.of(page_title, table)
        self._vocabulary = Vocabulary(self.frame)

    def runs(self, claim: str) -> tuple[list[Run], Floats]:
        """The programs proposed for a claim that yield a truth, with their features."""
        return self._runs(self._read(claim))

    def _read(self, claim: str) -> ClaimReading:
        return read_claim(claim, self._vocabulary)

    def _runs(self, reading: ClaimReading) -> tuple[list[Run], Floats]:
        # Use a new executor for each claim: it caches all results, and claims about one table may never end.
        found = runs(propose_programs(reading, self.frame), Executor(self.frame))
        return found, program_features(reading, self.frame, found)

    def judge(self, claim: str, ranker: ProgramRanker | None = None) -> BestProgram | None:
        """The best program, and the verdict of all programs together; None if no program yields a truth."""
        reading = self._read(claim)
        found, features = self._runs(reading)
        ranking = (ranker or packaged_ranker()).rank(features)
        best = ranking.best()
        if best is None:
            return None
        run = found[best]
        call = write(run.candidate.call)
        return BestProgram(
            call, run.truth, ranking.confidence, ranking.support_probability, explain(run.outcome), run.outcome.cells,
            run.candidate.family, float(features[best, _COVERED]), is_grounded(reading, self.frame, run),
        )  # fmt: skip
