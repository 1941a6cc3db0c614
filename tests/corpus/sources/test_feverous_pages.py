import json
import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.sources.feverous_pages import FeverousPages, read_links
from veriscope.corpus.sources.records import RawRecord
from veriscope.domain import Cell, ItemList, Link, ListItem, Section, Sentence, Table, TableKind

FORMAT = FeverousPages()
PAGE = {
    "title": "Lima",
    "order": ["sentence_0", "section_0", "table_0", "list_0"],
    "sentence_0": "Lima is in [[Peru|that country]].",
    "section_0": {"value": "Climate", "level": "3"},
    "table_0": {
        "type": "infobox",
        "caption": "Of [[Lima]]",
        "table": [
            [{"id": "header_cell_0_0_0", "value": "Area", "is_header": True, "column_span": "2", "row_span": "1"}],
            [
                {"id": "cell_0_1_0", "value": "2,672", "is_header": False, "column_span": "1", "row_span": "1"},
                {
                    "id": "cell_0_1_1",
                    "value": "[[Square_kilometre|km2]]",
                    "is_header": False,
                    "column_span": "1",
                    "row_span": "1",
                },
            ],
        ],
    },
    "list_0": {
        "type": "unordered_list",
        "list": [{"id": "item_0_0", "value": "a", "level": 0}, {"id": "item_0_1", "value": "b", "level": 1}],
    },
}


def parse(page):
    return FORMAT.parse(RawRecord("p:1", json.dumps(page).encode()))


def test_every_element_is_read_in_order():
    assert parse(PAGE).page.elements == (
        Sentence(0, "Lima is in that country.", (Link(11, 23, "Peru"),)),
        Section("Climate", 3),
        Table(
            0,
            (
                Cell(0, 0, "Area", is_header=True, column_span=2),
                Cell(1, 0, "2,672"),
                Cell(1, 1, "km2", links=(Link(0, 3, "Square kilometre"),)),
            ),
            "Of Lima",
            TableKind.INFOBOX,
            (Link(3, 7, "Lima"),),
        ),
        ItemList(0, (ListItem(0, "a"), ListItem(1, "b", level=1))),
    )


def test_an_element_that_the_order_forgets_is_kept():
    page = parse({"title": "X", "order": [], "sentence_4": "Hello."}).page
    assert page.elements == (Sentence(4, "Hello."),)


def test_numbers_beyond_all_measure_do_no_harm():
    section = {"value": "Deep", "level": "9" * 30}
    parsed = parse({"title": "X", "order": ["sentence_" + "9" * 30], "sentence_" + "9" * 30: "x", "section_0": section})
    assert parsed.page.elements == (Section("Deep", 1000),)
    assert len(parsed.skips) == 1


def test_a_bad_element_is_skipped_alone_and_named():
    parsed = parse({**PAGE, "table_0": {"table": 3}, "order": [*PAGE["order"], "picture_1", "sentence_9"]})
    assert [skip.place for skip in parsed.skips] == ["p:1 table_0", "p:1 picture_1", "p:1 sentence_9"]
    assert len(parsed.page.elements) == 3


@pytest.mark.parametrize("payload", [b"", b"null", b"{}", b'{"title": 3}', b'{"title": "_"}', b"\xff", b"[" * 100_000])
def test_a_record_that_is_no_page_is_a_skip(payload):
    parsed = FORMAT.parse(RawRecord("p:2", payload))
    assert parsed.page is None
    assert parsed.skips[0].place == "p:2"


@pytest.mark.parametrize(
    ("span", "read"),
    [("3", 3), (None, 1), ("", 1), ("-2", 1), ("0", 1), ("x", 1), ("9" * 30, 1), (1e9, 1), ("1000000", 65_534)],
)
def test_spans_are_read_as_written_and_bounded(span, read):
    cell = {"id": "cell_0_0_0", "value": "x", "row_span": span}
    assert (
        next(parse({"title": "X", "order": [], "table_0": {"table": [[cell]]}}).page.tables()).cells[0].row_span == read
    )


@pytest.mark.parametrize(
    ("marked", "text", "targets"),
    [
        ("[[A_B]]", "A B", ["A B"]),
        ("[[|x]] y", "x y", []),
        ("[[A|b] c]]", "b] c", ["A"]),
        ("[[Pok%C3%A9mon|P]]", "P", ["Pokémon"]),
        ("[[100%_Pure|p]]", "p", ["100% Pure"]),
        ("[not a link] [[", "[not a link] [[", []),
        ("[[A|x]][[B|y]]", "xy", ["A", "B"]),
    ],
)
def test_links_in_brackets_become_text_and_targets(marked, text, targets):
    read, links = read_links(marked)
    assert (read, [link.target for link in links]) == (text, targets)


@given(st.text(alphabet="[]|ab_", max_size=60))
def test_a_link_always_covers_a_part_of_the_text(marked):
    text, links = read_links(marked)
    assert all(0 <= link.start <= link.end <= len(text) for link in links)


def test_the_database_gives_the_same_page(tmp_path):
    with sqlite3.connect(tmp_path / "feverous_wikiv1.db") as connection:
        connection.execute("CREATE TABLE wiki (id PRIMARY KEY, data json)")
        connection.execute("INSERT INTO wiki VALUES (?, ?)", ("Lima", json.dumps(PAGE)))
    connection.close()
    (record,) = FORMAT.records(tmp_path / "feverous_wikiv1.db")
    assert FORMAT.parse(record).page.elements == parse(PAGE).page.elements
