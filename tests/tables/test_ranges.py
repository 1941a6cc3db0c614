"""Amounts of a text as ranges."""

import math

import pytest

from veriscope.tables.ranges import amount_ranges


@pytest.mark.parametrize(
    ("text", "said", "low", "high"),
    [
        ("It has exactly two moons.", "exactly two", 2, 2),
        ("It has about 5.3 million inhabitants.", "about 5.3 million", 5_035_000, 5_565_000),
        ("It was founded around 1204.", "around 1204", 1199, 1209),
        ("It was founded before the 13th century.", "before the 13th century", -math.inf, 1200),
        ("It is between 20 and 30 km long.", "between 20 and 30 km", 20_000, 30_000),
        ("It covers 20 square kilometres of land.", "20 square kilometres", 20e6, 20e6),
        ("It moves at 50 kilometers an hour.", "50 kilometers an hour", 50, 50),
        ("Fewer than a trillion cells are known.", "Fewer than a trillion", -math.inf, 1e12),
    ],
)
def test_a_range_takes_in_the_words_that_bound_it(text, said, low, high):
    found = next(iter(amount_ranges(text)))
    assert text[found.start : found.end].strip() == said
    assert (found.low, found.high) == pytest.approx((low, high))


def test_one_of_many_is_no_amount():
    assert list(amount_ranges("It is one of the cities.")) == []
