import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from veriscope.lab.lessons.fact_phrases import number_phrase, number_text, year_phrase
from veriscope.tables import periods, quantities

AT_LEAST, AT_MOST = ("at least", "no fewer than"), ("at most", "no more than")
MORE, LESS = ("more than", "over", "well over", "upwards of"), ("less than", "fewer than", "under", "below")
ABOUT = ("about", "roughly", "around", "approximately", "nearly", "some")
seeds = st.integers(0, 10**6).map(random.Random)


def is_true(number, phrase):
    """Whether the words are true of a number, by what they say."""
    values = [one.value for one in quantities(phrase)]
    if phrase.startswith("between"):
        return values[0] <= number <= values[1]
    (said,) = values
    if phrase.startswith(ABOUT):
        return abs(number - said) <= 0.1 * max(number, said)
    bounds = {AT_LEAST: number >= said, AT_MOST: number <= said, MORE: number > said, LESS: number < said}
    return next((truth for words, truth in bounds.items() if phrase.startswith(words)), number == said)


def was_then(year, phrase):
    """Whether the words are true of a year, by what they say."""
    values = [one.value for one in quantities(phrase)]
    if said := periods(phrase):
        return said[0].first <= year <= said[0].last
    if phrase.startswith("between"):
        return values[0] <= year <= values[1]
    if phrase.startswith(("before", "earlier than")):
        return year < values[0]
    if phrase.startswith(("after", "later than")):
        return year > values[0]
    return values == [year]


@given(number=st.integers(1, 20) | st.integers(1, 10**8), draw=seeds, wanted=st.booleans())
@example(number=1, draw=random.Random(1), wanted=False)
def test_a_number_is_said_truly_or_falsely_as_wanted(number, draw, wanted):
    assert is_true(number, number_phrase(number, " boats", draw, wanted=wanted)) is wanted


@given(number=st.integers(1, 20) | st.integers(1, 10**8), draw=seeds, wanted=st.booleans())
def test_a_number_is_not_bounded_from_above_where_that_is_asked(number, draw, wanted):
    phrase = number_phrase(number, " boats", draw, wanted=wanted, is_bounded_above=False)
    assert not phrase.startswith((*AT_MOST, *LESS))
    assert is_true(number, phrase) is wanted


@given(number=st.integers(-90, 0), draw=seeds, wanted=st.booleans())
def test_a_number_below_one_is_said_truly_or_falsely_too(number, draw, wanted):
    phrase = number_phrase(number, " °C", draw, wanted=wanted)
    assert is_true(number, phrase) is wanted
    assert phrase.endswith(" °C")


# Years in which every decade and century that is said has four digits.
@given(year=st.integers(1100, 2025), draw=seeds, wanted=st.booleans())
def test_a_year_is_said_truly_or_falsely_as_wanted(year, draw, wanted):
    assert was_then(year, year_phrase(year, draw, wanted=wanted)) is wanted


@given(year=st.integers(1100, 2024), draw=seeds, wanted=st.booleans())
def test_no_year_to_come_is_named_as_the_year_of_something(year, draw, wanted):
    phrase = year_phrase(year, draw, wanted=wanted)
    assert not phrase.startswith("in ") or all(one.value <= 2025 for one in quantities(phrase))


@pytest.mark.parametrize("wanted", [True, False])
def test_true_and_false_phrases_begin_alike(wanted):
    """Else the first words would tell the label."""
    draw = random.Random(3)
    numbers = {number_phrase(40, "", draw, wanted=wanted).split()[0] for _ in range(2000)}
    firsts = {words.split()[0] for words in (*AT_LEAST, *AT_MOST, *MORE, *LESS, *ABOUT)}
    assert {one for one in numbers if not one[0].isdigit()} == firsts | {
        "between",
        "exactly",
        "precisely",
        "only",
        "just",
    }
    years = {year_phrase(1874, draw, wanted=wanted).split()[0] for _ in range(2000)}
    assert years == {"in", "before", "earlier", "after", "later", "between", "during"}


@given(number=st.integers(2, 10**6), seed=st.integers(0, 999), wanted=st.booleans())
def test_equal_draws_say_the_same(number, seed, wanted):
    first, second = (number_phrase(number, " m", random.Random(seed), wanted=wanted) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(
    ("number", "spelled", "expected"),
    [(1470, False, "1,470 m"), (7, True, "seven m"), (7, False, "7 m"), (13, True, "13 m"), (0, True, "0 m")],
)
def test_a_number_is_written_with_its_unit_and_small_ones_may_be_spelled(number, spelled, expected):
    assert number_text(number, " m", spelled=spelled) == expected
