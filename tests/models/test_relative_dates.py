"""Relative times in a document of a known date."""

import pytest

from veriscope.models.evidence_lines import Line
from veriscope.models.hints import hints


def computed(claim, text, date="2024-03-18"):
    return hints(claim, [Line("Minutes", text, date)])


@pytest.mark.parametrize(
    ("claim", "text", "meaning"),
    [
        ("The roof was mended in 2023.", "The roof was mended last year.", "last year is 2023"),
        ("The roof was mended in February 2024.", "The roof was mended last month.", "last month is February 2024"),
        ("The talk was held on 17 March 2024.", "I rang them yesterday.", "yesterday is 17 March 2024"),
        ("The roof dates from 1994.", "The roof was built thirty years ago.", "thirty years ago is 1994"),
        ("The roof is to be mended in 2025.", "It is planned for next year.", "next year is 2025"),
        ("The roof was mended in January 2024.", "It was mended in January.", "January is January 2024"),
        ("The mill closed over thirty years ago.", "The mill closed in 1990.", "thirty years ago is 1994"),
    ],
)
def test_a_relative_time_is_told_by_the_date_of_the_document(claim, text, meaning):
    assert f"the document is of 2024-03-18; {meaning}" in computed(claim, text)


@pytest.mark.parametrize(
    ("claim", "text", "date"),
    [
        ("The roof was mended in 2023.", "The roof was mended last year.", ""),
        ("The roof was mended in 2023.", "The roof was mended last year.", "2024"),
        ("The roof was mended.", "The roof was mended last year.", "2024-03-18"),
        ("The talk was held on 17 March.", "I rang them yesterday.", "2024-03"),
        ("The roof was mended in May 2024.", "It was mended in May.", "2024-03-18"),
        ("The roof was mended in May 2024.", "They march in March 2023.", "2024-03-18"),
    ],
)
def test_nothing_is_told_without_a_date_or_where_no_time_is_asked(claim, text, date):
    assert computed(claim, text, date) == []
