"""What cells say, as people write it in tables."""

from math import isclose, isfinite
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.tables.amounts import read_amount
from veriscope.tables.values import Span, number_value, read_value, score_value
from veriscope.text.dates import Date

NUMBERS = {
    "5": 5, "1,234": 1234, "1 234": 1234, "12,34,567": 1234567, "-5": -5, "- 5": -5, "−5": -5, "+3": 3, "0.75": 0.75,
    ".44": 0.44, "1,234.5": 1234.5, "007": 7, "two": 2, "twenty-one": 21, "3rd": 3, "t2": 2, "T-2": 2, "=4": 4, "4=": 4,
    "#5": 5, "No. 7": 7, "1st place": 1, "12[a]": 12, "45*": 45, "45†": 45, "‡45": 45, "1,234 (2010)": 1234, "~40": 40,
    "c. 1,500": 1500, "68 + 67 = 135": 135, "1.2 million": 1.2e6, "40 laps": 40, "12.13 (85)": 85,
    "approximately 6,500": 6500, "approx. 230": 230, "١٢": 12,
}  # fmt: skip
MEASURED = {
    "12.5%": (12.5, "SHARE"), "1,470 m": (1470, "LENGTH"), "5 km": (5000, "LENGTH"), "−65 °C": (-65, "TEMPERATURE"),
    "$1.2 million": (1.2e6, "MONEY$"), "US$ 500": (500, "MONEY$"), "€40": (40, "MONEY€"), "A$30": (30, "MONEYA$"),
    "₩100": (100, "MONEY₩"), "5:03": (303 / 86400, "TIME"), "1:02.345": (62.345 / 86400, "TIME"),
    "1:02:03": (3723 / 86400, "TIME"), "6:34.02": (394.02 / 86400, "TIME"), "1:17.38.2": (4658.2 / 86400, "TIME"),
    "4 hours 12 minutes": (252 / 1440, "TIME"), "6'2\"": (1.8796, "LENGTH"),
    "6 ft 2 in": (1.8796, "LENGTH"), "873khz": (873_000, "FREQUENCY"), "1,995 cc": (1995, "CAPACITY"),
}  # fmt: skip
DATES = {
    "3 May 2001": Date(2001, 5, 3), "May 3, 2001": Date(2001, 5, 3), "2001-05-03": Date(2001, 5, 3),
    "Saturday, 3 May 2001": Date(2001, 5, 3), "May 2001": Date(2001, 5, 0), "May 3": Date(0, 5, 3),
    "October": Date(0, 10, 0), "1961": Date(1961, 0, 0), "may 3 , 2001": Date(2001, 5, 3),
}  # fmt: skip
SCORES = {
    "3–1": (3, 1), "3 - 1": (3, 1), "w 24-10": (24, 10), "L 7–49": (7, 49), "6 - 4 , 7 - 5": (6, 4),
    "3-1 (aet)": (3, 1), "10-5-2": (10, 5, 2), "2 - 2 ot": (2, 2),
}  # fmt: skip
SPANS = {"10–12": (10, 12), "1990–91": (1990, 1991), "1999-00": (1999, 2000), "1990–2004": (1990, 2004)}
PERIODS = {"1940s": (1940, 1949), "the 18th century": (1701, 1800)}
NO_NUMBERS = ["", "-", "—", "n/a", "N / A", "Norway", "3 Doors Down", "1e400", "--5", "NaN", "∞", "1,2,3", "B52"]


@pytest.mark.parametrize("text", NUMBERS)
def test_a_number_is_read_by_value(text):
    amount = read_value(text).amount
    assert amount is not None
    assert isclose(amount.value, NUMBERS[text])
    assert not amount.unit.isupper()


@pytest.mark.parametrize("text", MEASURED)
def test_a_measure_is_read_in_the_first_unit_of_its_dimension(text):
    amount = read_value(text).amount
    assert amount is not None
    assert isclose(amount.value, MEASURED[text][0])
    assert amount.unit == MEASURED[text][1]


@pytest.mark.parametrize("text", DATES)
def test_a_date_is_read_as_far_as_it_is_told(text):
    assert read_value(text).date == DATES[text]


@pytest.mark.parametrize("text", SCORES)
def test_a_score_is_read_side_by_side(text):
    value = read_value(text)
    assert value.score == SCORES[text]
    assert value.amount is None


@pytest.mark.parametrize("text", SPANS)
def test_a_range_is_read_by_its_ends(text):
    value = read_value(text)
    assert value.span == Span(*SPANS[text], is_years=SPANS[text][0] > 1000)
    assert value.amount is None


@pytest.mark.parametrize("text", PERIODS)
def test_a_period_is_read_by_its_years(text):
    assert read_value(text).span == Span(*PERIODS[text], is_years=True, is_period=True)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_number_is_not_read_as_one(text):
    assert read_value(text).amount is None


@pytest.mark.parametrize("text", ["", " ", "-", "—", "–", "n/a", "N/A", "TBA", "[a]", "*"])
def test_a_cell_that_says_nothing_is_empty(text):
    assert read_value(text).is_empty


def test_the_one_number_among_words_is_a_loose_reading():
    assert read_value("mike james (28)").loose == 28
    assert read_value("North Arena 12,712").loose == 12712
    assert read_value("66 runs in 42 balls").loose is None
    assert [read_value(text).loose for text in ("--5", "3B", "F-16", "1.2.3 beta", "round 5-a")] == [None] * 5


def test_a_number_of_too_many_digits_is_none():
    value = read_value("9" * 400)
    assert value.amount is None
    assert value.loose is None


def test_computed_values_are_written_as_people_write_them():
    assert number_value(1234567).text == "1,234,567"
    assert number_value(2 / 3).text == "0.67"
    assert number_value(0.00123).text == "0.00123"
    assert number_value(12.5, unit="SHARE").text == "12.5%"
    assert number_value(303 / 86400, unit="TIME", factor=1 / 1440).text == "5:03"
    assert score_value((20, 39)).text == "20–39"


@given(st.text(max_size=40) | st.text("0123456789-–−.,:()% $€'\"/+=tnd", max_size=24))
def test_any_text_is_read_and_every_number_is_finite(text):
    value = read_value(text)
    numbers = [*(value.score or ()), *(value.span or ()), value.loose or 0.0, value.goals or 0.0]
    assert all(isfinite(number) for number in numbers)
    assert value.amount is None or isfinite(value.amount.value)
    assert value.text == text


@pytest.mark.parametrize("piece", ["64-64 ", "6 - 4 , ", "1 + ", "1,234", "1 ", "(", "[", "-", "1.", "five ", "1 khz "])
def test_a_long_cell_takes_no_longer_than_its_length(piece):
    started = process_time()
    read_value(piece * 500 + "x")
    assert process_time() - started < 0.5


@given(st.integers(-(10**12), 10**12))
def test_whole_numbers_are_read_however_they_are_grouped(number):
    for text in (str(number), f"{number:,}", f"{number:,}".replace(",", " "), f"{number}[1]"):
        assert read_value(text).amount.value == number


@pytest.mark.parametrize(
    ("cell", "value"), [("$5m", 5e6), ("US $5m", 5e6), ("€3bn", 3e9), ("$12k", 12e3), ("£14.2 million", 14.2e6)]
)
def test_a_sum_of_money_in_short_is_read_by_value(cell, value):
    assert read_amount(cell).value == pytest.approx(value)
