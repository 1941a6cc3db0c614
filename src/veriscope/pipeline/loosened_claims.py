"""Claims with a number or a year of their evidence said otherwise: by a bound, about, as a decade or century.

"Won five" supports "won more than three" and refutes "won fewer than four": both must be learned, with both labels.
"""

import random
import re
from collections.abc import Iterator, Sequence

from veriscope.domain import Label
from veriscope.neural.mined import MinedClaim
from veriscope.pipeline.fact_phrases import number_phrase, year_phrase
from veriscope.text.quantities import YEAR, Quantity, quantities

_IN_YEAR = re.compile(r"\bin $", re.IGNORECASE)
# Words that already bound the number behind them.
_BOUND = re.compile(
    r"\b(?:than|over|under|least|most|about|around|nearly|almost|only|exactly|before|after|since|until|by|to|from|number|"
    r"season|chapter|episode|highway|route|between|and|the|of)\s+$",
    re.IGNORECASE,
)


def loosened_claims(claims: Sequence[MinedClaim], *, seed: int) -> Iterator[MinedClaim]:
    """A true and a false copy of every supported claim with a number or a year that its only gold line has too."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    for claim in claims:
        if claim.label is Label.SUPPORTS and len(set(claim.gold)) == 1:
            for wanted in (True, False):
                if text := _loosened(claim, wanted=wanted, draw=draw):
                    label = Label.SUPPORTS if wanted else Label.REFUTES
                    name = f"{claim.id}-{'looser' if wanted else 'off'}"
                    said = text[0].upper() + text[1:]
                    yield claim._replace(id=name, source="loosened", claim=said, label=label)


def _loosened(claim: MinedClaim, *, wanted: bool, draw: random.Random) -> str | None:
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
    """Whether it is a number of things of more than one: neither a measure nor a part of a name."""
    return (
        bool(amount.unit)
        and amount.unit != YEAR
        and not amount.is_measured
        and amount.value.is_integer()
        and 2 <= amount.value < 10**7
    )
