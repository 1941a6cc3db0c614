import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.tables import YEAR, Period, comparable, periods, quantities, rounding, shares, side_by_side


def read(text):
    return [(one.value, one.unit, one.written) for one in quantities(text)]


def only(text):
    (one,) = quantities(text)
    return one


@pytest.mark.parametrize(
    ("text", "value", "unit", "written"),
    [
        ("It rises 1,470 m above the sea.", 1470, "LENGTH", "1,470 m"),
        ("a road of 2.5 km", 2500, "LENGTH", "2.5 km"),
        ("−65 °C at night", -65, "TEMPERATURE", "−65 °C"),
        ("-7 °C at noon", -7, "TEMPERATURE", "-7 °C"),
        ("twelve boats", 12, "boats", "twelve"),
        ("Twenty-one boats", 21, "boats", "Twenty-one"),
        ("a dozen boats", 12, "boats", "dozen"),
        ("two dozen boats", 24, "boats", "two dozen"),
        ("100 length", 100, "length", "100"),
        ("1.2 million crowns", 1_200_000, "crowns", "1.2 million"),
        ("five thousand boats", 5000, "boats", "five thousand"),
        ("5 million dollars", 5_000_000, "MONEY$", "5 million dollars"),
        ("It cost $40 to build.", 40, "MONEY$", "$40"),
        ("40% of the vote", 40, "SHARE", "40%"),
        ("a density of 8.96 g/cm³", 8.96, "DENSITY", "8.96 g/cm³"),
        ("Vell covers 3 km² of land", 3e6, "AREA", "3 km²"),
        ("founded in 1874", 1874, YEAR, "1874"),
        ("on May 4, 1874", 1874, YEAR, "1874"),
        ("a 15-minute walk", 15 / 1440, "TIME", "15-minute"),
        ("1874 boats", 1874, "boats", "1874"),
        ("the 1874 boat", 1874, YEAR, "1874"),
        ("more than 2000 inhabitants", 2000, "inhabitants", "2000"),
        ("built in 753 BC", -753, YEAR, "753 BC"),
        ("€5.2 million", 5_200_000, "MONEY€", "€5.2 million"),
        ("41 °F", 41, "FAHRENHEIT", "41 °F"),
        ("1,874 boats", 1874, "boats", "1,874"),
        ("two hundred and fifty boats", 250, "boats", "two hundred and fifty"),
        ("a hundred and twenty thousand boats", 120_000, "boats", "a hundred and twenty thousand"),
        ("half a dozen boats", 6, "boats", "half a dozen"),
        ("one and a half million boats", 1_500_000, "boats", "one and a half million"),
        ("a quarter of a million", 250_000, "", "a quarter of a million"),
        ("12k boats", 12_000, "boats", "12k"),
        ("a loss of £14.2m", 14_200_000, "MONEY£", "£14.2m"),
        ("3bn euros", 3e9, "MONEY€", "3bn euros"),
        ("A$5 a head", 5, "MONEYA$", "A$5"),
        ("US$5 a head", 5, "MONEY$", "US$5"),
        ("5km of road", 5000, "LENGTH", "5km"),
        ("six feet two inches", 1.8796, "LENGTH", "six feet two inches"),
        ("6 ft 2 in tall", 1.8796, "LENGTH", "6 ft 2 in"),
        ("he is 5'11\" tall", 1.8034, "LENGTH", "5'11\""),
        ("20 square kilometres", 20e6, "AREA", "20 square kilometres"),
        ("98.6 degrees Fahrenheit", 98.6, "FAHRENHEIT", "98.6 degrees Fahrenheit"),
        ("12 per cent", 12, "SHARE", "12 per cent"),
        ("five percentage points", 5, "POINTS", "five percentage points"),
        ("3 hours and 42 minutes", 3.7 / 24, "TIME", "3 hours and 42 minutes"),
        ("two and a half years", 2.5 * 365.25, "TIME", "two and a half years"),
        ("a year and a half", 1.5 * 365.25, "TIME", "a year and a half"),
        ("more than an hour", 1 / 24, "TIME", "an hour"),
        ("three quarters of an hour", 0.75 / 24, "TIME", "three quarters of an hour"),
        ("3½ days", 3.5, "TIME", "3½ days"),
        ("aged 46", 46 * 365.25, "TIME", "46"),
        ("a 46-year-old", 46 * 365.25, "TIME", "46-year"),
        ("a fifth of them", 0.2, "FRACTION", "a fifth"),
        ("two thirds of them", 2 / 3, "FRACTION", "two thirds"),
        ("more than half of them", 0.5, "FRACTION", "half"),
        ("by a quarter", 0.25, "FRACTION", "a quarter"),
        ("one in six trees", 1 / 6, "FRACTION", "one in six"),
    ],
)
def test_an_amount_is_read_by_value_and_unit(text, value, unit, written):
    one = only(text)
    assert (one.value, one.unit, one.written) == (pytest.approx(value), unit, written)


@pytest.mark.parametrize("text", ["twelve people", "12 known", "12 of them", "exactly 12", "12."])
def test_a_word_that_is_not_counted_is_no_unit(text):
    assert (only(text).value, only(text).unit) == (12, "")


@pytest.mark.parametrize(
    "text",
    [
        "the third, 3rd and thirteenth of them", "once, twice", "10 May", "May 10", "at 10:30", "paper of size A4",
        "release 3.14.15", "in the 1990s", "the 13th century", "no number at all", "",
    ],
)  # fmt: skip
def test_ordinals_days_times_codes_and_periods_are_no_amounts(text):
    assert read(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "version 12, room 4, No. 7 and page 9", "call 020 7946 0958", "call +44 20 7946 0958", "open until 11.40",
        "at 10 a.m.",
        "nine o'clock", "agent 007", "a third film", "the second half of it", "the third quarter", "in a year",
        "£", "the 5-4 vote",
    ],
)  # fmt: skip
def test_what_names_a_thing_or_a_time_of_the_day_is_no_amount(text):
    assert read(text) == []


def test_two_amounts_with_a_word_between_them_stay_two():
    assert [one.written for one in quantities("between two years and six months")] == ["two years", "six months"]
    assert [one.written for one in quantities("5 km, then 300 m")] == ["5 km", "300 m"]


@pytest.mark.parametrize("text", ["on 4 May 1874", "in May 1874", "12 Sept. 1874"])
def test_the_year_behind_a_month_is_a_year(text):
    assert read(text) == [(1874, YEAR, "1874")]


@pytest.mark.parametrize(
    ("text", "factor"),
    [("2.5 km", 1000), ("40 m", 1), ("15 minutes", 1 / 1440), ("5 million dollars", 1), ("1874", 1), ("six boats", 1)],
)
def test_an_amount_knows_what_one_of_its_unit_is_in_the_first_of_its_dimension(text, factor):
    one = only(text)
    assert one.factor == factor


def test_a_word_that_is_counted_is_never_a_dimension():
    counted, measured = only("40 length"), only("40 m")
    assert (counted.is_measured, measured.is_measured) == (False, True)
    assert not comparable(counted, measured)


def test_a_number_word_just_behind_a_year_is_a_number():
    assert read("In 1874 six boats sailed.") == [(1874, YEAR, "1874"), (6, "boats", "six")]


def test_amounts_come_in_the_order_of_the_text():
    text = "In 1874, six boats sailed 30 km in two days."
    assert read(text) == [
        (1874, YEAR, "1874"),
        (6, "boats", "six"),
        (30_000, "LENGTH", "30 km"),
        (2, "TIME", "two days"),
    ]


@pytest.mark.parametrize("word", ["ſix", "fıve", "thouſand"])
def test_letters_that_only_look_alike_spell_no_number(word):
    assert all(word not in one.written for one in quantities(f"{word} boats and 5 {word} boats"))


@given(st.text() | st.text("0123456789.,:-−$%°C kmſı twofiveMay"))
def test_no_text_can_break_it_and_each_amount_stands_where_it_says(text):
    found = quantities(text)
    starts = [one.start for one in found]
    assert starts == sorted(set(starts))
    for one in found:
        assert " ".join(text[one.start : one.start + len(one.written)].split()) == one.written
    assert all(period.written in text for period in periods(text))


@given(number=st.integers(1, 10**9), unit=st.sampled_from([(" m", 1), (" km", 1000), (" miles", 1609.344)]))
def test_a_length_in_any_unit_is_read_in_metres(number, unit):
    name, metres = unit
    one = only(f"It is {number:,}{name} long.")
    assert (one.value, one.unit) == (pytest.approx(number * metres), "LENGTH")


@given(first=st.integers(1, 99_999), second=st.integers(1, 99_999))
def test_amounts_of_one_dimension_have_the_order_of_their_sizes(first, second):
    metres, kilometres = only(f"{first:,} m"), only(f"{second:,} km")
    assert comparable(metres, kilometres)
    assert (metres.value > kilometres.value) == (first > 1000 * second)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("3 km", "7 miles", True),
        ("3 km", "7 kg", False),
        ("3 km", "7 boats", False),
        ("in 1874", "in 1900", True),
        ("in 1874", "19 boats", False),
        ("in 1874", "19 days", False),
        ("one boat", "two boats", True),
        ("one city", "two cities", True),
        ("one boat", "two cars", False),
        ("one boat", "two of them", True),
        ("41 °F", "5 °C", True),
        ("a fifth of it", "20 %", True),
        ("5 percentage points", "5 %", False),
        ("ten pounds", "£10", True),
        ("ten pounds", "4 kg", True),
        ("£5", "$5", False),
        ("5 gallons", "20 litres", False),
        ("¥500", "500 of them", False),
    ],
)
def test_only_what_is_of_one_kind_may_be_compared(one, other, expected):
    assert comparable(only(one), only(other)) is expected
    assert comparable(only(other), only(one)) is expected


def test_everything_may_be_compared_with_itself():
    texts = ["3 km", "4 kg", "in 1874", "six boats", "7 of them", "$5", "5%"]
    for one, other in product(texts, texts):
        assert comparable(only(one), only(one))
        assert only(one).is_measured == (one in {"3 km", "4 kg", "$5", "5%"})
        assert comparable(only(one), only(other)) == comparable(only(other), only(one))


@pytest.mark.parametrize(
    ("text", "first", "last", "written"),
    [
        ("in the 13th century", 1201, 1300, "13th century"),
        ("21st-century music", 2001, 2100, "21st-century"),
        ("in the 1990s", 1990, 1999, "1990s"),
        ("the 1800's", 1800, 1809, "1800's"),
    ],
)
def test_a_period_is_its_first_and_last_year(text, first, last, written):
    assert periods(text) == [Period(first, last, written)]


@given(century=st.integers(11, 20), year=st.integers(1001, 2000))
def test_a_year_is_in_one_century(century, year):
    (period,) = periods(f"in the {century}th century")
    assert (period.first <= year <= period.last) == ((year - 1) // 100 + 1 == century)


def test_a_long_row_of_numbers_takes_little_time():
    begun = time.perf_counter()
    assert len(quantities("12 34 " * 5000)) == 10_000
    assert time.perf_counter() - begun < 2


@pytest.mark.parametrize(
    "text",
    ["8–10 million", "France 3–1 Germany", "6.4×10²³ kg", "6.4 × 10^23 kg", "1 280 m"],
)
def test_a_piece_of_an_amount_that_is_not_read_is_no_amount(text):
    assert [one.value for one in quantities(text)] in ([], [1e7])


def test_both_years_of_a_range_are_read():
    assert read("in the years 1920 – 1995") == [(1920, YEAR, "1920"), (1995, YEAR, "1995")]


def test_a_century_before_christ_is_no_other_century():
    assert periods("born in the 5th century BC") == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("41 °F", "5 °C"),
        ("-40 °F", "-40 °C"),
        ("a fifth of it", "20 %"),
        ("ten pounds", "4.5359237 kg"),
        ("6 ft 2 in", "188 cm"),
    ],
)
def test_units_with_another_zero_or_size_are_put_side_by_side(one, other):
    values = side_by_side(only(one), only(other))
    assert values[0] == pytest.approx(values[1], rel=1e-3)
    assert side_by_side(only(other), only(one)) == values[::-1]


@pytest.mark.parametrize(
    ("text", "slack"),
    [
        ("12 km", 0),
        ("12.4 km", 50),
        ("1,200 m", 50),
        ("1,204 m", 0.5),
        ("12 thousand", 500),
        ("twelve thousand", 500),
        ("six", 0),
    ],
)
def test_rounding_may_have_removed_half_of_the_last_digit(text, slack):
    assert rounding(only(text)) == pytest.approx(slack)


@pytest.mark.parametrize(
    ("text", "share", "written"),
    [
        ("18 of the 90 members came.", 0.2, "18 of 90"),
        ("Of the 58, 31 say no.", 31 / 58, "31 of 58"),
        ("Of the $90,000 the club needs, $61,500 has been raised.", 61.5 / 90, "$61,500 of $90,000"),
        ("Nine of the 36 failed.", 0.25, "Nine of 36"),
    ],
)
def test_a_part_and_its_whole_give_a_fraction(text, share, written):
    (one,) = shares(text)
    assert (one.value, one.unit, one.written) == (pytest.approx(share), "FRACTION", written)


@pytest.mark.parametrize(
    "text", ["12 of 4", "5 km of 90 kg", "in May of 2004, 31 came", "A fleet of 40 buses, 12 lorries"]
)
def test_other_numbers_side_by_side_give_no_fraction(text):
    assert list(shares(text)) == []
