import json

import pytest

from veriscope.errors import InputError
from veriscope.lab.evaluation.table_file import TableTerms, read_table_file

LAKES = {
    "id": "lakes",
    "caption": "Lakes",
    "header": ["Lake", "Depth"],
    "rows": [["Orrin", "120 m"], ["Sorrel", "95 m"]],
}
PAINTER = {"id": "painter", "infobox": {"title": ["Mara Tell"], "Born": ["3 May 1950"], "Lake": ["Orrin"]}}


@pytest.fixture
def read(tmp_path):
    def from_lines(*lines, wanted=("lakes",)):
        path = tmp_path / "tables.jsonl"
        path.write_text("".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines), "utf-8")
        return read_table_file(path, wanted=wanted, report=lambda *_: None)

    return from_lines


def test_only_tables_that_are_asked_for_are_kept_but_all_are_counted(read):
    found = read(LAKES, PAINTER)
    assert list(found.pages) == ["lakes"]
    assert found.terms.page_count() == 2
    assert [found.terms.frequency(term) for term in ("orrin", "depth", "mara", "nowhere")] == [2, 1, 1, 0]


def test_a_term_counts_once_a_table(read):
    assert read(LAKES | {"rows": [["Orrin", "Orrin"], ["Orrin", "1"]]}).terms.frequency("orrin") == 1


def test_what_cannot_be_read_is_named_and_the_rest_is_kept(read):
    found = read("{", LAKES, {"id": "empty", "rows": []}, LAKES | {"caption": "Others"})
    assert found.pages["lakes"].origin == "tables.jsonl:2"
    assert [skip.place for skip in found.skips] == ["tables.jsonl:1", "tables.jsonl:3", "tables.jsonl:4"]
    assert found.skips[1].reason == "the table is empty"
    assert found.skips[2].reason == "the id 'lakes' is there twice; the first table counts"


def test_a_byte_order_mark_costs_no_table(read):
    assert read("\ufeff" + json.dumps(LAKES)).pages.keys() == {"lakes"}


def test_progress_ends_at_the_last_table(tmp_path):
    path = tmp_path / "tables.jsonl"
    path.write_text(json.dumps(LAKES) + "\n" + json.dumps(PAINTER) + "\n", encoding="utf-8")
    told = []
    read_table_file(path, wanted=(), report=lambda *numbers: told.append(numbers))
    size = path.stat().st_size
    assert [(total, made) for _, total, made in told] == [(size, 1), (size, 2)]
    assert told[-1][0] == size


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({"table": "lakes", "statement": "x", "label": "SUPPORTS"}, "holds statements, not tables; give it as --data"),
        ({"title": "Lima", "order": []}, r"has no tables \(tables\.jsonl:1: not a table.*expected one JSON object"),
        ("", "the file is empty"),
    ],
)
def test_a_file_without_tables_is_told_from_one_with_bad_ones(read, line, message):
    with pytest.raises(InputError, match=message):
        read(line)


def test_statistics_of_one_file_are_equal_whatever_their_counts():
    assert hash(TableTerms(2, {"a": 1})) == hash(TableTerms(2, {"a": 1}))
    assert TableTerms(2, {}) != TableTerms(3, {})
