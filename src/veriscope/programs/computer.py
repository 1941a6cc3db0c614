"""The stage that computes: programs over the tables that a claim may be about."""

from collections import OrderedDict
from collections.abc import Sequence

from veriscope.domain import Claim, Computation, Page, Table
from veriscope.programs.judge import TableReader
from veriscope.programs.ranker import ProgramRanker, packaged_ranker

_KEPT = 64
# These families only look a cell up; all others compute.
_LOOKUPS = frozenset({"lookup", "lookup number", "any"})


class ProgramComputer:
    """Proposes programs for a claim, runs them, and finds the one that says what the claim says."""

    def __init__(self, ranker: ProgramRanker | None = None) -> None:
        self._ranker = ranker or packaged_ranker()
        self._readers: OrderedDict[tuple[str, int], tuple[Table, TableReader]] = OrderedDict()

    def compute(self, claim: Claim, tables: Sequence[tuple[Page, Table]]) -> list[Computation]:
        """At most one computation for each table, the surest first; ties in the order of the tables."""
        found = (self._best(claim, page, table) for page, table in tables)
        return sorted(filter(None, found), key=lambda one: -one.match_probability * one.claim_coverage)

    def _best(self, claim: Claim, page: Page, table: Table) -> Computation | None:
        best = self._reader(page, table).judge(claim.text, self._ranker)
        if best is None:
            return None
        words = best.explanation
        return Computation(
            page.title, table.index, best.program, best.truth, best.match_probability,
            best.support_probability, best.claim_coverage,
            best.family not in _LOOKUPS, best.is_grounded, words.question, words.steps, words.conclusion, best.cells,
        )  # fmt: skip

    def _reader(self, page: Page, table: Table) -> TableReader:
        """The reader of a table; the latest are cached, since claims about one table come together."""
        key = (page.title, table.index)
        kept, reader = self._readers.pop(key, (None, None))
        if reader is None or kept != table:
            reader = TableReader(page.title, table)
        self._readers[key] = (table, reader)
        if len(self._readers) > _KEPT:
            self._readers.popitem(last=False)
        return reader
