"""Tables that people really write, and worse."""

from pathlib import Path

import pytest

from veriscope.corpus.sources.web_html import parse_web_html
from veriscope.tables.grid import Grid

FIXTURES = Path(__file__).parents[2] / "corpus" / "fixtures" / "html"


@pytest.fixture(scope="module")
def tables():
    return list(parse_web_html("nasty_tables.html", (FIXTURES / "nasty_tables.html").read_bytes()).page.tables())


def texts(table):
    return [[cell.text if cell else None for cell in row] for row in Grid.of(table).rows]


def test_the_head_comes_first_and_the_foot_last(tables):
    assert texts(tables[0]) == [["Name", "Count"], ["a", "1"], ["a", "2"], ["Sum", "3"]]


def test_cells_of_the_head_are_headers(tables):
    assert [cell.text for cell in tables[0].cells if cell.is_header] == ["Name", "Count"]


def test_a_caption_keeps_its_link(tables):
    (link,) = tables[0].caption_links
    assert tables[0].caption[link.start : link.end] == "first"
    assert link.target == "other.html"


def test_a_row_span_ends_with_its_row_group(tables):
    assert next(cell for cell in tables[0].cells if cell.text == "a").row_span == 2


def test_spans_of_two_by_two_and_overlapping_spans_lose_no_cell(tables):
    assert texts(tables[1]) == [
        ["A", "B"],
        ["big", "big", "x"],
        ["big", "big", "y"],
        ["p", "q"],
        ["overlaps", "q", "r"],
    ]


def test_ragged_and_empty_rows_stay_as_they_are(tables):
    assert texts(tables[2]) == [["Ragged"], ["1", "", "3"], ["4"], [], ["5", "to the end"], ["6", "to the end"]]


def test_the_text_of_a_table_inside_a_cell_is_kept(tables):
    assert texts(tables[3])[1] == ["before in ner after"]


def test_spans_that_are_no_numbers_count_as_one(tables):
    assert [(cell.row_span, cell.column_span) for cell in tables[4].cells] == [(1, 1), (1, 1), (1, 1), (1, 1000)]


@pytest.mark.parametrize(
    "html",
    [
        "<table role=presentation><tr><th>a</th><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
        "<table><tr><td>menu</td><td>text</td></tr></table>",
        "<table><tr><td>one</td></tr><tr><td>two</td></tr></table>",
        "<table><tr><td><p>a</p></td><td><p>b</p></td></tr><tr><td><p>c</p></td><td><p>d</p></td></tr></table>",
        "<table><tr><td><table><tr><th>a</th></tr><tr><td>b</td></tr></table></td></tr></table>",
    ],
)
def test_a_layout_table_is_read_through(html):
    page = parse_web_html("a.html", html.encode()).page
    assert all(len(table.cells) == 2 for table in page.tables())
    assert list(page.sentences()) or list(page.tables())


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><th>a</th><td>b</td></tr></table>",
        "<table><caption>c</caption><tr><td>b</td></tr></table>",
        "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
        "<table><tr><td>1</td><td>2</td><td>3</td><td>4</td></tr></table>",
    ],
)
def test_a_table_with_signs_of_data_is_a_table(html):
    page = parse_web_html("a.html", html.encode()).page
    assert len(list(page.tables())) == 1
    assert not list(page.sentences())


def test_an_empty_table_is_a_counted_skip():
    parsed = parse_web_html("a.html", b"<p>Text.</p><table><tr><th></th></tr><tr><td> </td></tr></table>")
    assert [(skip.what, skip.reason) for skip in parsed.skips] == [("table", "empty table")]
