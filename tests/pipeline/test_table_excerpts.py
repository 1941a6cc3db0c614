from veriscope.domain import Cell, CellId, Page, Table
from veriscope.pipeline.table_excerpts import MAX_COLUMNS, MAX_ROWS, table_excerpts


def grid(rows, *, header_rows=1):
    return tuple(
        Cell(y, x, text, is_header=y < header_rows) for y, row in enumerate(rows) for x, text in enumerate(row)
    )


def page(cells, caption="Boats"):
    return Page("Cup", (Table(0, cells, caption=caption),))


def texts(excerpt):
    return [[cell.text for cell in row] for row in excerpt.rows]


def test_the_headers_and_the_rows_concerned_are_shown_and_the_rest_is_counted():
    cells = grid([["Year", "Winner"], ["2016", "Vell"], ["2017", "Tam"], ["2018", "Vell"]])
    (excerpt,) = table_excerpts([page(cells)], [CellId("Cup", 0, 2, 1)])
    assert texts(excerpt) == [["Year", "Winner"], ["2017", "Tam"]]
    assert [[cell.is_evidence for cell in row] for row in excerpt.rows] == [[False, False], [False, True]]
    assert (excerpt.page, excerpt.caption, excerpt.rows_left_out, excerpt.columns_left_out) == ("Cup", "Boats", 2, 0)


def test_a_wide_table_is_cut_to_its_names_and_the_columns_concerned():
    cells = grid([[f"c{x}" for x in range(20)], [f"v{x}" for x in range(20)]])
    (excerpt,) = table_excerpts([page(cells)], [CellId("Cup", 0, 1, 17)])
    assert texts(excerpt)[1][0] == "v0"
    assert "v17" in texts(excerpt)[1]
    assert len(excerpt.rows[0]) <= MAX_COLUMNS
    assert excerpt.columns_left_out == 20 - len(excerpt.rows[0])


def test_many_rows_and_columns_concerned_stay_within_bounds():
    cells = grid([[f"{y}-{x}" for x in range(12)] for y in range(40)])
    wanted = [CellId("Cup", 0, y, x) for y in range(1, 40) for x in range(12)]
    (excerpt,) = table_excerpts([page(cells)], wanted)
    assert len(excerpt.rows) <= MAX_ROWS + 2
    assert all(len(row) <= MAX_COLUMNS for row in excerpt.rows)


def test_a_spanning_cell_is_written_once():
    cells = (
        Cell(0, 0, "Planet", is_header=True, row_span=2),
        Cell(0, 1, "Orbit", is_header=True, column_span=2),
        Cell(1, 0, "km", is_header=True),
        Cell(1, 1, "days", is_header=True),
        Cell(2, 0, "Vell"),
        Cell(2, 1, "58"),
        Cell(2, 2, "88"),
    )
    (excerpt,) = table_excerpts([page(cells)], [CellId("Cup", 0, 2, 2)])
    assert texts(excerpt) == [["Planet", "Orbit", "Orbit"], ["", "km", "days"], ["Vell", "58", "88"]]
    assert [cell.is_repeat for cell in excerpt.rows[0]] == [False, False, True]


def test_a_table_that_is_not_at_hand_is_left_out():
    assert table_excerpts([page(grid([["a"]]))], [CellId("Other", 0, 0, 0), CellId("Cup", 5, 0, 0)]) == ()
