import json

import pytest

from veriscope.corpus.sources.json_tables import JsonTables
from veriscope.datasets import DATASET_FORMATS, convert_dataset, read_labelled
from veriscope.domain import CaptionId, Label
from veriscope.errors import InputError

ROW = {"table": "1-2-3", "statement": "lima be in peru", "label": "SUPPORTS", "caption": "cities", "hardness": None}
TABFACT = DATASET_FORMATS["tabfact"]


def test_the_gold_is_the_table_of_the_page_titled_by_its_id():
    claim = TABFACT.parse(ROW)
    assert claim.evidence == ((CaptionId("1-2-3", 0),),)
    assert (claim.claim, claim.label, claim.extra) == (
        "lima be in peru",
        Label.SUPPORTS,
        (("caption", "cities"), ("hardness", None)),
    )


def test_ids_are_made_of_table_and_statement_unless_there_is_one():
    assert TABFACT.parse(ROW).id == TABFACT.parse(ROW | {"label": "REFUTES"}).id
    assert TABFACT.parse(ROW).id != TABFACT.parse(ROW | {"statement": "other"}).id
    assert str(TABFACT.parse(ROW).id).startswith("1-2-3:")
    assert TABFACT.parse(ROW | {"id": 7}).id == 7


def test_three_way_statements_are_read_too():
    assert TABFACT.parse(ROW | {"label": "NOT ENOUGH INFO"}).label is Label.NOT_ENOUGH_INFO


@pytest.mark.parametrize("row", [ROW, ROW | {"id": 7}, ROW | {"table": "some_odd  table"}, ROW | {"label": "REFUTES"}])
def test_a_row_comes_back_through_our_own_format(tmp_path, row):
    (tmp_path / "a.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    ours = DATASET_FORMATS["veriscope"]
    convert_dataset(tmp_path / "a.jsonl", tmp_path / "b.jsonl", source_format=TABFACT, target_format=ours)
    convert_dataset(tmp_path / "b.jsonl", tmp_path / "c.jsonl", source_format=ours, target_format=TABFACT)
    assert json.loads((tmp_path / "c.jsonl").read_text(encoding="utf-8")) == row


def test_a_claim_about_several_tables_has_no_place_there():
    claim = DATASET_FORMATS["veriscope"].parse(
        {"id": 1, "claim": "c", "label": "SUPPORTS", "evidence": [["A#caption-0"], ["B#caption-0"]]}
    )
    with pytest.raises(InputError, match="found 2 tables; a statement of tabfact is about one"):
        TABFACT.render(claim)


@pytest.mark.corpus
@pytest.mark.parametrize(("folder", "name"), [("tabfact", "val"), ("infotabs", "dev")])
def test_every_statement_of_the_real_data_finds_its_table(public_data, folder, name):
    reader = JsonTables()
    titles = {reader.parse(record).page.title for record in reader.records(public_data / folder / "tables.jsonl.xz")}
    rows = list(read_labelled(public_data / folder / f"{name}.jsonl.xz", form=TABFACT))
    assert len(rows) == {"val": 12_792, "dev": 1_800}[name]
    assert not [row for row in rows if row.claim.evidence[0][0].page not in titles]
