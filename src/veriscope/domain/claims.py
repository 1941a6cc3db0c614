"""Claims, gold claims and verdicts."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from veriscope.domain.evidence import EvidenceId


class Label(StrEnum):
    """What the evidence in the corpus at hand says about a claim."""

    SUPPORTS = "SUPPORTS"
    REFUTES = "REFUTES"
    NOT_ENOUGH_INFO = "NOT ENOUGH INFO"


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence to verify. Carries no gold label, so no stage can peek."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class GoldClaim:
    """A claim with its annotated label; any one of `evidence_sets` suffices."""

    claim: Claim
    label: Label
    evidence_sets: tuple[frozenset[EvidenceId], ...]


class Stance(NamedTuple):
    """What evidence says about a claim, or about another wording of it: the probability of each label."""

    supports: float
    refutes: float
    not_enough_info: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """A label with the probability of each label; the three sum to one.

    `stances` holds what each piece of evidence says on its own, in the order of the evidence, if the model knows.
    `computed` holds what each computation says, in their order, if the model reads them. `together` holds the places of
    the pieces that decide only together, if no single one does. `reason` explains in a few words why there is no other
    answer, if that needs explaining. `wordings` holds what the whole evidence says about each other wording that the
    model was given, if it reads them. `shares` names what the probabilities were mixed from, with the weight of each,
    if they were mixed.
    """

    label: Label
    supports: float
    refutes: float
    not_enough_info: float
    stances: tuple[Stance, ...] = ()
    computed: tuple[Stance, ...] = ()
    together: tuple[int, ...] = ()
    reason: str = ""
    wordings: tuple[Stance, ...] = ()
    shares: tuple[tuple[str, float], ...] = ()

    def probability(self, label: Label) -> float:
        """The probability of one label."""
        match label:
            case Label.SUPPORTS:
                return self.supports
            case Label.REFUTES:
                return self.refutes
            case Label.NOT_ENOUGH_INFO:
                return self.not_enough_info
