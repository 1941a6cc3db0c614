"""Rewrites values as a sentence may write them: numbers as words, dates in another order, shortened names."""

import random
import re

NUMBER_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
# fmt: off
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)
# fmt: on
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_BRACKETS = re.compile(r"\s*\([^()]*\)")
_LONG = 8


def count_word(count: int, rng: random.Random) -> str:
    """A number, mostly as a word if it is small."""
    return NUMBER_WORDS[count] if count < len(NUMBER_WORDS) and rng.random() < 0.6 else str(count)


def write_otherwise(value: str, rng: random.Random) -> str:
    """A value, unchanged or rewritten; long texts are shortened."""
    if value.isdecimal() and value.isascii():
        if len(value) < 3:
            return count_word(int(value), rng)
        return f"{int(value):,}" if len(value) > 4 and rng.random() < 0.5 else value
    iso = _ISO.fullmatch(value)
    if iso and 1 <= int(iso[2]) <= len(_MONTHS):
        return f"{int(iso[3])} {_MONTHS[int(iso[2]) - 1]} {iso[1]}"
    if rng.random() < 0.4:
        value = _BRACKETS.sub("", value) or value
    return shorten(value, rng)


def shorten(name: str, rng: random.Random) -> str:
    """Mostly the whole name, else its last word or all words but one; a few words of a long text."""
    parts = name.split()
    if len(parts) > _LONG:
        start = rng.randrange(len(parts) - 4)
        return " ".join(parts[start : start + rng.randrange(3, _LONG)])
    if len(parts) < 2 or rng.random() < 0.65:
        return name
    if rng.random() < 0.3:
        return parts[-1]
    gone = rng.randrange(len(parts))
    return " ".join(part for number, part in enumerate(parts) if number != gone)
