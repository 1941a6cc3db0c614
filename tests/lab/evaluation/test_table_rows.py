import json

import pytest

from veriscope.datasets.bad_rows import BadRow
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.lab.evaluation.table_rows import read_table_rows

LAKES = {"id": "lakes", "header": ["Lake", "Depth"], "rows": [["Orrin", "120 m"]]}
ROW = {"table": "lakes", "statement": "Orrin is 120 m deep.", "label": "supports", "challenge": "easy"}


@pytest.fixture
def read(tmp_path):
    def from_records(*rows, tables=(LAKES,)):
        paths = tmp_path / "data.jsonl", tmp_path / "tables.jsonl"
        for path, records in zip(paths, (rows, tables), strict=True):
            path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
        return read_table_rows(*paths, report=lambda *_: None)

    return from_records


def test_a_statement_meets_its_table(read):
    (row,), tables = read(ROW)
    assert (row.line, row.claim.claim, row.claim.label) == (1, "Orrin is 120 m deep.", Label.SUPPORTS)
    assert row.page == tables.pages["lakes"]
    assert dict(row.extra) == {"challenge": "easy", "label": "SUPPORTS", "table": "lakes"}


def test_ids_meet_however_their_spaces_are_written(read):
    (row,), _ = read(ROW | {"table": "big_lakes"}, tables=[LAKES | {"id": "big lakes"}])
    assert row.page.title == "big lakes"


def test_the_caption_of_a_row_serves_a_table_that_has_none(read):
    rows, _ = read(
        ROW | {"caption": "lakes  of Osten"},
        ROW | {"table": "named", "caption": "other"},
        tables=[LAKES, LAKES | {"id": "named", "caption": "Named"}],
    )
    assert [next(row.page.tables()).caption for row in rows] == ["lakes of Osten", "Named"]


def test_rows_that_cannot_be_judged_say_why_and_keep_their_place(read):
    rows, _ = read(ROW | {"table": "seas"}, ROW, ROW | {"label": "MAYBE"}, tables=[LAKES, {"id": "seas", "rows": []}])
    assert rows[0] == BadRow(1, "table: no table 'seas' in tables.jsonl (1 of its lines are left out)")
    assert rows[1].line == 2
    assert rows[2].problem.startswith('label: found "MAYBE"; expected one of')


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (LAKES, "has tables or pages, not statements; give tables as --tables"),
        (
            {"id": 1, "claim": "x", "label": "SUPPORTS", "evidence": [["Lima#sentence-0"]]},
            "looks like veriscope; --data takes",
        ),
    ],
)
def test_a_file_of_another_kind_is_refused(read, record, message):
    with pytest.raises(InputError, match=message):
        read(record)


def test_a_statement_that_is_no_text_is_no_reason_to_refuse_the_file(read):
    rows, _ = read({"table": "lakes", "label": "SUPPORTS"})
    assert rows == [BadRow(1, "statement: missing; the record has label, table")]


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "file", "count"),
    [("infotabs", "dev.jsonl.xz", 1800), pytest.param("tabfact", "val.jsonl.xz", 12_792, marks=pytest.mark.slow)],
)
def test_every_statement_of_the_public_data_meets_its_table(public_data, name, file, count):
    folder = public_data / name
    rows, tables = read_table_rows(folder / file, folder / "tables.jsonl.xz", report=lambda *_: None)
    assert len(rows) == count
    assert not [row for row in rows if isinstance(row, BadRow)]
    assert tables.skips == ()
