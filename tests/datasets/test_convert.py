import gzip
import json
import os

import pytest

from veriscope.datasets import DATASET_FORMATS, convert_dataset, read_claims, read_labelled
from veriscope.domain import SentenceId
from veriscope.errors import InputError

HEADER = {"id": "", "label": "", "claim": "", "evidence": "", "challenge": ""}
SENTENCES = {
    "id": 1,
    "claim": "Lima is a city.",
    "label": "SUPPORTS",
    "evidence": [{"content": ["Lima_sentence_0"], "context": {"Lima_sentence_0": ["Lima_title"]}}],
    "challenge": "Other",
}
MIXED = {
    "id": 2,
    "claim": "Lima is old.",
    "label": "REFUTES",
    "evidence": [
        {"content": ["Lima_cell_0_1_2", "Lima_sentence_0"], "context": {}},
        {"content": ["Lima_sentence_3"], "context": {"Lima_sentence_3": ["Lima_title"]}},
    ],
}
CELLS = {
    "id": 3,
    "claim": "Lima is big.",
    "label": "SUPPORTS",
    "evidence": [{"content": ["Lima_item_0_1"], "context": {}}],
}
CELLS_UNKNOWN = {
    "id": 4,
    "claim": "Lima is loud.",
    "label": "NOT ENOUGH INFO",
    "evidence": [{"content": ["Lima_table_caption_0"], "context": {}}],
}


def write(folder, rows):
    path = folder / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def rows_of(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def convert(source, target, *, form, to, is_lossy=False):
    formats = {"source_format": DATASET_FORMATS[form], "target_format": DATASET_FORMATS[to]}
    return convert_dataset(source, target, **formats, is_lossy=is_lossy)


HOLD_SENTENCES = sorted(name for name, form in DATASET_FORMATS.items() if form.holds(SentenceId("Lima", 0)))


@pytest.mark.parametrize("middle", HOLD_SENTENCES)
def test_feverous_with_sentences_comes_back_through_every_format(tmp_path, middle):
    source = write(tmp_path, [HEADER, SENTENCES])
    convert(source, tmp_path / "middle.jsonl", form="feverous", to=middle)
    convert(tmp_path / "middle.jsonl", tmp_path / "back.jsonl", form=middle, to="feverous")
    header, claim = rows_of(tmp_path / "back.jsonl")
    claim.pop("fever_annotations", None)
    claim.pop("verifiable", None)
    assert claim == SENTENCES
    assert header["claim"] == ""


def test_the_source_header_is_written_back(tmp_path):
    source = write(tmp_path, [HEADER, SENTENCES])
    done = convert(source, tmp_path / "out.jsonl", form="feverous", to="feverous")
    assert rows_of(tmp_path / "out.jsonl") == [HEADER, SENTENCES]
    assert done.claims == 1


def test_what_fever_cannot_hold_stops_the_conversion(tmp_path):
    source = write(tmp_path, [HEADER, SENTENCES, MIXED, CELLS])
    target = tmp_path / "out.jsonl"
    target.write_text("before", encoding="utf-8")
    with pytest.raises(InputError, match=r"rows\.jsonl:3: the fever format cannot hold 1 × cell, 1 × item .*--lossy"):
        convert(source, target, form="feverous", to="fever")
    assert target.read_text(encoding="utf-8") == "before"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "rows.jsonl"]


def test_a_lossy_conversion_counts_what_it_leaves_out(tmp_path):
    source = write(tmp_path, [HEADER, SENTENCES, MIXED, CELLS, CELLS_UNKNOWN])
    done = convert(source, tmp_path / "out.jsonl", form="feverous", to="fever", is_lossy=True)
    assert done.lost_pieces == {"caption": 1, "cell": 1, "item": 1}
    assert (done.claims, done.lost_sets, done.lost_claims) == (3, 3, 1)
    rows = rows_of(tmp_path / "out.jsonl")
    assert [row["id"] for row in rows] == [1, 2, 4]
    assert rows[1]["evidence"] == [[[None, None, "Lima", 3]]]
    assert rows[1]["feverous_context"] == [{"context": {"Lima_sentence_3": ["Lima_title"]}}]
    assert rows[2]["evidence"] == [[[None, None, None, None]]]


def test_claims_whose_titles_change_are_counted(tmp_path):
    source = write(
        tmp_path, [{"id": 1, "claim": "It is so.", "label": "SUPPORTS", "evidence": [["my_file#sentence-0"]]}]
    )
    assert convert(source, tmp_path / "out.jsonl", form="veriscope", to="fever").respelled_claims == 1


def test_a_bad_row_leaves_nothing_behind(tmp_path):
    source = write(tmp_path, [HEADER, SENTENCES, {"id": 9}])
    with pytest.raises(InputError, match=r"rows\.jsonl:3: evidence: missing"):
        convert(source, tmp_path / "out.jsonl", form="feverous", to="veriscope")
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_a_file_may_be_converted_in_place(tmp_path):
    source = write(tmp_path, [SENTENCES])
    convert(source, source, form="feverous", to="veriscope")
    assert rows_of(source)[0]["evidence"] == [["Lima#sentence-0"]]


def test_the_name_decides_the_compression(tmp_path):
    target = tmp_path / "out.jsonl.gz"
    convert(write(tmp_path, [SENTENCES]), target, form="feverous", to="veriscope")
    assert json.loads(gzip.decompress(target.read_bytes()))["id"] == 1


@pytest.mark.parametrize("suffix", [".gz", ".xz", ".zst"])
def test_what_is_written_compressed_is_read_again(tmp_path, suffix):
    target = tmp_path / f"out.jsonl{suffix}"
    convert(write(tmp_path, [SENTENCES] * 3), target, form="feverous", to="veriscope")
    assert len(list(read_labelled(target, form=DATASET_FORMATS["veriscope"]))) == 3


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(InputError, match="cannot write"):
        convert(write(tmp_path, [SENTENCES]), tmp_path / "no" / "out.jsonl", form="feverous", to="veriscope")


def test_a_target_that_is_a_folder_is_an_error(tmp_path):
    (tmp_path / "out").mkdir()
    with pytest.raises(InputError, match="it is not an ordinary file"):
        convert(write(tmp_path, [SENTENCES]), tmp_path / "out", form="feverous", to="veriscope")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "rows.jsonl"]


def test_a_pipe_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "out")
    with pytest.raises(InputError, match="it is not an ordinary file"):
        convert(write(tmp_path, [SENTENCES]), tmp_path / "out", form="feverous", to="veriscope")
    assert (tmp_path / "out").is_fifo()


def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path):
    (tmp_path / "real.jsonl").touch()
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "real.jsonl")
    convert(write(tmp_path, [SENTENCES]), tmp_path / "link.jsonl", form="feverous", to="veriscope")
    assert (tmp_path / "link.jsonl").is_symlink()
    assert rows_of(tmp_path / "real.jsonl")[0]["id"] == 1


def test_a_file_of_a_header_only_is_an_error(tmp_path):
    with pytest.raises(InputError, match="holds no claims"):
        convert(write(tmp_path, [HEADER]), tmp_path / "out.jsonl", form="feverous", to="veriscope")


def test_the_result_is_as_readable_as_any_new_file(tmp_path):
    convert(write(tmp_path, [SENTENCES]), tmp_path / "out.jsonl", form="feverous", to="veriscope")
    (tmp_path / "other").touch()
    assert (tmp_path / "out.jsonl").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_claims_can_be_read_without_labels(tmp_path):
    source = write(tmp_path, [HEADER, {"id": 5, "claim": "It is so."}])
    assert [(claim.id, claim.text) for claim in read_claims(source)] == [("5", "It is so.")]
