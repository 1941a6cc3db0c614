"""Words amounts and years as claims do: exact, bounded, rounded or as a period; true or false as asked."""

import random

from veriscope.lab.lessons.rewordings import NUMBER_WORDS

_EXACT = ("", "", "", "exactly ", "precisely ", "only ", "just ")
_MORE = ("more than", "over", "at least", "well over", "upwards of", "no fewer than")
_LESS = ("less than", "fewer than", "under", "at most", "no more than", "below")
_LAST_YEAR = 2025
_ABOUT = ("about", "roughly", "around", "approximately", "nearly", "some")


def number_text(number: int, unit: str, *, spelled: bool = False) -> str:
    """A number as text: `1,470 m`, or `seven`."""
    is_word = spelled and 0 < number < len(NUMBER_WORDS)
    return (NUMBER_WORDS[number] if is_word else f"{number:,}") + unit


def number_phrase(number: int, unit: str, draw: random.Random, *, wanted: bool, is_bounded_above: bool = True) -> str:
    """A number or a bound that makes the claim true or false; `is_bounded_above` allows bounds such as "at most"."""
    way = draw.random() if number > 1 else 0.0
    if way < 0.35:
        said = number if wanted else _off(number, draw)
        return draw.choice(_EXACT) + number_text(said, unit, spelled=draw.random() < 0.5)
    if way < 0.5:
        near = _round(round(number * draw.uniform(0.97, 1.03))) if wanted else _off(number, draw, least=0.5)
        return f"{draw.choice(_ABOUT)} {number_text(near, unit)}"
    if way < 0.58:
        low, high = sorted((_below(number, draw), _above(number, draw)))
        if not wanted:
            low, high = (high, _above(high, draw)) if draw.random() < 0.5 else (_below(low, draw), low)
        return f"between {number_text(low, '')} and {number_text(high, unit)}"
    is_more = draw.random() < 0.5 or not is_bounded_above
    bound = _below(number, draw) if is_more is wanted else _above(number, draw)
    return f"{draw.choice(_MORE if is_more else _LESS)} {number_text(bound, unit, spelled=draw.random() < 0.5)}"


def year_phrase(number: int, draw: random.Random, *, wanted: bool) -> str:
    """A date with its preposition: `in 1994`, `before 1998`, `in the 1990s`, `in the 13th century`."""
    way = draw.random()
    gap = draw.choice((1, 2, 5, 10, 30, 80))
    if way < 0.3:
        return f"in {number if wanted else _elsewhen(number, gap, draw)}"
    if way < 0.6:
        is_before = draw.random() < 0.5
        other = max(number + 1, min(number + gap, _LAST_YEAR)) if is_before is wanted else number - gap
        return f"{draw.choice(('before', 'earlier than') if is_before else ('after', 'later than'))} {other}"
    if way < 0.68:
        first = number - gap if wanted else number - 4 * gap - 9
        return f"between {first} and {first + 2 * gap + draw.randint(0, 5)}"
    if way < 0.8:
        return f"in the {(number if wanted else _elsewhen(number, draw.choice((10, 20, 50)), draw)) // 10 * 10}s"
    said = number if wanted else _elsewhen(number, 100, draw)
    return f"{draw.choice(('in', 'in', 'in the course of', 'during'))} the {_ordinal((said + 99) // 100)} century"


def _elsewhen(year: int, gap: int, draw: random.Random) -> int:
    """Another year, `gap` years away and not in the future."""
    return year + gap if year + gap <= _LAST_YEAR and draw.random() < 0.5 else year - gap


def _off(number: int, draw: random.Random, *, least: float = 0.0) -> int:
    """A number that differs by at least the share `least`."""
    other = number + draw.choice((-1, 1)) * max(1, round(number * draw.uniform(max(least, 0.02), least + 0.6)))
    return other if other > 0 else number + max(1, round(number * (least + 0.3)))


def _below(number: int, draw: random.Random) -> int:
    below = _round(round(number * draw.uniform(0.3, 0.95))) if number > 0 else number - draw.randint(1, 30)
    return below if below < number else number - 1


def _above(number: int, draw: random.Random) -> int:
    above = _round(round(number * draw.uniform(1.05, 2.5))) if number > 0 else number + draw.randint(1, 30)
    return above if above > number else number + 1


def _round(number: int) -> int:
    """A number rounded as people do: two digits, then zeros."""
    digits = len(str(abs(number)))
    return round(number, 2 - digits) if digits > 2 else number


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
