"""Weighs a compound claim with its parts: a claim is supported only if each of its parts is."""

from collections.abc import Sequence
from dataclasses import replace

from veriscope.domain import Label, Verdict

PART_REFUTED = "one part of the claim is refuted"
PART_OPEN = "not every part of the claim is supported"


def weigh_parts(whole: Verdict, parts: Sequence[Verdict]) -> Verdict:
    """The verdict on a compound claim by its own reading and by those of its parts; the weakest decides.

    A supported claim with a refuted part is refuted, one with an undecided part undecided. The parts take away support
    and never add to it: what a part lacks of the rest of the claim may change what it says.
    """
    labels = {part.label for part in parts}
    if whole.label is not Label.SUPPORTS or labels <= {Label.SUPPORTS}:
        return whole
    is_refuted = Label.REFUTES in labels
    refutes = max(part.refutes for part in parts) if is_refuted else whole.refutes
    supports = min(whole.supports, 1 - refutes, *(part.supports for part in parts))
    return replace(
        whole,
        label=Label.REFUTES if is_refuted else Label.NOT_ENOUGH_INFO,
        supports=supports,
        refutes=refutes,
        not_enough_info=max(0.0, 1 - supports - refutes),
        reason=PART_REFUTED if is_refuted else PART_OPEN,
        together=(),
    )
