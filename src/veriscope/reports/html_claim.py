"""Writes the report of one claim as a self-contained HTML page."""

import datetime

from veriscope.domain import Label
from veriscope.pipeline import Trace
from veriscope.reports.rendering import format_day, render

_ORDER = (Label.SUPPORTS, Label.NOT_ENOUGH_INFO, Label.REFUTES)


def claim_html(trace: Trace, *, day: datetime.date | None = None) -> str:
    """The page: the verdict, the evidence that explains it, and all other evidence, folded away."""
    return render(
        "claim.html",
        trace=trace,
        shares=[(label, trace.verdict.probability(label)) for label in _ORDER],
        others=[place for place in range(len(trace.evidence)) if place not in trace.key_evidence],
        day=format_day(day),
    )
