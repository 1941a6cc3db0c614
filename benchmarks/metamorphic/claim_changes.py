"""Changes to claims: those that keep what is said, and those after which a true claim is no longer supported.

A change that might leave a true claim true is not made: the functions return None then.
"""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence

Names = Mapping[str, Sequence[str]]

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_LARGER_WORDS = {
    "two": "five",
    "three": "seven",
    "four": "nine",
    "five": "eleven",
    "six": "ten",
    "seven": "twelve",
    "eight": "eleven",
    "nine": "fifteen",
    "ten": "fourteen",
    "eleven": "sixteen",
    "twelve": "twenty",
}
# A larger number may leave these true: "fewer than 30", "the first 15 minutes are free".
_BOUND = re.compile(
    r"\b(?:more|less|fewer|over|under|above|below|least|most|up to|as many as|as much as|almost|nearly|about|around|"
    r"roughly|some|within|exceed\w*|between|than|until|before|after|since|first|only|just|every|any|longer)\b",
    re.IGNORECASE,
)
# What does not hold of one name or number may not hold of another either.
_NEGATED = re.compile(
    r"\b(?:not?|none|nobody|nothing|never|neither|nor|without|cannot|fail\w*|lack\w*)\b"
    r"|\b(?:do|does|did|is|are|was|were|ca|wo|would|could|should|has|have|had)n['’]?t\b",
    re.IGNORECASE,
)
# No part of a version, a time, a vote or a day: "4.0", "9:20", "5-4", "6 May".
_DIGITS = re.compile(rf"(?<![\w.,:/–-])(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?![\w:/–-]|[.,]\d|\s+(?:{'|'.join(_MONTHS)})\b)")
_NUMBER_WORD = re.compile(
    rf"(?<![\w-])(?:{'|'.join(_LARGER_WORDS)})(?![\w-]|\s+(?:thirds|quarters|fifths))", re.IGNORECASE
)
_YEARS = range(1500, 2100)
_YEARS_BACK = 9


def lower_cased(claim: str) -> str:
    """The claim as people type it who never use capitals."""
    return claim.lower()


def without_final_stop(claim: str) -> str:
    """The claim without the full stop at its end."""
    return claim.removesuffix(".")


def numbers_in(texts: Iterable[str]) -> frozenset[str]:
    """The numbers in digits, without the commas that part thousands."""
    return frozenset(number.replace(",", "") for text in texts for number in re.findall(r"\d[\d,]*", text))


def words_in(texts: Iterable[str]) -> frozenset[str]:
    """The words, in lower case."""
    return frozenset(word for text in texts for word in re.findall(r"\w+", text.lower()))


def with_another_number(claim: str, taken: frozenset[str]) -> str | None:
    """The claim with its first number replaced by one that is not taken: a larger one, or an earlier year."""
    if _BOUND.search(claim) or _NEGATED.search(claim):
        return None
    for place in _DIGITS.finditer(claim):
        if not _ends_in_name(claim[: place.start()]):
            return claim[: place.start()] + _another(place[0], taken) + claim[place.end() :]
    word = _NUMBER_WORD.search(claim)
    if word is None:
        return None
    larger = _LARGER_WORDS[word[0].lower()]
    return claim[: word.start()] + (larger.capitalize() if word[0][0].isupper() else larger) + claim[word.end() :]


def with_another_name(claim: str, own: Names, others: Names, *, known_words: frozenset[str]) -> str | None:
    """The claim with its first name replaced by another of its kind, of which no word is known to its documents.

    So the documents say nothing about what the new name stands for. The choice depends on the claim alone.
    """
    places = [
        (found.start(), -len(name), kind, name)
        for kind, names in own.items()
        for name in names
        if (found := re.search(rf"(?<!\w){re.escape(name)}(?!\w)", claim))
    ]
    if not places or _NEGATED.search(claim):
        return None
    start, _, kind, name = min(places)
    strangers = [other for other in others[kind] if not words_in([other]) & known_words]
    if not strangers:
        return None
    return claim[:start] + strangers[zlib.crc32(claim.encode()) % len(strangers)] + claim[start + len(name) :]


def _ends_in_name(text: str) -> bool:
    """Whether the word before a number is capitalised and no month: the number is a part of a name then."""
    words = text.split()
    before = words[-1] if text.endswith(" ") and len(words) > 1 else ""
    return before[:1].isupper() and before not in _MONTHS


def _another(number: str, taken: frozenset[str]) -> str:
    value = int(number.replace(",", ""))
    is_year = "," not in number and value in _YEARS
    step = -1 if is_year else 1
    value = value - _YEARS_BACK if is_year else 3 * value + 1
    while str(value) in taken:
        value += step
    return f"{value:,}" if "," in number else str(value)
