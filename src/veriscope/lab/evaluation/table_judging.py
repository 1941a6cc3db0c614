"""Judges of statements about one table: the protocol, and its implementations by name."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from veriscope.domain import Claim, Page, TermStatistics, Verdict, choose, require_name
from veriscope.lab.evaluation.table_evidence_judge import encoder_judge, lexical_judge
from veriscope.lab.evaluation.table_program_judge import both_judge, program_judge


class TableJudge(Protocol):
    """A statement and its table → verdict."""

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what `page` says; NOT ENOUGH INFO if nothing there is relevant."""


# Each takes the term statistics of the tables, and the folder of a model that a recipe trained, if there is one.
TABLE_JUDGES: Mapping[str, Callable[[TermStatistics, Path | None], TableJudge]] = {
    "encoder": encoder_judge,
    "programs": program_judge,
    "both": both_judge,
    "lexical": lexical_judge,
}


def check_table_judge(name: str) -> None:
    """Raise an error for a name that no judge has."""
    require_name(name, TABLE_JUDGES, "judge of tables")


def make_table_judge(name: str, statistics: TermStatistics, folder: Path | None = None) -> TableJudge:
    """The judge of that name."""
    return choose(TABLE_JUDGES, name, "judge of tables")(statistics, folder)
