"""What a knowledge graph says about a claim, as a part of the trace, and its share in the verdict."""

import math
from dataclasses import asdict, dataclass
from enum import StrEnum

from veriscope.domain import CheckedTriple, Label, LinkedTriple, Triple, Verdict
from veriscope.verdict import weigh_graph


class Holding(StrEnum):
    """What a graph says about a triple; a graph knows some facts and not others."""

    HELD = "held"
    CONTRADICTED = "contradicted"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class GraphReading:
    """A triple that the claim may assert, what the graph says about it, and the facts behind that, also in words."""

    linked: LinkedTriple
    words: str
    holding: Holding
    facts: tuple[tuple[Triple, str], ...]
    why: str

    @property
    def label(self) -> Label:
        """The claim's label by this reading; if the graph holds a fact that the claim denies, it refutes the claim."""
        if self.holding is Holding.OPEN:
            return Label.NOT_ENOUGH_INFO
        is_supported = (self.holding is Holding.HELD) is not self.linked.is_negated
        return Label.SUPPORTS if is_supported else Label.REFUTES


@dataclass(frozen=True, slots=True)
class GraphScore:
    """What a checking method says about the likeliest triple between two entities, with its paths in words."""

    method: str
    checked: CheckedTriple
    words: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GraphFinding:
    """The readings of a claim over a graph, likeliest first; the deciding one has a share in the verdict."""

    kb: str
    readings: tuple[GraphReading, ...] = ()
    deciding: GraphReading | None = None
    share: float = 0.0
    score: GraphScore | None = None


def with_graph(verdict: Verdict, finding: GraphFinding | None) -> Verdict:
    """The verdict with the graph's answer: a held fact supports, an excluded one refutes, an open one does nothing."""
    if finding is None or finding.deciding is None:
        return verdict
    return weigh_graph(verdict, finding.deciding.label, share=finding.share)


def finding_as_json(finding: GraphFinding) -> dict[str, object]:
    """The finding in the form that the trace uses."""
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
    """A bound to twelve digits, which drops the tiny step that excludes its own value; None if it is infinite."""
    return float(f"{value:.12g}") if math.isfinite(value) else None


def _score_as_json(score: GraphScore) -> dict[str, object]:
    return {
        **asdict(score.checked.triple),
        "words": score.words,
        "method": score.method,
        "score": round(score.checked.score, 6),
        "paths": list(score.paths),
    }
