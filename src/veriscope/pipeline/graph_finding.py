"""What a knowledge graph says of a claim, as a part of the trace, and its share in the verdict."""

import math
from dataclasses import asdict, dataclass
from enum import StrEnum

from veriscope.domain import CheckedTriple, Label, LinkedTriple, Stance, Triple, Verdict
from veriscope.verdict.label_probabilities import LABEL_ORDER, verdict_from

# How likely the label is that follows from a fact that a graph holds or excludes, where the claim says that fact.
_TRUST = 0.97


class Holding(StrEnum):
    """What a graph says of a triple; it knows some facts and not others."""

    HELD = "held"
    CONTRADICTED = "contradicted"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class GraphReading:
    """A triple that the claim may assert, what the graph says of it, and the facts that this rests on, in words too."""

    linked: LinkedTriple
    words: str
    holding: Holding
    facts: tuple[tuple[Triple, str], ...]
    why: str

    @property
    def label(self) -> Label:
        """What follows for the claim; a denied fact that is held refutes it."""
        if self.holding is Holding.OPEN:
            return Label.NOT_ENOUGH_INFO
        is_supported = (self.holding is Holding.HELD) is not self.linked.is_negated
        return Label.SUPPORTS if is_supported else Label.REFUTES


@dataclass(frozen=True, slots=True)
class GraphScore:
    """What a checking method says of the likeliest triple between two entities, its paths in words."""

    method: str
    checked: CheckedTriple
    words: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphFinding:
    """The readings of a claim over a graph, likeliest first; the one that decides has a share in the verdict."""

    kb: str
    readings: tuple[GraphReading, ...] = ()
    deciding: GraphReading | None = None
    share: float = 0.0
    score: GraphScore | None = None


def fused(verdict: Verdict, finding: GraphFinding | None) -> Verdict:
    """The verdict with what the graph says: a held fact supports, an excluded one refutes, an open one says nothing."""
    if finding is None or finding.deciding is None:
        return verdict
    share, label = finding.share, finding.deciding.label
    sure = [_TRUST if one is label else (1 - _TRUST) / 2 for one in LABEL_ORDER]
    mixed = ((1 - share) * verdict.probability(one) + share * own for one, own in zip(LABEL_ORDER, sure, strict=True))
    return verdict_from(Stance(*mixed), verdict.stances)


def finding_as_json(finding: GraphFinding) -> dict[str, object]:
    """The finding as the trace holds it."""
    return {
        "kb": finding.kb,
        "triples": [_reading_as_json(reading) for reading in finding.readings],
        "label": None if finding.deciding is None else finding.deciding.label.value,
        "share": round(finding.share, 6),
        "score": None if finding.score is None else _score_as_json(finding.score),
    }


def _reading_as_json(reading: GraphReading) -> dict[str, object]:
    bounds = reading.linked.bounds
    return {
        **asdict(reading.linked.triple),
        "words": reading.words,
        "score": round(reading.linked.score, 6),
        "is_negated": reading.linked.is_negated,
        "bounds": None if bounds is None else [_bound(value) for value in bounds],
        "holding": reading.holding.value,
        "why": reading.why,
        "facts": [{**asdict(fact), "words": words} for fact, words in reading.facts],
    }


def _bound(value: float) -> float | None:
    """A bound without the last digits that keep it from its own value; nothing where there is none."""
    return float(f"{value:.12g}") if math.isfinite(value) else None


def _score_as_json(score: GraphScore) -> dict[str, object]:
    return {
        **asdict(score.checked.triple),
        "words": score.words,
        "method": score.method,
        "score": round(score.checked.score, 6),
        "paths": list(score.paths),
    }
