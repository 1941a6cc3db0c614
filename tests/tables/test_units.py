"""Units by name."""

import pytest

from veriscope.tables.units import CELL_UNITS, dimension_of, unit_named, unit_sign


@pytest.mark.parametrize(
    ("word", "unit"),
    [
        ("km", ("LENGTH", 1000)),
        ("Kilometres", ("LENGTH", 1000)),
        ("hours", ("TIME", 1 / 24)),
        ("%", ("SHARE", 1)),
        ("dollars", ("MONEY$", 1)),
        ("boats", None),
        ("", None),
    ],
)
def test_a_unit_is_known_by_its_sign_its_name_and_its_plural(word, unit):
    assert unit_named(word) == unit


@pytest.mark.parametrize("word", ["in", "w", "nm"])
def test_a_word_that_is_a_unit_in_cells_only_is_none_in_prose(word):
    assert word in CELL_UNITS
    assert unit_named(word) is None


def test_some_words_tell_a_dimension_and_no_size():
    assert dimension_of("degrees") == "DEGREE"
    assert unit_named("degrees") is None
    assert dimension_of("boats") == ""


def test_a_computed_number_bears_the_sign_of_its_unit():
    assert unit_sign("LENGTH", 1000) == " km"
    assert unit_sign("TIME", 1 / 24) == " hours"
    assert unit_sign("boats", 1) == ""
