from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import CellId
from veriscope.models.feverous_tables import TableCell, TableText, marked_text, sampled_rows, windows


def table_rows(count, *, columns=2, headed=True):
    return [
        [TableCell(row, column, headed and row == 0, f"r{row}c{column}") for column in range(columns)]
        for row in range(count)
    ]


def numbers(rows):
    return [row[0].row for row in rows]


def test_rows_are_one_text_that_knows_where_its_cells_stand():
    marked = marked_text(table_rows(2))
    assert marked.text == "r0c0 | r0c1 || r1c0 | r1c1"
    assert [marked.text[start:end] for start, end in marked.spans] == [cell.text for cell in marked.cells]


@given(st.lists(st.lists(st.text(max_size=5), min_size=1, max_size=3), max_size=4))
def test_every_span_holds_its_cell(texts):
    rows = [[TableCell(y, x, False, text) for x, text in enumerate(row)] for y, row in enumerate(texts)]
    marked = marked_text(rows)
    assert [marked.text[start:end] for start, end in marked.spans] == [text for row in texts for text in row]


def test_relevant_rows_and_the_header_are_kept_and_others_fill_the_room():
    rows = table_rows(30)
    kept = numbers(sampled_rows(rows, [10] * 30, relevant={(20, 1), (25, 0)}, room=60, seed="1"))
    assert {0, 20, 25} <= set(kept)
    assert len(kept) == 6
    assert kept == sorted(kept)


def test_another_seed_draws_other_rows_and_the_same_seed_the_same():
    rows = table_rows(40)
    drawn = [numbers(sampled_rows(rows, [10] * 40, relevant={(3, 0)}, room=80, seed=seed)) for seed in "112"]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_table_that_fits_is_kept_whole():
    rows = table_rows(5)
    assert sampled_rows(rows, [10] * 5, relevant={(1, 0)}, room=50, seed="1") == rows


def test_relevant_rows_are_kept_even_where_they_do_not_fit():
    assert numbers(sampled_rows(table_rows(4), [10] * 4, relevant={(1, 0), (3, 0)}, room=5, seed="1")) == [0, 1, 3]


@given(st.integers(0, 30), st.integers(1, 60), st.booleans())
def test_windows_hold_every_row_once_behind_the_header(count, room, headed):
    rows = table_rows(count, headed=headed)
    parts = list(windows(rows, [7] * count, room=room))
    read = [row for part in parts for row in (part[1:] if headed else part)]
    assert numbers(read) == list(range(1 if headed and count else 0, count))
    assert all(part[0] == rows[0] for part in parts if headed)
    assert all(7 * len(part) <= room or len(part) <= 1 + headed for part in parts)


def test_a_cell_becomes_evidence_with_its_page_path_and_headers():
    cell = TableCell(2, 1, False, "12", ("Wool", "Count"))
    table = TableText("Vell", 3, ("Trade",), (cell,))
    piece = table.evidence(cell, score=0.5)
    assert (piece.id, piece.context) == (CellId("Vell", 3, 2, 1), ("Vell", "Trade", "Wool", "Count"))
