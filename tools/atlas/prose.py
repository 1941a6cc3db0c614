"""Sentences: numbers and lists as people write them, and phrases chosen by a hash: varied, but never changing."""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from string import Formatter

from tools.atlas.tables import read_table

_ORDINAL_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBER_WORDS = (
    "no",
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
_LINK_START = re.compile(r"(\[\[[^|\]]*\|)?(.)", re.DOTALL)


def pick(key: str, count: int) -> int:
    """A number below `count` that depends on `key` alone, on every machine."""
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8], "big") % count


def link(title: str, anchor: str | None = None) -> str:
    """A hyperlink in FEVEROUS's markup."""
    return f"[[{title.replace(' ', '_')}|{anchor or title}]]"


def listing(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b, and c`."""
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def grouped(value: float) -> str:
    """A number with thousands separators and no needless decimals."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,}"


def rounded(value: int) -> str:
    """A number as prose has it: `1.41 billion`, `26 million`, `386,000`."""
    for unit, word in ((10**9, "billion"), (10**6, "million")):
        if value >= unit:
            return f"{_three_digits(value / unit)} {word}"
    return grouped(round(value, -3)) if value >= 20_000 else grouped(round(value, -2) if value >= 2_000 else value)


def _three_digits(value: float) -> str:
    text = f"{value:.2f}" if value < 2 else f"{value:.1f}" if value < 20 else f"{value:.0f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """`one river`, `four rivers`, `14 countries`."""
    word = _NUMBER_WORDS[count] if count < len(_NUMBER_WORDS) else grouped(count)
    return f"{word} {noun if count == 1 else plural or noun + 's'}"


def ordinal(rank: int) -> str:
    """`third`, `21st`."""
    if rank <= len(_ORDINAL_WORDS):
        return _ORDINAL_WORDS[rank - 1]
    suffix = "th" if 10 < rank % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{suffix}"


def superlative(rank: int, adjective: str) -> str:
    """`largest`, `second-largest`, `21st-largest`."""
    return adjective if rank == 1 else f"{ordinal(rank)}-{adjective}"


def a_or_an(phrase: str) -> str:
    """A phrase with its indefinite article."""
    sounded = phrase.rpartition("|")[2] if phrase.startswith("[[") else phrase
    return f"an {phrase}" if sounded[0].lower() in "aeiou" else f"a {phrase}"


def capitalised(sentence: str) -> str:
    """The sentence with its first visible letter in upper case."""
    match = _LINK_START.match(sentence)
    if match is None:
        return sentence
    return sentence[: match.start(2)] + match[2].upper() + sentence[match.end(2) :]


def coordinates(latitude: float, longitude: float) -> str:
    """`35.3° S, 149.1° E`."""
    return f"{degrees(latitude)}, {abs(longitude):.1f}° {'E' if longitude >= 0 else 'W'}"


def degrees(latitude: float) -> str:
    """`35.3° S`."""
    return f"{abs(latitude):.1f}° {'N' if latitude >= 0 else 'S'}"


class Writer:
    """Says the phrases of one page; the slot `{It}` runs through the names of its subject."""

    def __init__(self, title: str, kind: str, *, names: Iterable[str]) -> None:
        self._title = title
        self._phrases = read_table("phrases", kind)
        self._names = tuple(names)
        self._turn = pick(f"{title}|names", len(self._names))

    def plan(self, name: str) -> list[str]:
        """One of the orders of phrases that the table lists under `[plans]`."""
        plans: list[list[str]] = self._phrases["plans"][name]
        return plans[pick(f"{self._title}|plan|{name}", len(plans))]

    def say(self, phrase: str, slots: Mapping[str, str | None]) -> str | None:
        """A sentence, from the variants whose every slot is known; none when no variant can be filled."""
        known = {slot: value for slot, value in slots.items() if value is not None}
        possible = [variant for variant in self._phrases[phrase] if _slots(variant) <= known.keys() | {"It"}]
        if not possible:
            return None
        # A leading "?" marks a poorer variant, for pages where no other can be filled.
        fitting = [variant for variant in possible if not variant.startswith("?")] or [possible[0].removeprefix("?")]
        variant = fitting[pick(f"{self._title}|{phrase}", len(fitting))]
        if "{It}" in variant:
            known["It"] = self._next_name()
        return capitalised(variant.format_map(known))

    def _next_name(self) -> str:
        self._turn += 1
        return self._names[self._turn % len(self._names)]


def _slots(variant: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(variant) if field}
