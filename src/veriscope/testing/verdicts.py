"""What every verdict model promises."""

import math
from collections.abc import Callable, Sequence

from veriscope.domain import Claim, Computation, Evidence, Label, SentenceId, VerdictModel, make_stage
from veriscope.testing.little_world import CLAIM
from veriscope.testing.odd_claims import ODD_CLAIMS

_COMPUTATION = Computation(
    page="Lima",
    table=0,
    program="p",
    truth=True,
    match_probability=0.8,
    support_probability=0.9,
    claim_coverage=1.0,
    is_derived=True,
    is_grounded=True,
    question="a question",
    steps=(),
    conclusion="an answer",
    cells=(),
)
_TEXTS = ("Lima is the capital of Peru.", "It was founded in 1535.", "It rains.")


def check_verdict_model(model: VerdictModel | Callable[[], VerdictModel]) -> None:
    """Try a model, or what makes one; an `AssertionError` names the promise that is broken.

    Whether its answers are good is not tried: `veriscope eval verdict` measures that.
    """
    made: VerdictModel = make_stage(model, "decide")
    none = made.decide(CLAIM, [])
    assert none.label is Label.NOT_ENOUGH_INFO, "no evidence must give NOT ENOUGH INFO"
    evidence = [Evidence(SentenceId("Lima", place), text, ("Lima",), 1.0) for place, text in enumerate(_TEXTS)]
    assert made.decide(CLAIM, evidence) == made.decide(CLAIM, evidence), "the same evidence must give the same verdict"
    for text in (CLAIM.text, *ODD_CLAIMS):
        _check_verdict(made, Claim("1", text), evidence)
    read = made.decide(CLAIM, evidence, computations=[_COMPUTATION], wordings=[CLAIM.text, "Lima is old."])
    assert len(read.computed) in {0, 1}, "`computed` must be empty, or hold each computation"
    assert len(read.wordings) in {0, 2}, "`wordings` must be empty, or hold each wording"


def _check_verdict(model: VerdictModel, claim: Claim, evidence: Sequence[Evidence]) -> None:
    verdict = model.decide(claim, evidence)
    said = f"for the claim {claim.text[:40]!r}: {verdict}"
    parts = [verdict.probability(label) for label in Label]
    assert math.isclose(sum(parts), 1, abs_tol=1e-6), f"the probabilities must sum to 1 {said}"
    assert all(0 <= part <= 1 for part in parts), f"every probability must lie between 0 and 1 {said}"
    assert verdict.probability(verdict.label) == max(parts), f"the label must be the most probable one {said}"
    assert len(verdict.stances) in {0, len(evidence)}, f"`stances` must be empty, or hold each piece {said}"
