from veriscope.domain import Cell, CellId, Claim, Page, Table, TableKind
from veriscope.selection.tables import TableElements


class Statistics:
    def page_count(self):
        return 1000

    def frequency(self, _term):
        return 5


def lake(title, *, depth, area):
    rows = [("Country", "Osten"), ("Depth", depth), ("Area", area), ("Outflow", "River Tam")]
    cells = [
        cell
        for row, (label, value) in enumerate(rows)
        for cell in (Cell(row, 0, label, is_header=True), Cell(row, 1, value))
    ]
    return Page(title, (Table(0, tuple(cells), kind=TableKind.INFOBOX),))


def ranked(claim, *pages, limit=25):
    found = TableElements(Statistics()).rank(Claim("1", claim), [(page, 1.0) for page in pages], limit=limit)
    return [piece.id for piece in found]


ORRIN = lake("Lake Orrin", depth="120 m", area="30 km²")
SORREL = lake("Lake Sorrel", depth="95 m", area="44 km²")


def test_the_fact_that_a_comparison_asks_for_comes_first_on_both_pages():
    found = ranked("Lake Orrin is deeper than Lake Sorrel.", ORRIN, SORREL)
    assert set(found[:2]) == {CellId("Lake Orrin", 0, 1, 1), CellId("Lake Sorrel", 0, 1, 1)}


def test_any_fact_of_a_named_page_may_be_evidence():
    values = {CellId("Lake Orrin", 0, row, 1) for row in range(4)}
    assert values <= set(ranked("Lake Orrin is beautiful.", ORRIN, SORREL, limit=8))


def test_labels_come_after_values_and_once():
    found = ranked("Lake Orrin is deeper than Lake Sorrel.", ORRIN)
    assert [piece.is_header for piece in found] == [False] * 4 + [True] * 4


def test_a_value_in_the_claim_points_to_its_cell():
    assert ranked("Lake Orrin covers 30 km².", ORRIN)[0] == CellId("Lake Orrin", 0, 2, 1)
