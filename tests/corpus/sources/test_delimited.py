import csv
import io
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.sources.delimited import parse_delimited
from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.corpus.sources.table_rows import header_row


def table_of(text, place="data/city_list.csv"):
    (table,) = parse_delimited(place, text.encode()).page.elements
    return table


def rows_of(table):
    rows = {}
    for cell in table.cells:
        assert cell.column == len(rows.setdefault(cell.row, []))
        rows[cell.row].append(cell.text)
    return [rows[number] for number in sorted(rows)]


def headers_of(table):
    return [cell.text for cell in table.cells if cell.is_header]


def test_a_file_is_a_page_with_one_table():
    page = parse_delimited("data/city_list.csv", b"City,People\nLima,10\n").page
    assert (page.title, page.origin) == ("city list", "data/city_list.csv")
    assert rows_of(*page.tables()) == [["City", "People"], ["Lima", "10"]]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter):
    text = "\n".join(delimiter.join(row) for row in (["City", "Note"], ["Lima", "big: yes"], ["Oslo", "cold"]))
    assert rows_of(table_of(text)) == [["City", "Note"], ["Lima", "big: yes"], ["Oslo", "cold"]]


def test_a_decimal_comma_is_no_delimiter():
    assert rows_of(table_of("1,5;2,5\n3,5;4,5")) == [["1,5", "2,5"], ["3,5", "4,5"]]
    assert rows_of(table_of("1,5\n3,5")) == [["1", "5"], ["3", "5"]]


def test_a_declared_delimiter_holds():
    assert rows_of(table_of("sep=;\na,b;c\nd,e;f")) == [["a,b", "c"], ["d,e", "f"]]


def test_quotes_may_hold_delimiters_newlines_and_quotes():
    text = 'Name,Note\r\n"Lima, Peru","a ""big""\r\ncity"\r\n'
    assert rows_of(table_of(text)) == [["Name", "Note"], ["Lima, Peru", 'a "big" city']]


def test_an_open_quote_is_an_inch_mark():
    assert rows_of(table_of('size,kind\n5,disk\n"3,disk\n8,tape')) == [
        ["size", "kind"],
        ["5", "disk"],
        ['"3', "disk"],
        ["8", "tape"],
    ]


def test_rows_of_unequal_width_are_kept_and_blank_rows_are_none():
    assert rows_of(table_of("a,b,c\n1\n\n , ,\n1,2,3,4\n")) == [["a", "b", "c"], ["1"], ["1", "2", "3", "4"]]


def test_a_byte_order_mark_is_no_text():
    (table,) = parse_delimited("a.csv", "\ufeffCity,People\nLima,10".encode("utf-16")).page.elements
    assert headers_of(table) == ["City", "People"]


def test_a_single_column_is_a_table():
    assert rows_of(table_of("City\nLima\nOslo")) == [["City"], ["Lima"], ["Oslo"]]


@pytest.mark.parametrize(
    ("rows", "header"),
    [
        ([["City", "People"], ["Lima", "10"]], 0),
        ([["City", "Country"], ["Lima", "Peru"], ["Oslo", "Norway"]], 0),
        ([["Country", "2010", "2011"], ["Peru", "29.1", "29.4"]], 0),
        ([["", "2010", "People"], ["Peru", "29.1", "1"]], 0),
        ([["Cities of the world", ""], ["City", "People"], ["Lima", "10"]], 1),
        ([["Lima", "10"], ["Oslo", "1"]], None),
        ([["Peru", "Lima"], ["Peru", "Cusco"]], None),
        ([["2010", "2011"], ["2012", "2013"]], None),
        ([["City", "City"], ["Lima", "Oslo"]], None),
        ([["City", "People"]], None),
        ([["A sentence that goes on and on, " * 4, "b"], ["c", "d"]], None),
        ([["2001-05-03", "rain"], ["2001-05-04", "sun"]], None),
        ([], None),
    ],
)
def test_a_row_names_the_columns_or_not(rows, header):
    assert header_row(rows) == header


FIELDS = st.text(alphabet='ab ,;"\n|', max_size=6).map(str.strip).filter(bool)


@given(st.lists(st.lists(FIELDS, min_size=2, max_size=4), min_size=1, max_size=5))
def test_what_the_standard_writer_writes_is_read_back(rows):
    file = io.StringIO()
    csv.writer(file, delimiter="\t", quoting=csv.QUOTE_ALL).writerows([["x", "y", "z"], *rows])
    table = table_of(file.getvalue(), place="a.tsv")
    assert rows_of(table)[1:] == [[" ".join(field.split()) for field in row] for row in rows]


@pytest.mark.slow
def test_ten_thousand_columns_are_read_soon():
    began = time.process_time()
    table = table_of("\n".join(",".join(f"{row}x{column}" for column in range(10_000)) for row in range(20)))
    assert len(table.cells) == 200_000
    assert time.process_time() - began < 10


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a,b\n" + "x" * (2**20 + 1) + ",c\n", "field larger than field limit"),
        (",,,\n,,\n", "empty"),
    ],
)
def test_a_file_that_is_no_table_is_a_skip(text, reason):
    assert reason in parse_document("a.csv", text.encode()).skips[0].reason


@pytest.mark.slow
def test_too_many_cells_are_a_skip():
    assert "more than 2,000,000 cells" in parse_document("a.csv", b"1,2,3,4\n" * 500_001).skips[0].reason


@pytest.mark.slow
@pytest.mark.parametrize("text", ['"' * 100_000, '"a' * 50_000, '"' + "a\n" * 100_000, ",\n" * 100_000, "|" * 300_000])
def test_hostile_tables_end_soon(text):
    began = time.process_time()
    parsed = parse_document("a.csv", text.encode())
    assert time.process_time() - began < 10
    assert parsed.page is not None or parsed.skips
