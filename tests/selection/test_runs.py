from veriscope.domain import Cell, Claim, Page, Table
from veriscope.selection.claim_keys import ClaimKeys
from veriscope.selection.large_tables import LARGE, reduce_table
from veriscope.selection.quantifiers import Quantifiers
from veriscope.selection.runs import runs_across, runs_down
from veriscope.selection.table_view import TableView


class NoPages:
    def page_count(self):
        return 0

    def frequency(self, term):
        return len(term) * 0


def keys(text):
    return ClaimKeys.of(Claim("1", text), NoPages())


def view(rows):
    cells = tuple(Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row))
    table = Table(0, cells)
    return TableView.of(Page("P", (table,)), (), table, keys("anything"))


def test_equal_cells_below_each_other_are_one_run():
    down = runs_down(view([["Year", "Name"], ["1990", "A"], ["1990", "B"], ["1991", "B"]])).reshape(4, 2)
    assert down[1, 0] == down[2, 0] != down[3, 0]
    assert down[2, 1] == down[3, 1] != down[1, 1]
    assert len({*down[:, 0]} & {*down[:, 1]}) == 0


def test_a_header_is_in_no_run_with_the_cell_below_it():
    down = runs_down(view([["Name", "Year"], ["Name", "1990"]])).reshape(2, 2)
    assert down[0, 0] != down[1, 0]


def test_empty_cells_are_in_no_run():
    down = runs_down(view([["Year"], [""], [""]]))
    assert len(set(down.tolist())) == 3


def test_equal_cells_beside_each_other_are_one_run_within_a_row():
    across = runs_across(view([["A", "B"], ["x", "x"], ["x", "y"]])).reshape(3, 2)
    assert across[1, 0] == across[1, 1] != across[2, 0] != across[2, 1]


def test_a_large_table_keeps_its_headers_and_the_rows_that_share_a_value_however_written():
    rows = [["Name", "Count"], *([f"Item {n}", f"{n:,}"] for n in range(LARGE))]
    cells = tuple(Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row))
    reduced = reduce_table(Table(0, cells), keys("a count of 4321"))
    assert len(reduced.cells) < len(cells) / 2
    assert {"Name", "4,321"} <= {cell.text for cell in reduced.cells}


def test_a_table_of_common_size_stays_as_it_is():
    table = Table(0, (Cell(0, 0, "x"),))
    assert reduce_table(table, keys("y")) is table


def test_ways_of_speaking_of_several_cells_are_told_apart():
    assert Quantifiers.of("She won the most games of all.").superlative
    assert Quantifiers.of("All teams won.").universal
    assert Quantifiers.of("The total was five.").counting
    assert Quantifiers.of("More than five teams won.").comparison
    assert Quantifiers.of("How many teams won?").amount
    assert Quantifiers.of("who won").question
    assert not any(Quantifiers.of("Lima lies in Peru."))
