"""The trace of a check: the verdict, and what every stage put out on the way."""

from dataclasses import dataclass

from veriscope import __version__
from veriscope.domain import Claim, Evidence, Label, RankedPage, Verdict

TRACE_VERSION = 1


@dataclass(frozen=True, slots=True)
class Trace:
    """One claim's way through the pipeline; `timings_ms` holds a pair of stage and time for each stage."""

    claim: Claim
    pages: tuple[RankedPage, ...]
    evidence: tuple[Evidence, ...]
    verdict: Verdict
    stage_names: tuple[tuple[str, str], ...]
    timings_ms: tuple[tuple[str, float], ...]
    corpus: str


def trace_as_json(trace: Trace) -> dict[str, object]:
    """The trace as one JSON object; the keys are a contract, `trace_version` counts its changes."""
    names = dict(trace.stage_names)
    return {
        "claim": trace.claim.text,
        "label": trace.verdict.label.value,
        "probabilities": {label.value: trace.verdict.probability(label) for label in Label},
        "evidence": [_evidence_as_json(piece) for piece in trace.evidence],
        "stages": {
            "retrieval": {"name": names["retrieval"], "pages": [page._asdict() for page in trace.pages]},
            "selection": {"name": names["selection"], "evidence": [str(piece.id) for piece in trace.evidence]},
            "verdict": {"name": names["verdict"]},
        },
        "timings_ms": {stage: round(time_ms, 3) for stage, time_ms in trace.timings_ms},
        "corpus": trace.corpus,
        "version": __version__,
        "trace_version": TRACE_VERSION,
    }


def _evidence_as_json(piece: Evidence) -> dict[str, object]:
    return {
        "id": str(piece.id),
        "page": piece.id.page,
        "text": piece.text,
        "score": round(piece.score, 6),
        "context": list(piece.context),
    }
