"""Decides from the evidence, from what was computed from tables, and from what would make the claim true."""

from collections.abc import Sequence
from typing import NamedTuple

from veriscope.domain import Claim, Computation, Evidence, Label, Page, Verdict, VerdictModel
from veriscope.verdict.corrections import Correction
from veriscope.verdict.corrections_effect import is_about_a_row, read_with_corrections
from veriscope.verdict.label_probabilities import LABEL_ORDER
from veriscope.verdict.limits import NO_LINE, SURE
from veriscope.verdict.superseding import find_superseding, with_superseding
from veriscope.verdict.weighing import hold_back, weigh_computation, weigh_corrections

FITS_BEST = "no line says so alone, but no other value of the table fits the claim better"
FITS_BETTER = "no line says so alone, but another value of the table fits the claim better"


class Decision(NamedTuple):
    """A verdict, the correction that would make the claim true, if one is clear, and what a reader should know."""

    verdict: Verdict
    correction: Correction | None = None
    remark: str = ""


def decide(
    model: VerdictModel,
    claim: Claim,
    evidence: Sequence[Evidence],
    pages: Sequence[tuple[Page, float]],
    computation: Computation | None,
) -> Decision:
    """The verdict on a claim given evidence, which must not be empty.

    A computation counts if there is one; otherwise a claim about a row of a table is weighed with its corrections. Of
    two lines that disagree, a later one decides.
    """
    decided = _decide(model, claim, evidence, pages, computation)
    found = find_superseding(claim, evidence, decided.verdict.stances) if computation is None else None
    if found is None:
        return decided
    verdict = with_superseding(decided.verdict, found)
    return Decision(verdict, decided.correction if verdict == decided.verdict else None, found.words(evidence))


def _decide(
    model: VerdictModel,
    claim: Claim,
    evidence: Sequence[Evidence],
    pages: Sequence[tuple[Page, float]],
    computation: Computation | None,
) -> Decision:
    """The verdict by all lines alike."""
    if computation is not None:
        read = model.decide(claim, evidence, computations=[computation])
        return Decision(resting_on_lines(weigh_computation(read, computation)))
    if not is_about_a_row(claim, evidence):
        return Decision(resting_on_lines(model.decide(claim, evidence)))
    verdict, effect = read_with_corrections(model, claim, evidence, [page for page, _ in pages])
    if effect is None:
        return Decision(resting_on_lines(verdict))
    weighed = weigh_corrections(verdict, effect)
    correction = effect.best if effect.is_clear else None
    if surest_line(weighed) < SURE and effect.takes_side(weighed.label):
        return Decision(weighed, correction, FITS_BEST if weighed.label is Label.SUPPORTS else FITS_BETTER)
    return Decision(resting_on_lines(weighed), correction)


def resting_on_lines(verdict: Verdict) -> Verdict:
    """The verdict if a line of its side carries it, or several together; else it is undecided, with the reason."""
    if verdict.label is Label.NOT_ENOUGH_INFO or not verdict.stances or verdict.together:
        return verdict
    surest = surest_line(verdict)
    return verdict if surest >= SURE else hold_back(verdict, trust=surest, reason=NO_LINE)


def surest_line(verdict: Verdict) -> float:
    """How sure the surest line, or computed statement, is of the verdict's label; 1 if the model tells of no lines."""
    side = LABEL_ORDER.index(verdict.label)
    return max((stance[side] for stance in (*verdict.stances, *verdict.computed)), default=1.0)
