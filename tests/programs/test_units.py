import pytest

from tests.programs.tables import frame
from veriscope.programs.units import column_units, unit_fits, unit_of

TABLE = frame(
    ["Name", "Area (km²)", "Fee (€)", "Population", "Per head", "Inhabitants per km²", "Latitude"],
    ["Orrin", "12", "3", "30", "4", "2.5", "51"],
    ["Sorrel", "9", "5", "41", "5", "4.5", "48"],
)


@pytest.mark.parametrize(
    ("told", "unit"),
    [
        (["square", "kilometres"], "AREA"),
        (["kilometres"], "LENGTH"),
        (["grams", "per", "cubic"], "RATE"),
        (["euros"], "MONEY"),
        ([], ""),
    ],
)
def test_the_words_behind_a_number_tell_its_dimension(told, unit):
    assert unit_of(told) == unit


def test_a_column_tells_its_dimension_by_its_unit_or_by_what_it_measures():
    found = dict(zip(TABLE.column_names, column_units(TABLE), strict=True))
    assert (found["Area (km²)"], found["Fee (€)"], found["Population"]) == ({"AREA"}, {"MONEY"}, {"COUNT"})
    assert (found["Inhabitants per km²"], found["Latitude"], found["Name"]) == ({"RATE"}, {"DEGREE"}, set())


@pytest.mark.parametrize(
    ("said", "held", "fits"),
    [
        ("AREA", {"AREA"}, 1),
        ("AREA", {"COUNT"}, -1),
        ("", {"AREA"}, 0),
        ("AREA", set(), 0),
        ("DEGREE", {"TEMPERATURE"}, 1),
    ],
)
def test_a_number_fits_a_column_of_its_dimension(said, held, fits):
    assert unit_fits(said, frozenset(held)) == fits
