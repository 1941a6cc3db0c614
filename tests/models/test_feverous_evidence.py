from veriscope.domain import CaptionId, CellId, Evidence, ItemId, SentenceId
from veriscope.models.feverous_evidence import linearise

SEA = Evidence(SentenceId("Vell", 0), "Vell lies by the sea.", ("Vell",), 1.0)
OLD = Evidence(SentenceId("Vell", 4), "Its market is old.", ("Vell", "Trade", "Market"), 1.0)
TAM = Evidence(SentenceId("Tam", 0), "Tam is a river.", ("Tam",), 1.0)


def cell(row, column, text, *headers, page="Vell", table=0, is_header=False):
    identity = CellId(page, table, row, column, is_header=is_header)
    return Evidence(identity, text, (page, "Trade", *headers), 1.0)


def told(*pieces):
    return linearise(pieces, separator="</s>")


def test_nothing_is_an_empty_text():
    assert told() == ""


def test_a_title_comes_once_before_all_that_its_page_says():
    assert (
        told(SEA, TAM, OLD)
        == "Vell : Vell lies by the sea. </s> Trade : Market : Its market is old. </s> Tam : Tam is a river."
    )


def test_a_path_of_sections_is_written_where_it_changes():
    later = OLD._replace(id=SentenceId("Vell", 5), text="It opens daily.")
    assert told(OLD, later, SEA).split(" </s> ") == [
        "Vell : Trade : Market : Its market is old.",
        "It opens daily.",
        "Vell lies by the sea.",
    ]


def test_cells_read_header_is_cell_in_the_order_of_the_table():
    pieces = [cell(2, 1, "12", "Count"), cell(2, 0, "Wool", "Good")]
    assert told(*pieces) == "Vell : Trade : Good is Wool </s> Count is 12"


def test_the_name_of_a_row_stands_before_the_column_where_rows_differ():
    pieces = [cell(1, 1, "12", "Wool", "Count"), cell(2, 1, "7", "Film", "Count")]
    assert told(*pieces) == "Vell : Trade : Wool Count is 12 </s> Film Count is 7"


def test_all_levels_of_a_header_are_kept():
    pieces = [cell(2, 1, "12", "Medals", "Gold"), cell(2, 3, "7", "Place", "Rank")]
    assert told(*pieces) == "Vell : Trade : Medals Gold is 12 </s> Place Rank is 7"


def test_a_single_cell_keeps_the_header_next_to_it():
    assert told(cell(1, 1, "12", "Wool", "Count")) == "Vell : Trade : Wool : Count is 12"


def test_a_caption_tells_where_the_path_ends():
    caption = Evidence(CaptionId("Vell", 0), "Goods sold", ("Vell", "Trade"), 1.0)
    assert told(cell(1, 1, "12", "Wool", "Count"), caption) == "Vell : Trade : Goods sold </s> Wool Count is 12"


def test_a_header_needs_no_name_and_a_cell_without_headers_none_either():
    assert told(cell(0, 0, "Good", is_header=True)) == "Vell : Trade : Good"
    bare = Evidence(CellId("Vell", 0, 0, 0), "12", ("Vell",), 1.0)
    assert told(bare) == "Vell : 12"


def test_tables_of_a_page_stay_apart_and_items_stand_in_their_order():
    items = [Evidence(ItemId("Vell", 0, number), f"item {number}", ("Vell",), 1.0) for number in (1, 0)]
    pieces = [cell(1, 0, "a", "X", table=0), cell(1, 0, "b", "Y", table=1), cell(2, 0, "c", "X", table=0)]
    assert told(*pieces, *items).split(" </s> ") == [
        "Vell : Trade : X is a",
        "X is c",
        "Y is b",
        "item 0",
        "item 1",
    ]


def test_empty_headers_are_left_out():
    assert told(cell(1, 1, "12", "", "Count")) == "Vell : Trade : Count is 12"
