"""What a batch writes for a claim: a row of a FEVER or FEVEROUS submission, a flat row, or a whole trace."""

from collections.abc import Callable, Mapping
from typing import cast

from veriscope.datasets import ClaimId, fever_prediction, feverous_prediction, prediction_json
from veriscope.domain import EvidenceId, Label, is_sentence_like
from veriscope.files import JsonObject
from veriscope.pipeline.batch_claims import BadRow, ClaimRow
from veriscope.pipeline.trace import Trace, trace_as_json

MAX_SENTENCES = 5
MAX_OTHERS = 25


def _fever(claim_id: ClaimId, label: Label, evidence: list[EvidenceId]) -> JsonObject:
    sentences = [piece for piece in evidence if is_sentence_like(piece)]
    return prediction_json(fever_prediction(claim_id, label, evidence=sentences[:MAX_SENTENCES]))


def _feverous(claim_id: ClaimId, label: Label, evidence: list[EvidenceId]) -> JsonObject:
    sentences = [piece for piece in evidence if is_sentence_like(piece)][:MAX_SENTENCES]
    others = [piece for piece in evidence if not is_sentence_like(piece)][:MAX_OTHERS]
    kept = {*sentences, *others}
    return prediction_json(
        feverous_prediction(claim_id, label, evidence=[piece for piece in evidence if piece in kept])
    )


_SUBMISSIONS: Mapping[str, Callable[[ClaimId, Label, list[EvidenceId]], JsonObject]] = {
    "fever": _fever,
    "feverous": _feverous,
}
TABLE_COLUMNS = (
    "id",
    "line",
    "claim",
    "label",
    "probability",
    "supports",
    "refutes",
    "not_enough_info",
    "evidence",
    "evidence_text",
    "remarks",
    "error",
)
OUTPUT_FORMATS = (*_SUBMISSIONS, "table", "trace")


def result_row(row: ClaimRow, trace: Trace, *, form: str) -> JsonObject:
    """The record of a claim that was checked."""
    if form == "trace":
        return {"id": row.id, "line": row.line, **cast(JsonObject, trace_as_json(trace))}
    if form == "table":
        return _table_row(row, trace)
    return _SUBMISSIONS[form](row.id, trace.label, [piece.id for piece in trace.evidence])


def _table_row(row: ClaimRow, trace: Trace) -> JsonObject:
    """One flat row: the verdict, and the pieces that explain it with their addresses."""
    key = trace.key_evidence
    values = (
        row.id,
        row.line,
        trace.claim.text,
        trace.label.value,
        round(trace.probability, 6),
        *(round(trace.verdict.probability(label), 6) for label in Label),
        "; ".join(str(trace.evidence[place].id) for place in key),
        " | ".join(": ".join((*trace.evidence[place].context[1:], trace.readable(place)[0])) for place in key),
        "; ".join(trace.remarks),
        None,
    )
    return dict(zip(TABLE_COLUMNS, values, strict=True))


def unchecked_row(row: BadRow, *, form: str) -> JsonObject:
    """The record of a line that could not be checked; it keeps its place, because scorers match rows by position."""
    if form == "trace":
        return {"id": row.id, "line": row.line, "error": row.problem}
    if form == "table":
        return dict.fromkeys(TABLE_COLUMNS) | {"id": row.id, "line": row.line, "error": row.problem}
    known: JsonObject = {"predicted_label": Label.NOT_ENOUGH_INFO.value, "predicted_evidence": []}
    return known if row.id is None else {"id": row.id, **known}
