"""How an amount of the evidence stands to one of the claim, in words: `250 miles is more than 300 km`."""

import math
from collections.abc import Sequence
from typing import NamedTuple

from veriscope.tables import YEAR, Quantity, nearness, rounding, side_by_side

_NEAR, _NEAR_YEARS = 0.1, 5.0
# Rounding never takes away more than this share.
_ROUNDED = 0.05
# Months and years have no exact length in days.
_ALIKE_TIMES = 0.005
_MOST_OF_A_LINE = 2
# An amount that is this many times larger measures something else.
_FAR = 4
_THOUSAND = 1000


class ClaimAmount(NamedTuple):
    """An amount of a claim, and how near it is meant to be: `about`, `below` it, `above` it, or empty."""

    amount: Quantity
    nearness: str = ""


def claim_amount(amount: Quantity, before: str) -> ClaimAmount:
    """The amount with what the words before it say of nearness."""
    return ClaimAmount(_as_inside(amount), nearness(before))


def bounds_met(bound: ClaimAmount, said: Sequence[Quantity]) -> list[str]:
    """How at most two amounts of a line stand to a bound of the claim; those that count the same come first."""
    fit = [one for one in said if side_by_side(one, bound.amount)]
    same_word = [one for one in fit if one.unit == bound.amount.unit]
    return [_bound_words(one, bound) for one in (same_word or fit)[:_MOST_OF_A_LINE]]


def written_otherwise(asked: Quantity, said: Sequence[Quantity]) -> list[str]:
    """What an amount of the claim is beside the one of a line that has another unit, magnitude or form.

    A line with several amounts of that kind is only told if one of them is the same, or rounds to it.
    """
    fit = [one for one in said if _is_of_one_kind(one, asked)]
    if any(_form(one) == _form(asked) for one in fit):
        return []
    asked = _as_inside(asked)
    same = [words for one in fit if (words := _same_words(one, asked))]
    if same or len(fit) != 1 or not _is_in_another_unit(fit[0], asked):
        return same[:1]
    return [f"{fit[0].written} is {order_words(fit[0], asked)} {asked.written}"]


def _as_inside(amount: Quantity) -> Quantity:
    """The amount as it is written inside a sentence: `a fifth` for `A fifth`."""
    written = amount.written
    return amount._replace(written=written[0].lower() + written[1:]) if written[0].isalpha() else amount


def order_words(one: Quantity, other: Quantity) -> str:
    """Whether the first is more, less, earlier or later than the second, or the same."""
    values = side_by_side(one, other)
    assert values is not None
    if values[0] == values[1]:
        return "the same as"
    if one.unit == YEAR:
        return "later than" if values[0] > values[1] else "earlier than"
    return "more than" if values[0] > values[1] else "less than"


def _bound_words(one: Quantity, bound: ClaimAmount) -> str:
    values = side_by_side(one, bound.amount)
    assert values is not None
    written = bound.amount.written
    if _are_equal(one, bound.amount):
        return f"{one.written} equals {written}"
    slack = _NEAR_YEARS if one.unit == YEAR else _NEAR * max(map(abs, values))
    is_near, is_above = abs(values[0] - values[1]) <= slack, values[0] > values[1]
    if is_near and (bound.nearness == "about" or (bound.nearness == "below" and not is_above)):
        return f"{one.written} is about {written}"
    if is_above and bound.nearness == "above":
        return f"{one.written} is {'just' if is_near else 'far'} more than {written}"
    return f"{one.written} is {order_words(one, bound.amount)} {written}"


def _same_words(one: Quantity, asked: Quantity) -> str:
    values = side_by_side(one, asked)
    if values is None:
        return ""
    if _are_equal(one, asked):
        return f"{one.written} equals {asked.written}"
    slack = max(_rounded_away(one, values[0]), _rounded_away(asked, values[1]))
    is_rounded = abs(values[0] - values[1]) <= min(slack, _ROUNDED * max(map(abs, values)))
    return f"{one.written} is about {asked.written}" if is_rounded else ""


def _are_equal(one: Quantity, other: Quantity) -> bool:
    values = side_by_side(one, other)
    share = _ALIKE_TIMES if one.unit == other.unit == "TIME" and one.factor != other.factor else 1e-9
    return values is not None and math.isclose(*values, rel_tol=share)


def _rounded_away(one: Quantity, value: float) -> float:
    """What rounding may have removed, in the unit that `value` is in; where units differ, whole numbers round, too."""
    removed = rounding(one) or (one.step / 2 if one.is_measured else 0.0)
    return abs(removed * value / one.value) if one.value else 0.0


def _is_of_one_kind(one: Quantity, asked: Quantity) -> bool:
    """Whether both measure or count the same; bare numbers do where a magnitude is written."""
    if YEAR in {one.unit, asked.unit} or side_by_side(one, asked) is None:
        return False
    is_counted_alike = bool(one.unit and asked.unit)
    return is_counted_alike or max(one.step, asked.step) >= _THOUSAND


def _is_in_another_unit(one: Quantity, asked: Quantity) -> bool:
    """Whether both measure about as much in units that differ, so that their numbers do not show which is more."""
    values = side_by_side(one, asked)
    low, high = sorted(map(abs, values)) if values else (0.0, 0.0)
    return asked.is_measured and (one.unit, one.step) != (asked.unit, asked.step) and high <= _FAR * low


def _form(one: Quantity) -> tuple[object, ...]:
    """What differs where one amount is written in two ways: its unit, its magnitude, and words or digits."""
    letters = "".join(filter(str.isalpha, one.written)) if one.step >= _THOUSAND * one.factor else ""
    return one.unit if one.is_measured else "", one.factor, one.step, letters, any(map(str.isdigit, one.written))
