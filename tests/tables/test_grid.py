"""Spans, ragged rows and headers, worked by hand; properties over any table."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Cell, Page, Section, Table, TableKind
from veriscope.tables import citable_elements
from veriscope.tables.grid import MAX_HEADER_RUN, Grid
from veriscope.tables.layout import MAX_EXTRA_PLACES


def table_of(*rows, kind=TableKind.TABLE):
    """A table from rows of texts: `!` marks a header, `text/2x3` spans 2 rows and 3 columns."""
    cells = []
    for y, row in enumerate(rows):
        for x, written in enumerate(row):
            text, _, span = written.partition("/")
            height, width = map(int, span.split("x")) if span else (1, 1)
            cells.append(Cell(y, x, text.removeprefix("!"), text.startswith("!"), height, width))
    return Table(0, tuple(cells), kind=kind)


def texts(grid):
    return [[cell.text if cell else None for cell in row] for row in grid.rows]


def find(table, text):
    return next(cell for cell in table.cells if cell.text == text)


def column_headers(table, text):
    return [header.text for header in Grid.of(table).column_headers(find(table, text))]


def row_headers(table, text):
    return [header.text for header in Grid.of(table).row_headers(find(table, text))]


def test_a_plain_table_is_its_own_grid():
    assert texts(Grid.of(table_of(["a", "b"], ["c", "d"]))) == [["a", "b"], ["c", "d"]]


def test_a_table_without_cells_has_an_empty_grid():
    assert Grid.of(Table(0, ())).rows == ()


def test_spans_fill_every_place_with_the_same_cell():
    grid = Grid.of(table_of(["a/2x2", "b"], ["c"], ["d", "e", "f"]))
    assert texts(grid) == [["a", "a", "b"], ["a", "a", "c"], ["d", "e", "f"]]
    assert grid.rows[0][0] is grid.rows[1][1]


def test_rows_of_unequal_width_are_kept():
    assert texts(Grid.of(table_of(["a", "b", "c"], ["d"], ["e", "f"]))) == [["a", "b", "c"], ["d"], ["e", "f"]]


def test_a_place_no_cell_covers_is_a_hole():
    assert texts(Grid.of(table_of(["a", "b", "c/2x1"], ["d"]))) == [["a", "b", "c"], ["d", None, "c"]]


def test_where_spans_overlap_the_cell_written_first_keeps_the_place():
    grid = Grid.of(table_of(["a", "b/2x1"], ["c/1x2", "d"]))
    assert texts(grid) == [["a", "b"], ["c", "b", "d"]]


def test_a_row_in_which_nothing_is_written_stands_in_the_grid():
    table = Table(0, (Cell(0, 0, "a", row_span=3), Cell(0, 1, "b"), Cell(2, 0, "c")))
    assert texts(Grid.of(table)) == [["a", "b"], ["a"], ["a", "c"]]


def test_a_row_span_never_passes_the_last_row():
    assert texts(Grid.of(table_of(["a/9x1", "b"], ["c"]))) == [["a", "b"], ["a", "c"]]


def test_a_row_span_of_zero_reaches_to_the_end():
    assert texts(Grid.of(table_of(["a/0x1", "b"], ["c"], ["d"]))) == [["a", "b"], ["a", "c"], ["a", "d"]]


def test_a_column_span_is_at_most_a_thousand():
    assert len(Grid.of(table_of(["a/1x1000000"])).rows[0]) == 1000


def test_headers_are_the_nearest_above_and_to_the_left():
    table = table_of(["!Year", "!Club", "!Goals"], ["!2001", "Lions", "7"], ["!2002", "Bears", "9"])
    assert column_headers(table, "9") == ["Goals"]
    assert row_headers(table, "9") == ["2002"]


def test_headers_of_several_levels_come_outermost_first():
    table = table_of(["!Club/2x1", "!League/1x2", "!Cup/1x2"], ["!Apps", "!Goals", "!Played", "!Scored"], list("abcde"))
    assert column_headers(table, "c") == ["League", "Goals"]
    assert column_headers(table, "d") == ["Cup", "Played"]
    assert column_headers(table, "a") == ["Club"]


def test_a_run_of_row_headers_is_included():
    table = table_of(["!Group/2x1", "!x", "1"], ["!y", "2"])
    assert row_headers(table, "2") == ["Group", "y"]


def test_the_run_of_headers_ends_at_the_first_data_cell():
    table = table_of(["!Old", "!Old 2"], ["1", "2"], ["!New", "!New 2"], ["3", "4"])
    assert column_headers(table, "4") == ["New 2"]
    assert column_headers(table, "2") == ["Old 2"]


def test_the_nearest_header_need_not_touch_the_cell():
    table = table_of(["!A", "!B"], ["1", "2"], ["3", "4"], ["5", "6"])
    assert column_headers(table, "6") == ["B"]


def test_a_header_with_data_to_its_right_names_its_row_and_not_the_column_below():
    table = table_of(["!Year", "!Winner"], ["!2001", "Ann"], ["!2002", "Bo"], ["cancelled", "-"])
    assert column_headers(table, "2002") == ["Year"]
    assert column_headers(table, "cancelled") == ["Year"]


def test_column_headers_do_not_name_each_other_as_rows():
    assert row_headers(table_of(["!A", "!B", "!C"], ["1", "2", "3"]), "C") == []


def test_an_empty_corner_does_not_turn_column_headers_into_row_headers():
    table = table_of(["!Name", "", "!Age"], ["Ann", "x", "30"])
    assert column_headers(table, "Ann") == ["Name"]


def test_a_cell_over_several_columns_has_the_headers_of_all_of_them():
    table = table_of(["!Top/1x3"], ["!A", "!B", "!C"], ["1", "wide/1x2"])
    assert column_headers(table, "wide") == ["Top", "B", "C"]


def test_a_cell_over_several_rows_has_the_headers_of_all_of_them():
    assert row_headers(table_of(["!x", "tall/2x1"], ["!y"]), "tall") == ["x", "y"]


def test_a_heading_row_inside_the_table_names_what_stands_below():
    table = table_of(["!A", "!B"], ["1", "2"], ["!Part two/1x2"], ["3", "4"], kind=TableKind.INFOBOX)
    assert column_headers(table, "4") == ["Part two"]


def test_context_does_not_repeat_a_header():
    table = table_of(["!Height", "!cm", "180"], ["!Weight", "!kg", "80"])
    assert [header.text for header in Grid.of(table).context(find(table, "80"))] == ["Weight", "kg"]


def test_the_context_of_a_cell_is_title_section_path_row_and_column_headers():
    table = table_of(["!Year", "!Club"], ["!2001", "Lions"])
    page = Page("Ann Lee", (Section("Career", 2), Section("Youth", 3), table))
    context = {piece.text: piece.context for piece in citable_elements(page)}
    assert context["Lions"] == ("Ann Lee", "Career", "Youth", "2001", "Club")


def test_a_run_of_headers_is_bounded():
    table = table_of([f"!{x}" for x in range(200)] + ["data"])
    assert len(row_headers(table, "data")) == MAX_HEADER_RUN


@pytest.mark.slow
def test_spans_of_a_million_do_not_explode():
    cells = [Cell(0, x, str(x), row_span=10**6, column_span=10**6) for x in range(10_000)]
    cells += [Cell(y, 0, str(y), row_span=10**6, column_span=10**6) for y in range(1, 5_000)]
    start = time.process_time()
    grid = Grid.of(Table(0, tuple(cells)))
    assert time.process_time() - start < 5
    assert grid.is_truncated
    assert sum(map(len, grid.rows)) <= MAX_EXTRA_PLACES + len(cells)
    assert {cell.text for row in grid.rows for cell in row if cell} >= {cell.text for cell in cells}


@pytest.mark.slow
def test_overlapping_spans_do_not_hang():
    cells = [Cell(y, x, "a", row_span=65534, column_span=1000) for y in range(500) for x in range(500 - y)]
    start = time.process_time()
    Grid.of(Table(0, tuple(cells)))
    assert time.process_time() - start < 8


@pytest.mark.slow
def test_ten_thousand_columns_are_quick_to_lay_out_and_to_ask():
    cells = [Cell(y, x, f"{y}.{x}", is_header=y == 0) for y in range(10) for x in range(10_000)]
    start = time.process_time()
    grid = Grid.of(Table(0, tuple(cells)))
    assert all(grid.column_headers(cell)[0].column == cell.column for cell in cells[10_000:])
    assert not grid.is_truncated
    assert time.process_time() - start < 5


@pytest.mark.slow
def test_the_headers_of_a_long_table_are_quick_to_find():
    cells = [Cell(y, x, f"{y}.{x}", is_header=y == 0 or x == 0) for y in range(20_000) for x in range(3)]
    start = time.process_time()
    grid = Grid.of(Table(0, tuple(cells)))
    assert all(len(grid.context(cell)) <= 2 for cell in cells)
    assert time.process_time() - start < 5


spans = st.one_of(st.integers(0, 4), st.integers(-5, 10**7))
row_of_cells = st.lists(st.tuples(st.booleans(), spans, spans), max_size=6)


@st.composite
def tables(draw):
    rows = draw(st.lists(row_of_cells, max_size=8))
    return Table(
        0,
        tuple(
            Cell(y, x, f"{y}.{x}", is_header, height, width)
            for y, row in enumerate(rows)
            for x, (is_header, height, width) in enumerate(row)
        ),
    )


@pytest.mark.slow
@settings(max_examples=60)
@given(tables())
def test_no_cell_is_lost_and_the_grid_is_bounded(table):
    grid = Grid.of(table)
    standing = {id(cell) for row in grid.rows for cell in row if cell}
    assert standing == {id(cell) for cell in table.cells}
    assert len(grid.rows) == max((cell.row + 1 for cell in table.cells), default=0)
    assert sum(map(len, grid.rows)) <= MAX_EXTRA_PLACES + len(table.cells)


@pytest.mark.slow
@settings(max_examples=60)
@given(tables())
def test_a_cell_begins_in_its_own_row_and_never_stands_above_it(table):
    rows = Grid.of(table).rows
    for y, row in enumerate(rows):
        assert all(cell is None or cell.row <= y for cell in row)
    for cell in table.cells:
        assert any(place is cell for place in rows[cell.row])


@settings(max_examples=60)
@given(tables())
def test_the_headers_of_any_cell_are_headers_without_repeats_and_not_itself(table):
    grid = Grid.of(table)
    for cell in table.cells:
        for headers in (grid.row_headers(cell), grid.column_headers(cell), grid.context(cell)):
            assert all(header.is_header and header is not cell for header in headers)
            assert len({(header.row, header.column) for header in headers}) == len(headers)


@settings(max_examples=60)
@given(tables())
def test_columns_without_spans_stand_where_they_were_written(table):
    plain = Table(0, tuple(Cell(cell.row, cell.column, cell.text) for cell in table.cells))
    rows = Grid.of(plain).rows
    for cell in plain.cells:
        assert rows[cell.row][cell.column] is cell
