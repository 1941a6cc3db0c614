"""Claims, gold claims and verdicts."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from veriscope.domain.evidence import EvidenceId


class Label(StrEnum):
    """What the evidence says of a claim, with respect to the corpus at hand."""

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
    """What one piece of evidence alone says of the claim: the probability of each label."""

    supports: float
    refutes: float
    not_enough_info: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """A label with the probability of each label; the three sum to one.

    `stances` says what each piece of evidence says on its own, in the order of the evidence, where the model knows;
    `reason` says in a few words why there is no other answer, where that needs saying.
    """

    label: Label
    supports: float
    refutes: float
    not_enough_info: float
    stances: tuple[Stance, ...] = ()
    reason: str = ""

    def probability(self, label: Label) -> float:
        """The probability of one label."""
        match label:
            case Label.SUPPORTS:
                return self.supports
            case Label.REFUTES:
                return self.refutes
            case Label.NOT_ENOUGH_INFO:
                return self.not_enough_info
