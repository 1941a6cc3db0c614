"""Judges a statement by programs over its table, alone or together with what the encoder reads there."""

from math import exp, log
from pathlib import Path

from veriscope.domain import Claim, Computation, Page, Stance, TableComputer, TermStatistics, Verdict
from veriscope.errors import UsageError
from veriscope.pipeline.build import make_computer
from veriscope.pipeline.table_evidence_judge import EvidenceJudge, encoder_judge, titled
from veriscope.pipeline.verdict_limits import without_verdict
from veriscope.verdict.label_probabilities import verdict_from

_NO_PROGRAM = "no program says anything of it"
# What a program leaves unsaid of a claim may be what matters.
_UNSAID = 1 / 3
# How much the encoder's odds count beside those of the programs, which were learned from such statements.
_ENCODER = 0.5
_FLOOR = 1e-4


class ProgramJudge:
    """Proposes programs for the statement, and weighs what they yield."""

    def __init__(self, computer: TableComputer) -> None:
        self._computer = computer

    def compute(self, claim: Claim, page: Page) -> Computation | None:
        """The surest computation over the tables of the page."""
        named = titled(page)
        return next(iter(self._computer.compute(claim, [(named, table) for table in named.tables()])), None)

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what stands on `page`; NOT ENOUGH INFO where nothing bears on it."""
        found = self.compute(claim, page)
        return without_verdict(_NO_PROGRAM) if found is None else self.told(found)

    def told(self, found: Computation) -> Verdict:
        """The verdict by what was computed."""
        neither = _UNSAID * (1 - found.covered)
        return verdict_from(Stance(found.supports * (1 - neither), (1 - found.supports) * (1 - neither), neither))


class BothJudge:
    """The encoder's word on the rows, with what the programs yield; whether there is enough, the encoder says."""

    def __init__(self, encoder: EvidenceJudge, programs: ProgramJudge) -> None:
        self._encoder, self._programs = encoder, programs

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what stands on `page`; NOT ENOUGH INFO where nothing bears on it."""
        read, found = self._encoder.judge(claim, page), self._programs.compute(claim, page)
        if found is None:
            return read
        if read.reason:
            return self._programs.told(found)
        odds = _ENCODER * _odds(read.supports, read.refutes) + _odds(found.supports, 1 - found.supports)
        supports = 1 / (1 + exp(-odds))
        decided = 1 - read.not_enough_info
        return verdict_from(Stance(supports * decided, (1 - supports) * decided, read.not_enough_info))


def _odds(one: float, other: float) -> float:
    return log(max(one, _FLOOR) / max(other, _FLOOR))


def program_judge(_statistics: TermStatistics, folder: Path | None) -> ProgramJudge:
    """The packaged programs."""
    if folder is not None:
        raise UsageError("the programs come with the package; they are not read from a folder")
    computer = make_computer("programs")
    assert computer is not None
    return ProgramJudge(computer)


def both_judge(statistics: TermStatistics, folder: Path | None) -> BothJudge:
    """The default encoder, or the one of the folder, and the packaged programs."""
    return BothJudge(encoder_judge(statistics, folder), program_judge(statistics, None))
