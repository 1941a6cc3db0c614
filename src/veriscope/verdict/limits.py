"""When no verdict is given, whatever the model says: nothing to check, no evidence, or too little confidence."""

from collections.abc import Sequence
from dataclasses import replace

from veriscope.domain import Evidence, Label, Verdict

NO_PAGES = "no page of the corpus shares a telling word with the claim"
NO_LINE = "no line of the evidence says so clearly, nor do several together"
# A verdict rests on a line, or on several together, that are at least this sure of its label.
SURE = 0.5
NO_EVIDENCE = "nothing on the pages found bears on the claim"


def without_verdict(reason: str) -> Verdict:
    """The answer if no model was asked."""
    return Verdict(Label.NOT_ENOUGH_INFO, supports=0.0, refutes=0.0, not_enough_info=1.0, reason=reason)


def why_nothing_found(pages: Sequence[object], evidence: Sequence[Evidence]) -> str:
    """Why there is no evidence; empty if there is some."""
    if evidence:
        return ""
    return NO_EVIDENCE if pages else NO_PAGES


def with_min_confidence(verdict: Verdict, *, min_confidence: float) -> Verdict:
    """The verdict, or NOT ENOUGH INFO with a reason if its confidence is too low. The probabilities stay."""
    probability = verdict.probability(verdict.label)
    if verdict.label is Label.NOT_ENOUGH_INFO or probability >= min_confidence:
        return verdict
    reason = (
        f"the model leans to {verdict.label} with {100 * probability:.3g}%, "
        f"less than the {100 * min_confidence:.3g}% needed"
    )
    return replace(verdict, label=Label.NOT_ENOUGH_INFO, reason=reason, together=())
