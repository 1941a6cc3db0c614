"""Comes to a verdict by the evidence, by what was computed from tables, and by what would make the claim true."""

from collections.abc import Sequence
from typing import NamedTuple

from veriscope.domain import Claim, Computation, Evidence, Page, Verdict, VerdictModel
from veriscope.pipeline.computed_words import read_with
from veriscope.pipeline.computing import weighed
from veriscope.pipeline.contrast import contrasted, is_about_a_row, reweighed
from veriscope.pipeline.contrast_claims import Correction


class Decision(NamedTuple):
    """A verdict, and what would make the claim true, where that is clear."""

    verdict: Verdict
    correction: Correction | None = None


def decide(
    model: VerdictModel,
    claim: Claim,
    evidence: Sequence[Evidence],
    pages: Sequence[tuple[Page, float]],
    computed: Computation | None,
) -> Decision:
    """The verdict on a claim by evidence of the pages, of which there is some.

    What was computed counts where something was; else a claim about a row of a table is weighed with its corrections.
    """
    verdict = weighed(read_with(model, claim, evidence, computed), computed)
    if computed is not None or verdict.reason or not is_about_a_row(claim, evidence):
        return Decision(verdict)
    found = contrasted(model, claim, evidence, [page for page, _ in pages])
    if found is None:
        return Decision(verdict)
    return Decision(reweighed(verdict, found), found.best if found.is_clear else None)
