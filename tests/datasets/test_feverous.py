import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.datasets import FeverousAddress, evidence_id_to_feverous, parse_feverous_claim
from veriscope.datasets.feverous import feverous_claim_json, feverous_from_veriscope, feverous_to_veriscope
from veriscope.datasets.feverous_ids import evidence_id_from_feverous, parse_feverous_id
from veriscope.datasets.fields import is_header
from veriscope.datasets.veriscope import parse_veriscope_claim, veriscope_claim_json
from veriscope.domain import CaptionId, CellId, ItemId, SentenceId
from veriscope.errors import InputError
from veriscope.text.titles import canonical_title

ROW = {
    "id": 3,
    "claim": "Lima has two rows.",
    "label": "REFUTES",
    "evidence": [
        {
            "content": ["Lima_cell_0_1_2", "Lima_sentence_4"],
            "context": {"Lima_cell_0_1_2": ["Lima_title"]},
            "text": "x",
        },
        {"content": ["Lima_item_0_1", "Lima_table_caption_0"], "context": ["Lima_title", "Lima_section_2"]},
    ],
    "annotator_operations": [{"operation": "start", "value": "start", "time": "0"}],
    "expected_challenge": "Other",
    "challenge": "Numerical Reasoning",
}

titles = st.text(min_size=1).map(canonical_title).filter(bool)
numbers = st.integers(0, 999_999)
evidence_ids = st.one_of(
    st.builds(SentenceId, titles, numbers),
    st.builds(CellId, titles, numbers, numbers, numbers, is_header=st.booleans()),
    st.builds(CaptionId, titles, numbers),
    st.builds(ItemId, titles, numbers, numbers),
)


@given(evidence_ids)
def test_our_ids_come_back(evidence_id):
    text = str(evidence_id_to_feverous(evidence_id))
    assert evidence_id_from_feverous(parse_feverous_id(text)) == evidence_id


@given(st.text(min_size=1).filter(lambda title: not title.endswith("_header")))
def test_any_title_is_read_from_the_right(title):
    assert parse_feverous_id(f"{title}_cell_0_1_2") == FeverousAddress(title, "cell", "0_1_2")
    assert parse_feverous_id(f"{title}_sentence_1") == FeverousAddress(title, "sentence", "1")


@pytest.mark.parametrize(
    ("text", "page", "kind", "position"),
    [
        ("A_cell_0_1_2_sentence_3", "A_cell_0_1_2", "sentence", "3"),
        ("A_b_header_cell_0_1_2", "A_b", "header_cell", "0_1_2"),
        ("A header_cell_0_1_2", "A header", "cell", "0_1_2"),
        ("A_title_title", "A_title", "title", ""),
        ("A_section_4", "A", "section", "4"),
        ("A_table_caption_0", "A", "table_caption", "0"),
        ("A\nb_item_10_2", "A\nb", "item", "10_2"),
    ],
)
def test_the_last_part_decides(text, page, kind, position):
    address = parse_feverous_id(text)
    assert address == FeverousAddress(page, kind, position)
    assert str(address) == text


@pytest.mark.parametrize(
    "text",
    ["", "Lima", "_sentence_0", "Lima_sentence_", "Lima_cell_0_1", "Lima_sentence_" + "9" * 5000, "Lima_sentence_٣"],
)
def test_what_is_no_id_is_refused(text):
    with pytest.raises(InputError, match="not a FEVEROUS id"):
        parse_feverous_id(text)


def test_titles_and_sections_are_no_evidence():
    with pytest.raises(InputError, match="'Lima_section_4' cannot be evidence"):
        evidence_id_from_feverous(parse_feverous_id("Lima_section_4"))


def test_reading_and_writing_loses_nothing():
    assert feverous_claim_json(parse_feverous_claim(ROW)) == ROW


def test_the_way_through_our_own_format_loses_nothing():
    ours = veriscope_claim_json(feverous_to_veriscope(parse_feverous_claim(ROW)))
    assert ours["evidence"] == [["Lima#cell-0-1-2", "Lima#sentence-4"], ["Lima#item-0-1", "Lima#caption-0"]]
    assert feverous_claim_json(feverous_from_veriscope(parse_veriscope_claim(ours))) == ROW


def test_without_a_context_each_piece_gets_the_title_of_its_page():
    row = {"id": 1, "claim": "It is so.", "label": "SUPPORTS", "evidence": [["Lima#sentence-0"]]}
    written = feverous_claim_json(feverous_from_veriscope(parse_veriscope_claim(row)))
    assert written["evidence"] == [{"content": ["Lima_sentence_0"], "context": {"Lima_sentence_0": ["Lima_title"]}}]


@pytest.mark.parametrize(
    "row",
    [
        {"id": "", "label": "", "claim": "", "evidence": ""},
        {"evidence": [{"content": [""], "context": {"": [""]}}], "id": "", "claim": "", "label": "", "challenge": ""},
        {"predicted_label": "", "predicted_evidence": []},
    ],
)
def test_a_header_has_nothing_but_empty_values(row):
    assert is_header(row)
    assert not is_header(row | {"id": 3})


@pytest.mark.parametrize(
    ("evidence", "message"),
    [
        (3, "evidence: found 3; expected a list"),
        ([["Lima_sentence_0"]], r"evidence\[0\]: found a list of 1; expected \{content"),
        ([{"context": {}}], r"evidence\[0\].content: found null; expected a list of element ids"),
        ([{"content": [3]}], r"evidence\[0\].content\[0\]: found 3; expected an id"),
        ([{"content": ["Lima"]}], r"evidence\[0\].content\[0\]: not a FEVEROUS id: 'Lima'"),
    ],
)
def test_bad_evidence_says_where_and_what_would_be_right(evidence, message):
    with pytest.raises(InputError, match=message):
        parse_feverous_claim(ROW | {"evidence": evidence})


@pytest.mark.parametrize("position", ["", "zero", "0_x_3_1", "0_3", "0_3_1_2", "٣_0_1", "-1_0_0", "0_3_1 ", "9" * 5000])
def test_only_whole_positions_are_evidence(position):
    with pytest.raises(InputError, match="cannot be evidence"):
        evidence_id_from_feverous(FeverousAddress("Lima", "cell", position))
