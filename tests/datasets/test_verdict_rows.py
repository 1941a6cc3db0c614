import pytest

from veriscope.datasets.verdict_rows import BadRow, VerdictRow, parse_verdict_row, read_verdict_rows
from veriscope.domain import Label
from veriscope.errors import InputError

ROW = {"claim": "Vell is a city.", "label": "SUPPORTS", "evidence_text": "Vell is a city in the north."}


def test_evidence_is_a_text_a_list_or_sentences_of_pages():
    assert parse_verdict_row(ROW).evidence == (("", "Vell is a city in the north."),)
    listed = ROW | {"evidence_text": ["One.", {"page": "Tam", "sentence": "Two."}], "page": "Vell"}
    assert parse_verdict_row(listed).evidence == (("Vell", "One."), ("Tam", "Two."))


@pytest.mark.parametrize("nothing", [None, [], "", "  ", [" "]])
def test_evidence_may_be_missing(nothing):
    assert parse_verdict_row(ROW | {"evidence_text": nothing}).evidence == ()


def test_another_key_may_hold_the_evidence():
    row = parse_verdict_row(ROW | {"retrieved_text": ["Other."]}, field="retrieved_text")
    assert row.evidence == (("", "Other."),)
    assert ("evidence_text", ROW["evidence_text"]) in row.extra


def test_other_keys_are_kept_for_breakdowns():
    assert ("challenge", "Other") in parse_verdict_row(ROW | {"challenge": "Other"}).extra


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"evidence_text": 3}, r"evidence_text: found 3; expected a text, or a list of"),
        ({"evidence_text": [["x"]]}, r"evidence_text\[0\]: found a list of 1; expected a text, or {page, sentence}"),
        ({"label": "TRUE"}, "label: found"),
        ({"claim": " "}, "claim: found"),
        ({"page": 3}, "page: found 3"),
    ],
)
def test_what_is_wrong_is_named(change, message):
    with pytest.raises(InputError, match=message):
        parse_verdict_row(ROW | change)


def test_bad_rows_are_explained_and_the_rest_is_read(tmp_path):
    path = tmp_path / "rows.jsonl"
    lines = [
        '{"claim": "", "label": "", "evidence_text": ""}',
        '{"claim": "a", "label": "refutes", "evidence_text": "b"}',
        "{",
        '{"claim": "a"}',
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    first, second, third = read_verdict_rows(path)
    assert first == VerdictRow(2, "a", Label.REFUTES, (("", "b"),), (("label", "refutes"),))
    assert second == BadRow(3, "the line ends inside a value; the file may have been cut short")
    assert third == BadRow(4, "evidence_text: missing; the record has claim")


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "rows", "field"),
    [
        ("fever/dev_gold_text.jsonl", 7374, "evidence_text"),
        ("robustness/fever_symmetric_dev.jsonl", 708, "evidence_text"),
        ("robustness/foolmetwice_dev.jsonl", 1169, "evidence_text"),
        ("robustness/foolmetwice_dev.jsonl", 1169, "retrieved_text"),
        ("feverous/dev_sentences_text.jsonl", 1526, "evidence_text"),
    ],
)
def test_every_row_of_the_public_data_is_read(public_data, name, rows, field):
    found = list(read_verdict_rows(public_data / name, field=field))
    assert len(found) == rows
    assert all(isinstance(row, VerdictRow) and row.evidence for row in found)
