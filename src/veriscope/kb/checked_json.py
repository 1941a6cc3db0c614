"""A checked triple as JSON: what `kb check --json` prints."""

from veriscope.graph import Graph
from veriscope.kb.check_triple import CheckedFact, MethodRow
from veriscope.pipeline import explanation_json


def checked_as_json(graph: Graph, fact: CheckedFact) -> dict[str, object]:
    """The JSON object of a checked fact; scores are comparable only within one method."""
    triple = fact.triple
    return {
        "subject": triple.subject,
        "predicate": triple.predicate,
        "object": triple.object,
        "holding": fact.held.holding,
        "why": fact.held.why,
        "probability": fact.probability,
        "rows": [_row_json(graph, row) for row in fact.rows],
    }


def _row_json(graph: Graph, row: MethodRow) -> dict[str, object]:
    return {
        "method": row.method,
        "score": row.checked.score,
        "probability": row.probability,
        "explanation": explanation_json(graph, row.checked),
        "ms": row.ms,
        "above_known": None if row.standing is None else row.standing.among_known,
        "above_made_up": None if row.standing is None else row.standing.among_made_up,
        "drawn_lessons": list(row.drawn_for),
    }
