import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus import plan_sources
from veriscope.corpus.sources.json_tables import JsonTables
from veriscope.corpus.sources.records import RawRecord, Skip
from veriscope.domain import Section, TableKind
from veriscope.errors import InputError

TABLE = {
    "id": "1-2-3",
    "caption": "disk  loading",
    "page": "Disk_loading",
    "header": ["aircraft", "weight"],
    "rows": [["r 22", "1370"], ["206", None]],
}
INFOBOX = {
    "id": "T1",
    "infobox": {
        "title": ["Brooklyn"],
        "Directed by": ["John Crowley"],
        "Starring": ["A", "B"],
        "Length": "117 minutes",
    },
}


def parse(value):
    payload = value if isinstance(value, bytes) else json.dumps(value).encode()
    return JsonTables().parse(RawRecord("tables.jsonl:4", payload))


def cells(page):
    (table,) = page.tables()
    return [(cell.row, cell.column, cell.text, cell.is_header) for cell in table.cells]


def test_a_table_is_a_page_titled_by_its_id_under_the_name_of_its_page():
    page = parse(TABLE).page
    section, table = page.elements
    assert (page.title, page.origin, section) == ("1-2-3", "tables.jsonl:4", Section("Disk loading", 2))
    assert (table.index, table.caption, table.kind) == (0, "disk loading", TableKind.TABLE)
    assert cells(page) == [
        (0, 0, "aircraft", True),
        (0, 1, "weight", True),
        (1, 0, "r 22", False),
        (1, 1, "1370", False),
        (2, 0, "206", False),
        (2, 1, "", False),
    ]


def test_an_infobox_has_a_row_for_each_key_and_a_cell_for_each_value():
    page = parse(INFOBOX).page
    section, table = page.elements
    assert (page.title, section.title, table.caption, table.kind) == ("T1", "Brooklyn", "Brooklyn", TableKind.INFOBOX)
    assert cells(page) == [
        (0, 0, "Directed by", True),
        (0, 1, "John Crowley", False),
        (1, 0, "Starring", True),
        (1, 1, "A", False),
        (1, 2, "B", False),
        (2, 0, "Length", True),
        (2, 1, "117 minutes", False),
    ]


def test_what_may_be_missing_may_be_missing():
    page = parse({"id": 7, "caption": None, "page": None, "header": [], "rows": [["a", 1.5]]}).page
    assert page.title == "7"
    assert [element.caption for element in page.elements] == [""]
    assert cells(page) == [(0, 0, "a", False), (0, 1, "1.5", False)]


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (b"{", "not a table"),
        (b"[1]", "not a table"),
        (b"\xff", "not a table"),
        ({"header": ["a"], "rows": [["b"]]}, "missing required field `id`"),
        ({"id": "1", "header": "a", "rows": []}, "Expected `array"),
        ({"id": "1", "header": ["a"], "rows": ["b"]}, "Expected `array"),
        ({"id": " ", "header": ["a"], "rows": [["b"]]}, "the table has no id"),
        ({"id": "1", "header": ["", " "], "rows": [[None]]}, "the table is empty"),
        ({"id": "1", "infobox": {"title": ["x"]}}, "the table is empty"),
        ({"id": "1", "infobox": {"a": 3}}, "Expected `"),
    ],
)
def test_what_is_no_table_is_skipped_with_its_place(value, reason):
    parsed = parse(value)
    assert parsed.page is None
    (skip,) = parsed.skips
    assert (skip.place, skip.what) == ("tables.jsonl:4", "record")
    assert reason in skip.reason


def test_places_name_the_file_and_the_line(tmp_path):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(TABLE) + "\n\n" + json.dumps(INFOBOX) + "\n", encoding="utf-8")
    assert [record.place for record in JsonTables().records(path)] == ["t.jsonl:1", "t.jsonl:3"]


@pytest.mark.parametrize("row", [TABLE, INFOBOX])
def test_tables_are_recognised(tmp_path, row):
    path = tmp_path / "t.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    assert [source.format for source in plan_sources([path])] == ["tables"]
    assert [source.format for source in plan_sources([tmp_path])] == ["tables"]
    assert [source.format for source in plan_sources([tmp_path], format="tables")] == ["tables"]


def test_statements_are_no_tables(tmp_path):
    path = tmp_path / "val.jsonl"
    path.write_text('{"table": "1", "statement": "s", "label": "SUPPORTS"}\n', encoding="utf-8")
    with pytest.raises(InputError, match="holds claims, not pages"):
        plan_sources([path])


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["id", "header", "rows", "infobox", "title", "page"]), inner, max_size=4)
    ),
    max_leaves=8,
)


@given(JSON)
def test_no_json_makes_it_fail(value):
    parsed = parse(json.dumps(value).encode())
    assert (parsed.page is None) == bool(parsed.skips)
    assert all(isinstance(skip, Skip) for skip in parsed.skips)
