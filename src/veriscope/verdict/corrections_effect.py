"""Measures how much support a claim gains by being corrected: if it gains much, the claim is false.

The encoder takes words that are missing from the cells of a table for a contradiction. The claim and its corrections
share these words, so the gain of a correction says more than the support of the claim.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from veriscope.domain import CellId, Claim, Evidence, Label, Page, Verdict, VerdictModel
from veriscope.verdict.corrections import WORDS, Correction, corrections
from veriscope.verdict.label_probabilities import log_odds

# Fits beyond this make no difference.
_MOST_FIT = 3.0
# A claim with these words is about several rows, so a single value does not decide whether it is right.
_OF_SEVERAL = re.compile(
    rf"\b(?:{WORDS['of_several']})\b|\b(?:{WORDS['bound']}|exceed\w*)\s[\d$€£]|"
    rf"\b(?!(?:{WORDS['no_superlative']})\b)\w{{2,}}est\b",
    re.IGNORECASE,
)
# A correction is shown if its support and its gain, in log odds, are at least these.
_SUPPORTED = 0.0
_GAINED = 2.0


class CorrectionsEffect(NamedTuple):
    """How far the evidence supports a claim, in log odds, and how much more it supports the best correction.

    `fit` is how much better a row of the evidence fits the rest of the claim than the rows with the claim's value.
    """

    support: float
    gain: float
    fit: float
    best: Correction

    @property
    def is_clear(self) -> bool:
        """Whether a row of the evidence supports the best correction, and much more than the claim."""
        return self.best.is_evident and self.gain >= _GAINED and self.support + self.gain >= _SUPPORTED

    def takes_side(self, label: Label) -> bool:
        """Whether the comparison with other values speaks for the label: none gains, or one does."""
        return (self.gain <= 0) is (label is Label.SUPPORTS) and label is not Label.NOT_ENOUGH_INFO


def is_about_a_row(claim: Claim, evidence: Sequence[Evidence]) -> bool:
    """Whether the best piece of evidence is a table cell, and the claim neither compares nor counts."""
    return bool(evidence) and isinstance(evidence[0].id, CellId) and not _OF_SEVERAL.search(claim.text)


def read_with_corrections(
    model: VerdictModel, claim: Claim, evidence: Sequence[Evidence], pages: Sequence[Page]
) -> tuple[Verdict, CorrectionsEffect | None]:
    """The model's verdict, and the effect of the corrections, judged together.

    The effect is None if there is no correction, or if the model does not read other wordings.
    """
    found = corrections(claim.text, evidence, pages)
    wordings = [claim.text, *(one.text for one in found)] if found else []
    verdict = model.decide(claim, evidence, wordings=wordings)
    if not verdict.wordings:
        return verdict, None
    support, *others = (log_odds(stance.supports) for stance in verdict.wordings)
    best = max(range(len(found)), key=lambda place: (others[place], -place))
    return verdict, CorrectionsEffect(support, others[best] - support, _best_fit(found), found[best])


def _best_fit(found: Sequence[Correction]) -> float:
    """The best fit among rows of the evidence; without such a row, corrections cannot count against the claim."""
    evident = [one.fit for one in found if one.is_evident]
    best = max(evident) if evident else min(max(one.fit for one in found), 0.0)
    return min(max(best, -_MOST_FIT), _MOST_FIT)
