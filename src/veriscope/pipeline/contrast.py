"""Weighs what would make a claim true: where another value in it gains much support, the claim is false.

The encoder takes words that the cells of a table do not have for a contradiction. They stand in the claim and in its
corrections alike, so what a correction gains tells more than what the claim has.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import CellId, Claim, Evidence, Page, Stance, Verdict, VerdictModel, WordingReader
from veriscope.errors import StoreError
from veriscope.pipeline.contrast_claims import Correction, corrections
from veriscope.verdict.label_probabilities import verdict_from

Floats = NDArray[np.float64]

# What tells whether a claim is true, and what tells whether the evidence decides it at all.
TRUTH = ("bias", "encoder", "gain", "fit")
BEARING = ("bias", "decided")
_FLOOR = 1e-6
# Beyond this it makes no difference how much better another row fits.
_MOST_FIT = 3.0
# A claim with these words speaks of several rows: what it says is right or wrong for other reasons than one value.
_OF_SEVERAL = re.compile(
    r"\b(?:than|most|least|exactly|total|average|combined|entries|rows|times)\b|"
    r"\b(?:over|above|below|under|exceed\w*|about|nearly)\s[\d$€£]|"
    r"\b(?!(?:(?:mid|north|south)?(?:west|east)|forest|test|guest|contest|rest|best|latest|interest|request|arrest|priest|"
    r"harvest|protest|quest|nest|chest|crest|digest|honest|modest|invest|suggest|budapest|bucharest|everest|ernest)\b)"
    r"\w{2,}est\b",
    re.IGNORECASE,
)
# From here on a correction is shown: its support, and what it gains, in log odds.
_SUPPORTED = 0.0
_GAINED = 2.0


class Contrast(NamedTuple):
    """How far the evidence supports a claim against all else, in log odds, and what the best correction gains.

    `fit` is how much better a row of the evidence fits the rest of the claim than those that say what it says.
    """

    support: float
    gain: float
    fit: float
    best: Correction

    @property
    def is_clear(self) -> bool:
        """Whether a row of the evidence supports the best correction, and far more than the claim."""
        return self.best.is_evident and self.gain >= _GAINED and self.support + self.gain >= _SUPPORTED


class Weights(NamedTuple):
    """What each feature of `TRUTH` and of `BEARING` counts."""

    truth: Floats
    bearing: Floats


def is_about_a_row(claim: Claim, evidence: Sequence[Evidence]) -> bool:
    """Whether the best piece of the evidence is a cell of a table, and the claim compares and counts nothing."""
    return bool(evidence) and isinstance(evidence[0].id, CellId) and not _OF_SEVERAL.search(claim.text)


def contrasted(
    model: VerdictModel, claim: Claim, evidence: Sequence[Evidence], pages: Sequence[Page]
) -> Contrast | None:
    """What the evidence says of the claim and of its corrections, asked together.

    Nothing where there is no correction, or the model cannot be asked of several wordings.
    """
    if not isinstance(model, WordingReader):
        return None
    found = corrections(claim.text, evidence, pages)
    if not found:
        return None
    stances = model.stances([claim.text, *(one.text for one in found)], evidence)
    support, *others = (_log_odds(stance.supports) for stance in stances)
    best = max(range(len(found)), key=lambda place: (others[place], -place))
    return Contrast(support, others[best] - support, _fit(found), found[best])


def truth_features(verdict: Verdict, found: Contrast) -> Floats:
    """What is weighed for the truth of the claim, in the order of `TRUTH`; how much is lost tells nothing more."""
    odds = log(max(verdict.supports, _FLOOR) / max(verdict.refutes, _FLOOR))
    return np.array([1.0, odds, max(found.gain, 0.0), found.fit])


def bearing_features(verdict: Verdict) -> Floats:
    """What is weighed for whether the evidence decides, in the order of `BEARING`."""
    return np.array([1.0, _log_odds(1 - verdict.not_enough_info)])


def reweighed(verdict: Verdict, found: Contrast, weights: Weights | None = None) -> Verdict:
    """The verdict by the contrast; what each piece of evidence says alone stays."""
    weights = weights or packaged_weights()
    supports = _likely(float(truth_features(verdict, found) @ weights.truth))
    decided = _likely(float(bearing_features(verdict) @ weights.bearing))
    return verdict_from(Stance(supports * decided, (1 - supports) * decided, 1 - decided), verdict.stances)


@cache
def packaged_weights() -> Weights:
    """The weights that come with the package."""
    file = files("veriscope.pipeline") / "data" / "contrast" / "weights.json"
    return read_weights(json.loads(file.read_text(encoding="utf-8")))


def read_weights(named: Mapping[str, Mapping[str, float]]) -> Weights:
    """The weights by the names of their features."""
    if [list(part) for part in named.values()] != [list(TRUTH), list(BEARING)]:
        raise StoreError(
            "contrast/weights.json weighs other features than this version has; `train_contrast` writes it"
        )
    return Weights(*(np.array(list(part.values()), np.float64) for part in named.values()))


def _fit(found: Sequence[Correction]) -> float:
    """That of the evidence's rows; a row that is none speaks for the claim, and not against it."""
    evident = [one.fit for one in found if one.is_evident]
    best = max(evident) if evident else min(max(one.fit for one in found), 0.0)
    return min(max(best, -_MOST_FIT), _MOST_FIT)


def _log_odds(share: float) -> float:
    kept = min(max(share, _FLOOR), 1 - _FLOOR)
    return log(kept / (1 - kept))


def _likely(score: float) -> float:
    return 1 / (1 + exp(-score))
