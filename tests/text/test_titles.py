"""Page titles round-trip between the canonical form, FEVER's and FEVEROUS's."""

import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from veriscope.text import canonical_title, title_from_fever, title_to_fever, title_to_feverous

SPELLED = ("-LRB-", "-RRB-", "-LSB-", "-RSB-", "-COLON-")
PIECES = st.sampled_from(
    ["A", "é", "e\u0301", " ", "_", "(", ")", "[", "]", ":", "'", '"', "-", "_cell_", "Å", "ñ", "東"]
)
TITLES = st.one_of(st.text(), st.lists(PIECES).map("".join)).map(canonical_title)


@pytest.mark.parametrize(
    ("title", "fever_id"),
    [
        ("Lima (film)", "Lima_-LRB-film-RRB-"),
        ("Mission: Impossible", "Mission-COLON-_Impossible"),
        ("[Rec]", "-LSB-Rec-RSB-"),
        ("Beyoncé", "Beyonce\u0301"),
    ],
)
def test_fever_spells_brackets_and_colons_out(title, fever_id):
    assert title_to_fever(title) == fever_id
    assert title_from_fever(fever_id) == title


def test_a_canonical_title_has_single_spaces_and_composed_letters():
    assert canonical_title("__Jose\u0301  Mari\u0301_") == "José Marí"


@given(TITLES)
def test_a_canonical_title_is_its_own_canonical_form(title):
    assert canonical_title(title) == title


@given(TITLES)
def test_titles_round_trip_through_fever(title):
    assume(not any(mark in title for mark in SPELLED))
    fever_id = title_to_fever(title)
    assert title_from_fever(fever_id) == title
    assert not set(fever_id) & set("()[]: ")


@given(TITLES)
def test_titles_round_trip_through_feverous(title):
    feverous = title_to_feverous(title)
    assert canonical_title(feverous) == title
    assert unicodedata.is_normalized("NFD", feverous)
