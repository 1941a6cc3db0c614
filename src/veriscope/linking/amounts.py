"""The amounts that a claim names, and where."""

from collections.abc import Sequence
from typing import NamedTuple

from veriscope.linking.frames import Span
from veriscope.linking.reading import Word
from veriscope.tables import YEAR, amount_ranges


class Amount(NamedTuple):
    """A range of values that a claim names, in the first unit of its dimension; `unit` as in `tables.quantities`."""

    span: Span
    low: float
    high: float
    unit: str
    factor: float
    written: str

    @property
    def is_year(self) -> bool:
        """Whether it is a year or a span of years."""
        return self.unit == YEAR


def find_amounts(text: str, words: Sequence[Word]) -> list[Amount]:
    """The amounts, years, centuries and decades of a text, with words such as `at least`; none inside another."""
    found = [
        Amount(span, one.low, one.high, one.unit, one.factor, one.written)
        for one in amount_ranges(text)
        if (span := _span(words, one.start, one.end))
    ]
    whole: list[Amount] = []
    for amount in sorted(found, key=lambda one: (one.span.start, -one.span.end)):
        if not whole or not amount.span.meets(whole[-1].span):
            whole.append(amount)
    return whole


def _span(words: Sequence[Word], start: int, end: int) -> Span | None:
    """The words between two places of the text; None if there are none."""
    places = [place for place, word in enumerate(words) if word.start < end and word.end > start]
    return Span(places[0], places[-1] + 1) if places else None
