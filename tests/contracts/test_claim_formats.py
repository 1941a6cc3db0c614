"""Every format of claims gives back what it read, and says in one line what it cannot read."""

from contextlib import suppress

import pytest

from veriscope.datasets import DATASET_CHECKS, DATASET_FORMATS
from veriscope.errors import InputError

# A new format needs a row of its own here.
ROWS = {
    "fever": {
        "id": 1, "verifiable": "VERIFIABLE", "label": "SUPPORTS", "claim": "c",
        "evidence": [[[1, 2, "Lima", 0]]], "more": 7,
    },
    "feverous": {"id": 1, "label": "REFUTES", "claim": "c", "evidence": [{"content": ["A_sentence_0"], "context": {}}]},
    "hybridqa": {"id": "1", "question": "q", "table": "A_0", "answer_nodes": [["b", [0, 1], None, "table"]]},
    "tabfact": {"table": "1-2-3", "statement": "s", "label": "REFUTES"},
    "veriscope": {"id": "x", "claim": "c", "label": "SUPPORTS", "evidence": [["A#sentence-0"]], "more": {"a": [1]}},
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(DATASET_FORMATS))
def test_a_row_survives_reading_and_writing(name):
    form = DATASET_FORMATS[name]
    claim = form.parse(ROWS[name])
    assert form.parse(form.render(claim)) == claim
    assert form.name == name
    assert all(form.holds(piece) for pieces in claim.evidence for piece in pieces)


@pytest.mark.parametrize("name", sorted(DATASET_FORMATS))
def test_a_good_row_has_no_problem(name):
    assert list(DATASET_CHECKS[name](ROWS[name])) == []


@pytest.mark.parametrize("name", sorted(DATASET_FORMATS))
@pytest.mark.parametrize("odd", [None, 3, [], {}, [[[]]], "\x00", {"a": None}])
def test_odd_fields_are_an_input_error_or_no_harm(name, odd):
    form, row = DATASET_FORMATS[name], ROWS[name]
    for key in row:
        with suppress(InputError):
            assert form.parse(row | {key: odd})
    with pytest.raises(InputError, match=r"^.+: missing; [^\n]*$"):
        form.parse({})
