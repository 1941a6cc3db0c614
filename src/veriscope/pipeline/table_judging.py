"""Judges statements about one table: the protocol, and its implementations by name."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from veriscope.domain import Claim, Page, TermStatistics, Verdict
from veriscope.pipeline.build import chosen
from veriscope.pipeline.table_evidence_judge import encoder_judge, lexical_judge
from veriscope.pipeline.table_program_judge import both_judge, program_judge


class TableJudge(Protocol):
    """A statement and its table → verdict."""

    def judge(self, claim: Claim, page: Page) -> Verdict:
        """The verdict on `claim` by what stands on `page`; NOT ENOUGH INFO where nothing bears on it."""


# Each is made with the term statistics of the tables, and the folder of a model that a recipe trained, if any.
TABLE_JUDGES: Mapping[str, Callable[[TermStatistics, Path | None], TableJudge]] = {
    "encoder": encoder_judge,
    "programs": program_judge,
    "both": both_judge,
    "lexical": lexical_judge,
}


def check_table_judge(name: str) -> None:
    """Raise an error for a name that no judge has."""
    chosen(TABLE_JUDGES, name, "judge of tables")


def make_table_judge(name: str, statistics: TermStatistics, folder: Path | None = None) -> TableJudge:
    """The judge of that name."""
    return chosen(TABLE_JUDGES, name, "judge of tables")(statistics, folder)
