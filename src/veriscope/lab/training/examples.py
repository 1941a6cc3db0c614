"""What one example of the cross-encoder is."""

from enum import IntEnum
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.lab.lessons import MinedClaim
from veriscope.models import COMPUTED, Line, with_hints

LABELS = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)
UNKNOWN = -1
# What the words of a finding hold if the claim agrees with it.
_HOLDS = " : yes, "


class Head(IntEnum):
    """What an example teaches: what one line says about the claim, or what several lines say together."""

    LINE = 0
    LIST = 1


class Example(NamedTuple):
    """A claim with evidence as text; `label` is an index of `LABELS`; `rank` is 1 for gold lines and 0 for others."""

    head: Head
    claim: str
    evidence: str
    label: int
    rank: int
    source: str


def computed_line(claim: MinedClaim) -> Example | None:
    """The finding of a program as the only line; None if there is none.

    A finding that contradicts the label is about something else than the claim, so it decides nothing.
    """
    if not claim.computed:
        return None
    implied = Label.SUPPORTS if _HOLDS in claim.computed else Label.REFUTES
    label = LABELS.index(implied if implied is claim.label else Label.NOT_ENOUGH_INFO)
    text = with_hints(claim.claim, [Line(COMPUTED, claim.computed)])
    return Example(Head.LINE, claim.claim, text, label, UNKNOWN, claim.source)
