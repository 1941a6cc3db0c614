from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.values import is_date, is_value, is_year, match_keys, values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,234", "1234"),
        ("1,234.50", "1234.5"),
        ("two", "2"),
        ("third", "3rd"),
        ("first", "1"),
        ("twenty-one", "21"),
        ("1.2 million", "1,200,000"),
        ("two hundred thousand", "200000"),
        ("45%", "45"),
        ("007", "7"),
        ("1.234.567", "1,234,567"),
        ("1990s", "1990"),
        ("1990–94", "1990–1994"),
        ("1999–00", "1999–2000"),
        ("3rd of May 2001", "2001-05-03"),
        ("May 3, 2001", "3 May 2001"),
        ("Sept 2004", "September 2004"),
        ("4 July", "July 4th"),
    ],
)
def test_equal_values_have_equal_keys_however_they_are_written(one, other):
    assert match_keys(one) == match_keys(other)


def test_a_date_implies_its_coarser_parts():
    assert values("3rd of May 2001") == ["2001-05-03", "--05-03", "2001-05", "2001"]
    assert values("in May 2001") == ["2001-05", "2001"]
    assert values("on 3 May") == ["--05-03"]


def test_the_day_of_a_date_is_no_number_of_its_own():
    assert "3" not in match_keys("3 May 2001")


def test_a_month_alone_stays_a_word():
    assert match_keys("it may rain") == ("it", "may", "rain")


@pytest.mark.parametrize("text", ["the 45th of May", "May 0", "2001-13-05", "2001-05-45"])
def test_what_is_no_date_is_read_as_numbers(text):
    assert not any(is_date(key) for key in match_keys(text))


def test_two_numbers_are_a_season_only_where_a_dash_joins_them():
    assert values("2001–02 season") == ["2001", "2002"]
    assert values("2001 - 02") == ["2001", "2002"]
    assert values("2001/02") == ["2001", "2002"]
    assert values("2001 12 goals") == ["2001", "12"]
    assert values("1950–12") == ["1950", "12"]


def test_words_stay_between_values():
    assert match_keys("won 3 of two hundred games") == ("won", "3", "of", "200", "gam")


def test_years_are_told_from_other_numbers():
    assert is_year("1999")
    assert not is_year("999")
    assert not is_year("1999.5")


@given(st.integers(0, 10**15))
def test_thousands_separators_do_not_change_a_number(number):
    assert values(f"{number:,}") == values(str(number)) == [str(number)]


@given(st.dates(min_value=date(1000, 1, 1), max_value=date(2999, 12, 31)))
def test_a_date_has_the_same_keys_in_three_writings(day):
    iso = match_keys(day.isoformat())
    assert match_keys(f"{day.day} {day:%B} {day.year}") == iso
    assert match_keys(f"{day:%B} {day.day}, {day.year}") == iso
    assert iso[0] == day.isoformat()


@given(st.text())
def test_any_text_has_keys(text):
    assert all(isinstance(key, str) and key for key in match_keys(text))
    assert all(is_value(key) for key in values(text))
