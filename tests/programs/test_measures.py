import pytest

from tests.programs.tables import frame
from veriscope.programs.measures import adjectives, is_time, measures_of, named_by_measure, ways

PEAKS = frame(
    ["Peak", "Height (m)", "Area (km²)", "Population", "First ascent", "Start"],
    ["Orrin", "410", "12", "30", "1871", "06:15"],
    ["Sorrel", "380", "9", "41", "1899", "07:40"],
    ["Tell", "512", "20", "7", "1923", "19:50"],
)


def told(claim):
    return tuple(claim.lower().rstrip(".").split())


def test_a_column_measures_what_its_header_or_its_years_tell():
    found = dict(zip(PEAKS.column_names, measures_of(PEAKS), strict=True))
    assert found["Peak"] == ()
    assert found["Height (m)"] == ("height",)
    assert found["Area (km²)"] == ("area",)
    assert found["First ascent"] == ("time",)


def test_years_and_hours_say_when_and_other_numbers_do_not():
    assert [is_time(PEAKS, place) for place in range(6)] == [False, False, False, False, True, True]


@pytest.mark.parametrize(
    ("claim", "measures", "sign", "is_superlative"),
    [
        ("Orrin is the oldest", ("time",), -1, True),
        ("Orrin is the oldest", ("age",), 1, True),
        ("Orrin is taller than Tell", ("height",), 1, False),
        ("the least populous hill", ("population",), -1, True),
        ("the most expensive hill", ("price",), 1, True),
        ("Orrin came first", ("time",), -1, True),
        ("Orrin ranks highest", ("rank",), -1, True),
        ("Orrin lies furthest north", ("latitude",), 1, True),
        ("Orrin has the fewest steps", (), -1, True),
    ],
)
def test_a_word_asks_for_much_or_little_of_what_a_column_measures(claim, measures, sign, is_superlative):
    found = ways(told(claim), measures)
    assert {way.sign for way in found if way.is_superlative is is_superlative} == {sign}
    assert any(way.is_own for way in found) is bool(measures)


def test_what_is_largest_is_an_area_before_a_population():
    columns = measures_of(PEAKS)
    named = named_by_measure(told("the largest peak"), columns)
    assert named[2][1] > named[3][1] > 0
    assert named[0] == named[1] == {}


def test_the_first_of_something_names_no_column():
    assert not any(named_by_measure(told("the first and last peak"), measures_of(PEAKS)))


def test_adjectives_come_in_three_degrees():
    assert adjectives("depth", 1) == (["deep"], ["deeper"], ["deepest"])
    assert "most populous" in adjectives("population", 1)[2]
