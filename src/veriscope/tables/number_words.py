"""Numbers spelled in words, as a pattern and by value: `two hundred and fifty`, `a million`, `two and a half`."""

import re

from veriscope.text import CARDINALS, MAGNITUDES

SPELLED_WORDS = "|".join(sorted(CARDINALS, key=len, reverse=True))
MAGNITUDE_WORDS = "|".join(MAGNITUDES)
# "Twenty-one", "twenty one", "six".
_TENS = "|".join(word for word, value in CARDINALS.items() if value >= 20)
_ONES = "|".join(word for word, value in CARDINALS.items() if 1 <= value <= 9)
_SMALL = rf"(?:(?:{_TENS})[\s-](?:{_ONES})\b|{SPELLED_WORDS})"
# A half behind a number counts where a magnitude or a unit follows: "two and a half years".
AND_A_PART = r"\sand\sa\s(?:half|quarter)\b"
SPELLED = (
    rf"(?:{_SMALL}|an?(?=\s(?:{MAGNITUDE_WORDS})\b))(?:{AND_A_PART}(?=[\s-]\w))?"
    rf"(?:[\s-](?:{MAGNITUDE_WORDS})\b(?:\s(?:and\s)?{_SMALL}\b)?)*"
)
PARTS = {"half": 1 / 2, "quarter": 1 / 4, "third": 1 / 3, "½": 1 / 2, "¼": 1 / 4, "¾": 3 / 4}
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)


def spelled_value(written: str) -> tuple[float, float]:
    """The value of a spelled number, and its magnitude: 12,000 and 1,000 for `twelve thousand`."""
    whole, current, magnitude = 0.0, 0.0, 1.0
    words = _WORD.findall(written.lower())
    for place, word in enumerate(words):
        if word in CARDINALS:
            current, magnitude = current + CARDINALS[word], 1.0
        elif word.removesuffix("s") in PARTS:
            part = PARTS[word.removesuffix("s")]
            # "Two and a quarter", but "three quarters".
            current = current + part if "and" in words[:place] else (current or 1.0) * part
        elif word in {"a", "an"}:
            current = current or 1.0
        elif word in MAGNITUDES:
            magnitude = MAGNITUDES[word]
            current *= magnitude
            if magnitude >= 1000:
                whole, current = whole + current, 0.0
    return whole + current, magnitude
