"""Judges a statement by programs over its table, alone or together with the encoder."""

from pathlib import Path

from veriscope.domain import Claim, Computation, Page, TableComputer, TermStatistics, Verdict
from veriscope.errors import UsageError
from veriscope.lab.evaluation.table_evidence_judge import EvidenceJudge, encoder_judge, with_caption_as_title
from veriscope.pipeline import make_computer
from veriscope.verdict import Floats, judge_computation, weigh_table, without_verdict

_NO_PROGRAM = "no program says anything of it"


class ProgramJudge:
    """Proposes programs for the statement, and weighs their results."""

    def __init__(self, computer: TableComputer) -> None:
        self._computer = computer

    def compute(self, claim: Claim, page: Page) -> Computation | None:
        """The surest computation over the tables of the page."""
        named = with_caption_as_title(page)
        return next(iter(self._computer.compute(claim, [(named, table) for table in named.tables()])), None)

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what stands on `page`; NOT ENOUGH INFO where nothing bears on it."""
        found = self.compute(claim, page)
        return without_verdict(_NO_PROGRAM) if found is None else judge_computation(found)


class BothJudge:
    """Weighs the encoder's verdict, which reads the rows and the programs' results, together with those results."""

    def __init__(self, encoder: EvidenceJudge, programs: ProgramJudge, weights: Floats | None = None) -> None:
        self._encoder, self._programs = encoder, programs
        self._weights = weights

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what stands on `page`; NOT ENOUGH INFO where nothing bears on it."""
        found = self._programs.compute(claim, page)
        read = self._encoder.judge_with(claim, page, found)
        if found is None:
            return read
        return judge_computation(found) if read.reason else weigh_table(read, found, self._weights)


def program_judge(_statistics: TermStatistics, folder: Path | None) -> ProgramJudge:
    """A judge with the packaged programs."""
    if folder is not None:
        raise UsageError("the programs come with the package; they are not read from a folder")
    computer = make_computer("programs")
    assert computer is not None
    return ProgramJudge(computer)


def both_judge(statistics: TermStatistics, folder: Path | None) -> BothJudge:
    """A judge with the default encoder, or the one in the folder, and the packaged programs."""
    return BothJudge(encoder_judge(statistics, folder), program_judge(statistics, None))
