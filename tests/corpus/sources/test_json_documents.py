"""JSON and JSON lines of any schema: tables, and what is no table."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus.sources.detect import detect_source_format
from veriscope.corpus.sources.file_kinds import parse_document
from veriscope.domain import ItemList, Section, TableKind

SHIPS = [{"ship": "Aurora", "built": 1902, "lost": True}, {"ship": "Ebba", "crew": ["Ann", "Bo"], "built": None}]
ROWS = [["ship", "built", "lost", "crew"], ["Aurora", "1902", "true", ""], ["Ebba", "", "", "Ann, Bo"]]


def read(data, place="ships.json"):
    parsed = parse_document(place, data if isinstance(data, bytes) else json.dumps(data).encode())
    assert parsed.page is not None, parsed.skips
    return parsed


def rows(table):
    return [[cell.text for cell in table.cells if cell.row == n] for n in sorted({cell.row for cell in table.cells})]


def test_a_list_of_objects_is_a_table():
    page = read(SHIPS).page
    assert page.title == "ships"
    assert [rows(table) for table in page.tables()] == [ROWS]


def test_so_are_json_lines_and_lines_that_are_none_are_counted():
    parsed = read("\n".join([json.dumps(SHIPS[0]), "no json", json.dumps(SHIPS[1])]).encode(), "ships.jsonl")
    assert [rows(table) for table in parsed.page.tables()] == [ROWS]
    assert [(skip.what, skip.reason) for skip in parsed.skips] == [("lines", "1 that are not JSON")]


def test_an_object_is_a_table_of_its_keys_with_sections_below():
    page = read({"name": "Brevik", "people": 2400, "ships": SHIPS, "mayor": {"name": "Olga"}, "tags": ["old"]}).page
    first, section, ships, second, mayor = page.elements
    assert (first.kind, rows(first)) == (
        TableKind.INFOBOX,
        [["name", "Brevik"], ["people", "2400"], ["tags", "old"]],
    )
    assert (section, rows(ships), second) == (Section("ships", 2), ROWS, Section("mayor", 2))
    assert rows(mayor) == [["name", "Olga"]]


def test_a_list_of_values_is_a_list():
    (found,) = read(["Aurora", 3]).page.elements
    assert isinstance(found, ItemList)
    assert found.texts() == ["Aurora", "3"]


@pytest.mark.parametrize("data", [b"3", b"{}", b"[]", b"[" * 100_000, b"no json", b"9" * 6_000])
def test_what_is_no_table_is_one_line(data):
    parsed = parse_document("a.json", data)
    assert parsed.page is None
    assert len(parsed.skips) == 1


@pytest.mark.slow
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda v: st.lists(v) | st.dictionaries(st.text(max_size=5), v),
    )
)
def test_any_json_is_read_or_refused(value):
    parsed = parse_document("a.json", json.dumps(value).encode(errors="replace"))
    assert parsed.page or parsed.skips


def test_pages_of_a_known_schema_stay_what_they_are(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "t", "header": ["a"], "rows": [["1"]]}\n')
    assert detect_source_format(path) == "tables"
    path.write_text('{"ship": "Aurora"}\n')
    assert detect_source_format(path) == "documents"
