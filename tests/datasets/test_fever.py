import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.datasets import evidence_id_to_fever, parse_fever_claim
from veriscope.datasets.fever import FeverPiece, fever_claim_json, fever_from_veriscope, fever_to_veriscope
from veriscope.datasets.fever_ids import evidence_id_from_fever
from veriscope.datasets.veriscope import parse_veriscope_claim, veriscope_claim_json
from veriscope.domain import CellId, GoldClaim, Label, SentenceId
from veriscope.errors import InputError
from veriscope.text.titles import canonical_title

ROW = {
    "id": 7,
    "verifiable": "VERIFIABLE",
    "label": "SUPPORTS",
    "claim": "Lima is a film.",
    "evidence": [[[1, 2, "Lima_-LRB-film-RRB-", 0], [1, 3, "Peru", 4]], [[5, 6, "Lima_-LRB-film-RRB-", 0]]],
    "note": {"by": ["us"]},
}
UNVERIFIABLE = {
    "id": "b",
    "verifiable": "NOT VERIFIABLE",
    "label": "NOT ENOUGH INFO",
    "claim": "Lima is loud.",
    "evidence": [[[9, None, None, None]]],
}


@pytest.mark.parametrize("row", [ROW, UNVERIFIABLE], ids=["supported", "not enough info"])
def test_reading_and_writing_loses_nothing(row):
    assert fever_claim_json(parse_fever_claim(row)) == row
    assert list(fever_claim_json(parse_fever_claim(row))) == list(row)


@pytest.mark.parametrize("row", [ROW, UNVERIFIABLE, ROW | {"evidence": []}, ROW | {"evidence": [[], [[1, 2, "A", 0]]]}])
def test_the_way_through_our_own_format_loses_nothing(row):
    ours = veriscope_claim_json(fever_to_veriscope(parse_fever_claim(row)))
    assert fever_claim_json(fever_from_veriscope(parse_veriscope_claim(ours))) == row


def test_the_gold_claim_has_our_ids_and_no_null_sets():
    gold = fever_to_veriscope(parse_fever_claim(ROW)).gold()
    assert gold.evidence_sets == (
        frozenset({SentenceId("Lima (film)", 0), SentenceId("Peru", 4)}),
        frozenset({SentenceId("Lima (film)", 0)}),
    )
    nothing = fever_to_veriscope(parse_fever_claim(UNVERIFIABLE)).gold()
    assert isinstance(nothing, GoldClaim)
    assert nothing.evidence_sets == ()
    assert nothing.label is Label.NOT_ENOUGH_INFO


def test_a_claim_without_annotations_gets_fevers_shape():
    row = {"id": 1, "claim": "It is so.", "label": "NOT ENOUGH INFO", "evidence": []}
    written = fever_claim_json(fever_from_veriscope(parse_veriscope_claim(row)))
    assert written["verifiable"] == "NOT VERIFIABLE"
    assert written["evidence"] == [[[None, None, None, None]]]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"id": None}, "id: found null; expected a whole number or a text"),
        ({"id": True}, "id: found true"),
        ({"label": "TRUE"}, 'label: found "TRUE"; expected one of: SUPPORTS, REFUTES, NOT ENOUGH INFO'),
        ({"label": 3}, "label: found 3"),
        ({"claim": " "}, 'claim: found " "; expected a text'),
        ({"evidence": {}}, "evidence: found an object; expected a list"),
        ({"evidence": [3]}, r"evidence\[0\]: found 3"),
        ({"evidence": [[["Lima", 3]]]}, r"evidence\[0\]\[0\]: found a list of 2; expected four"),
        ({"evidence": [[[1, 2, 3, 4]]]}, "found the page 3"),
        ({"evidence": [[[1, 2, "Lima", "4"]]]}, r'evidence\[0\]\[0\]\[3\]: found "4"; expected a whole number or null'),
    ],
)
def test_a_bad_row_says_where_and_what_would_be_right(change, message):
    with pytest.raises(InputError, match=message):
        parse_fever_claim(ROW | change)


def test_a_missing_key_is_named():
    with pytest.raises(InputError, match="claim: missing; the record has evidence, id, label"):
        parse_fever_claim({"id": 1, "label": "SUPPORTS", "evidence": []})


def test_a_set_that_mixes_null_and_named_pieces_does_not_become_ours():
    claim = parse_fever_claim(ROW | {"evidence": [[[1, 2, "Lima", 0], [1, 2, None, None]]]})
    assert claim.evidence[0][1] == FeverPiece(1, 2, None, None)
    with pytest.raises(InputError, match=r"evidence\[0\]\[1\]: the page or the line is null"):
        fever_to_veriscope(claim)


def test_annotations_that_fit_no_set_are_an_error():
    row = {"id": 1, "claim": "It is so.", "label": "SUPPORTS", "evidence": [["A#sentence-0"]], "fever_annotations": []}
    with pytest.raises(InputError, match="found 0 sets for 1 evidence sets"):
        fever_from_veriscope(parse_veriscope_claim(row))


@given(st.text(min_size=1).map(canonical_title).filter(bool), st.integers(0, 10**6))
def test_fever_ids_come_back(title, line):
    if any(code in title for code in ("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-COLON-")):
        return
    there = evidence_id_to_fever(SentenceId(title, line))
    assert evidence_id_from_fever(*there) == SentenceId(title, line)


def test_fever_has_no_place_for_a_cell():
    with pytest.raises(InputError, match="FEVER has no place for Lima#cell-0-1-2"):
        evidence_id_to_fever(CellId("Lima", 0, 1, 2))
