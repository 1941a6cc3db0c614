"""Rewords a number or a year of supported claims: as a bound, roughly, or as a decade or century.

"Won five" supports "won more than three" and refutes "won fewer than four". A model must learn both directions.
"""

import random
import re
from collections.abc import Iterator, Sequence
from importlib.resources import files

from veriscope.domain import Label
from veriscope.lab.lessons.fact_phrases import number_phrase, year_phrase
from veriscope.lab.lessons.mined import MinedClaim
from veriscope.tables import YEAR, Quantity, quantities
from veriscope.text import load_alternatives

_IN_YEAR = re.compile(r"\bin $", re.IGNORECASE)
_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "bounded_claims")
_BOUND = re.compile(rf"\b(?:{_WORDS['before_number']})\s+$", re.IGNORECASE)


def bounded_claims(claims: Sequence[MinedClaim], *, seed: int) -> Iterator[MinedClaim]:
    """A true and a false copy of each supported claim that shares a number or a year with its only gold line."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    for claim in claims:
        if claim.label is Label.SUPPORTS and len(set(claim.gold)) == 1:
            for wanted in (True, False):
                if text := _loosen(claim, wanted=wanted, draw=draw):
                    label = Label.SUPPORTS if wanted else Label.REFUTES
                    name = f"{claim.id}-{'looser' if wanted else 'off'}"
                    said = text[0].upper() + text[1:]
                    yield claim._replace(id=name, source="loosened", claim=said, label=label)


def _loosen(claim: MinedClaim, *, wanted: bool, draw: random.Random) -> str | None:
    text = claim.claim
    said = quantities(claim.gold[0].text)
    for amount in quantities(text):
        if not any(one.value == amount.value and one.unit == amount.unit for one in said):
            continue
        before, after = text[: amount.start], text[amount.start + len(amount.written) :]
        if amount.unit == YEAR and amount.value > 0 and (match := _IN_YEAR.search(before)):
            return f"{before[: match.start()]}{year_phrase(int(amount.value), draw, wanted=wanted)}{after}"
        if _is_count(amount) and before and not _BOUND.search(before):
            return f"{before}{number_phrase(int(amount.value), '', draw, wanted=wanted)}{after}"
    return None


def _is_count(amount: Quantity) -> bool:
    """Whether the amount counts two or more things; measures, years and numbers without a unit do not count."""
    return (
        bool(amount.unit)
        and amount.unit != YEAR
        and not amount.is_measured
        and amount.value.is_integer()
        and 2 <= amount.value < 10**7
    )
