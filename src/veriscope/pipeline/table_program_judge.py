"""Judges a statement by programs over its table, alone or together with what the encoder reads there."""

from pathlib import Path

from veriscope.domain import Claim, Computation, Page, Stance, TableComputer, TermStatistics, Verdict
from veriscope.errors import UsageError
from veriscope.pipeline.build import make_computer
from veriscope.pipeline.table_evidence_judge import EvidenceJudge, encoder_judge, titled
from veriscope.pipeline.table_fusion import Floats, fused, packaged_weights
from veriscope.pipeline.verdict_limits import without_verdict
from veriscope.verdict.label_probabilities import verdict_from

_NO_PROGRAM = "no program says anything of it"
# What a program leaves unsaid of a claim may be what matters.
_UNSAID = 1 / 3


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
    """The encoder's word on the rows and on what the programs yield, weighed with the latter."""

    def __init__(self, encoder: EvidenceJudge, programs: ProgramJudge, weights: Floats | None = None) -> None:
        self._encoder, self._programs = encoder, programs
        self._weights = packaged_weights() if weights is None else weights

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what stands on `page`; NOT ENOUGH INFO where nothing bears on it."""
        found = self._programs.compute(claim, page)
        read = self._encoder.judge_with(claim, page, found)
        if found is None:
            return read
        return self._programs.told(found) if read.reason else verdict_from(fused(read, found, self._weights))


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
