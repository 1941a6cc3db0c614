"""What every computer of tables promises."""

from collections.abc import Callable

from veriscope.domain import Claim, TableComputer, make_stage
from veriscope.testing.little_world import table_page
from veriscope.testing.odd_claims import ODD_CLAIMS

_CLAIMS = ("Two cities of Peru are listed.", "Arequipa was founded after Lima.", "Lima was founded in 1535.")


def check_computer(computer: TableComputer | Callable[[], TableComputer]) -> None:
    """Try a computer, or what makes one; an `AssertionError` names the promise that is broken."""
    made: TableComputer = make_stage(computer, "compute")
    assert made.compute(Claim("1", _CLAIMS[0]), []) == [], "no tables must give nothing"
    for text in (*_CLAIMS, *ODD_CLAIMS):
        _check_computations(made, Claim("1", text))


def _check_computations(computer: TableComputer, claim: Claim) -> None:
    page = table_page()
    (table,) = page.tables()
    computations = computer.compute(claim, [(page, table)])
    assert computations == computer.compute(claim, [(page, table)]), "the same tables must give the same computations"
    assert len(computations) <= 1, f"at most one computation for a table: {len(computations)}"
    for one in computations:
        assert (one.page, one.table) == (page.title, table.index), f"a computation must be of a given table: {one}"
        assert set(one.cells) <= {page.cell_id(table, cell) for cell in table.cells}, "its cells must be of the table"
        for share in (one.match_probability, one.support_probability, one.claim_coverage):
            assert 0 <= share <= 1, f"probabilities and the coverage must lie between 0 and 1: {share}"
        assert one.question, "a computation must say in words what it asks"
        assert one.conclusion, "a computation must say in words what it concludes"
