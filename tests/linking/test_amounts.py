import math

import pytest

from veriscope.linking.amounts import find_amounts
from veriscope.linking.reading import read_words


def only(text):
    words = read_words(text)
    (amount,) = find_amounts(text, words)
    return amount, " ".join(word.text for word in words[amount.span.start : amount.span.end])


@pytest.mark.parametrize(
    ("text", "said", "low", "high"),
    [
        ("It has exactly two moons.", "exactly two", 2, 2),
        ("It has about 5.3 million inhabitants.", "about 5.3 million", 5_035_000, 5_565_000),
        ("It has 5.3 million inhabitants.", "5.3 million", 5_250_000, 5_350_000),
        ("It has 1,400 inhabitants.", "1400", 1_350, 1_450),
        ("It was founded in 1204.", "1204", 1204, 1204),
        ("It was founded around 1204.", "around 1204", 1199, 1209),
        ("It was founded in the 13th century.", "the 13th century", 1201, 1300),
        ("It was founded in the 1890s.", "the 1890s", 1890, 1899),
        ("It was founded before 1800.", "before 1800", -math.inf, 1800),
        ("It was founded after the 13th century.", "after the 13th century", 1301, math.inf),
        ("It is between 20 and 30 km long.", "between 20 and 30 km", 20_000, 30_000),
        ("It melts at less than 40 °C.", "less than 40 c", -math.inf, 40),
        ("It rises more than 1.5 km.", "more than 1.5 km", 1_500, math.inf),
        ("It covers 20 square kilometres of land.", "20 square kilometres", 20e6, 20e6),
        ("It melts below 40 degrees Celsius.", "below 40 degrees celsius", -math.inf, 40),
        ("Fewer than a million people live there.", "fewer than a million", -math.inf, 1e6),
        ("It is higher than 800 metres.", "than 800 metres", 800, math.inf),
        ("It is smaller than 3 square kilometres.", "than 3 square kilometres", -math.inf, 3e6),
    ],
)
def test_amounts_are_ranges_in_the_first_unit_of_their_dimension(text, said, low, high):
    amount, words = only(text)
    assert words == said
    assert (amount.low, amount.high) == pytest.approx((low, high))


def test_years_are_told_from_amounts():
    assert only("It was founded in 1204.")[0].is_year
    assert not only("It has 1,204 inhabitants.")[0].is_year


@pytest.mark.parametrize("text", ["It is one of the cities of Ostia.", "It is old.", ""])
def test_some_texts_name_no_amount(text):
    assert find_amounts(text, read_words(text)) == []
