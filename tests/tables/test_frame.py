"""Tables laid out for programs."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Cell, CellId, Table, TableKind
from veriscope.tables import Frame
from veriscope.tables.order import OrderKind

TEXTS = st.text("ab1 -", max_size=4)


def test_columns_are_named_by_the_header_and_rows_hold_the_rest(teams):
    made = teams
    assert made.column_names == ["Team", "Country", "Points", "Founded"]
    assert [row[0].text for row in made.rows] == ["Alpha", "Bravo", "Charlie", "Delta", "Echo", "Total"]
    assert made.rows[1][2].ids == (CellId("Page", 0, 2, 2),)


def test_a_column_is_found_however_it_is_capitalised_or_spaced(frame_of):
    made = frame_of([["Home  team", "Été"], ["a", "b"]])
    assert made.column("home team") == 0
    assert made.column(" HOME TEAM ") == 0
    assert made.column("ete") == 1
    assert made.column("away team") is None


def test_columns_of_one_name_and_of_none_are_told_apart(frame_of):
    made = frame_of([["", "Points", "Points", ""], ["a", "1", "2", "c"]])
    assert made.column_names == ["column 1", "Points", "Points (3)", "column 4"]
    assert made.column("") == 0


def test_a_header_of_two_levels_is_joined():
    cells = (
        Cell(0, 0, "Team", is_header=True, row_span=2), Cell(0, 1, "Goals", is_header=True, column_span=2),
        Cell(1, 0, "For", is_header=True), Cell(1, 1, "Against", is_header=True),
        Cell(2, 0, "Alpha"), Cell(2, 1, "5"), Cell(2, 2, "3"),
    )  # fmt: skip
    made = Frame.of("Page", Table(0, cells))
    assert made.column_names == ["Team", "Goals For", "Goals Against"]
    assert [cell.text for cell in made.rows[0]] == ["Alpha", "5", "3"]


@given(st.lists(st.lists(TEXTS.filter(str.strip), min_size=3, max_size=3), min_size=2, max_size=4))
def test_a_table_is_laid_out_alike_with_and_without_a_cell_that_spans(table_of, rows):
    plain = table_of([["a", "b", "c"], *rows])
    footer = Cell(len(rows) + 1, 0, "footer", column_span=3)
    spanned = Frame.of("Page", replace(plain, cells=(*plain.cells, footer)))
    assert spanned.rows == Frame.of("Page", plain).rows


def test_a_cell_that_spans_rows_stands_in_each_with_its_own_id():
    cells = (
        Cell(0, 0, "Year", is_header=True), Cell(0, 1, "Name", is_header=True),
        Cell(1, 0, "1990", row_span=2), Cell(1, 1, "a"), Cell(2, 0, "b"),
    )  # fmt: skip
    made = Frame.of("Page", Table(3, cells))
    assert [[cell.text for cell in row] for row in made.rows] == [["1990", "a"], ["1990", "b"]]
    assert made.rows[0][0].ids == made.rows[1][0].ids == (CellId("Page", 3, 1, 0),)


def test_a_row_that_repeats_the_header_and_a_row_without_data_are_no_rows(frame_of):
    made = frame_of([["Team", "Points"], ["Team", "Points"], ["a", "1"], ["", ""]])
    assert [row[0].text for row in made.rows] == ["a"]


def test_a_title_and_the_heading_of_a_section_are_no_part_of_names_and_rows():
    cells = (
        Cell(0, 0, "Teams of 1990", is_header=True, column_span=2),
        Cell(1, 0, "Team", is_header=True), Cell(1, 1, "Points", is_header=True),
        Cell(2, 0, "Northern group", column_span=2), Cell(3, 0, "Alpha"), Cell(3, 1, "5"),
    )  # fmt: skip
    made = Frame.of("Page", Table(0, cells))
    assert made.column_names == ["Team", "Points"]
    assert [[cell.text for cell in row] for row in made.rows] == [["Alpha", "5"]]


def test_words_over_numbers_are_a_header_that_is_not_marked():
    texts = [["Team", "Points"], ["Alpha", "5"], ["Bravo", "-"]]
    cells = tuple(Cell(y, x, text) for y, row in enumerate(texts) for x, text in enumerate(row))
    assert Frame.of("Page", Table(0, cells)).column_names == ["Team", "Points"]
    assert Frame.of("Page", Table(0, cells[2:])).column_names == ["column 1", "column 2"]


def test_a_short_row_is_filled_with_cells_that_say_nothing(frame_of):
    made = frame_of([["Team", "Points"], ["a"]])
    assert made.rows[0][1].text == ""
    assert made.rows[0][1].ids == ()


@pytest.mark.parametrize("label", ["Total", "total :", "Totals", "Sum", "Average", "Grand total", "Total (2 titles)"])
def test_a_row_of_totals_is_recognised(frame_of, label):
    assert frame_of([["Team", "Points"], ["a", "1"], [label, "1"]]).totals == {1}


def test_a_name_that_begins_like_a_total_is_no_total(frame_of):
    assert not frame_of([["Club", "Points"], ["Total Network FC", "1"], ["Summer FC", "2"]]).totals


def test_where_every_row_is_a_total_none_is(frame_of):
    assert not frame_of([["", "Points"], ["Total", "1"]]).totals


def test_an_infobox_is_one_row():
    cells = (
        Cell(0, 0, "Born", is_header=True), Cell(0, 1, "3 May 1901"),
        Cell(1, 0, "Occupation", is_header=True), Cell(1, 1, "actor"), Cell(1, 2, "singer"),
    )  # fmt: skip
    made = Frame.of("Ann Smith", Table(0, cells, kind=TableKind.INFOBOX))
    assert made.column_names == ["Born", "Occupation"]
    assert [cell.text for cell in made.rows[0]] == ["3 May 1901", "actor, singer"]
    assert made.rows[0][1].ids == (CellId("Ann Smith", 0, 1, 1), CellId("Ann Smith", 0, 1, 2))


def test_facts_of_one_name_in_an_infobox_are_told_apart_by_their_section():
    cells = (
        Cell(0, 0, "Team", is_header=True), Cell(0, 1, "Alpha"), Cell(1, 0, "Career", is_header=True, column_span=2),
        Cell(2, 0, "Team", is_header=True), Cell(2, 1, "Bravo"),
    )  # fmt: skip
    made = Frame.of("Ann Smith", Table(0, cells, kind=TableKind.INFOBOX))
    assert made.column_names == ["Team", "Career Team"]


def test_plain_numbers_are_in_the_one_unit_of_their_column(frame_of):
    made = frame_of([["Name", "Length (km)", "Height"], ["a", "5", "6-4"], ["b", "7", "6-10"]])
    assert [value.amount.value for value in made.values(1)] == [5000, 7000]
    assert made.values(2)[0].amount.value < made.values(2)[1].amount.value


def test_a_column_is_ordered_by_the_reading_that_most_of_it_has(frame_of):
    rows = [
        ["n", "d", "s", "w", "l"],
        ["1", "3 May 2001", "3-1", "ab", "Ann (5)"],
        ["x", "1999", "2-2", "cd", "Bo (7)"],
    ]
    made = frame_of(rows)
    assert [made.kind(column) for column in range(5)] == [
        OrderKind.AMOUNT,
        OrderKind.DATE,
        OrderKind.SCORE,
        None,
        OrderKind.LOOSE,
    ]


def test_a_name_that_is_a_number_makes_no_column_of_numbers(frame_of):
    names = ["Seven", "Heat", "Alien", "Ran", "Up", "Brazil"]
    assert frame_of([["Film"], *([name] for name in names)]).kind(0) is None


def test_a_table_without_cells_is_a_frame_without_rows():
    made = Frame.of("Page", Table(0, ()))
    assert made.columns == ()
    assert made.rows == ()


@given(st.lists(st.lists(TEXTS, max_size=4), max_size=5))
def test_every_row_has_a_cell_for_each_column(frame_of, rows):
    made = frame_of(rows)
    assert all(len(row) == len(made.columns) for row in made.rows)
    assert len({column.key for column in made.columns}) == len(made.columns)
