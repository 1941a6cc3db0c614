"""Trains the bias model, a logistic regression over n-grams that reads only the claim."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from veriscope.errors import InputError
from veriscope.lab.training.logistic_fit import fit_labels
from veriscope.lab.training.training_pairs import ClaimTexts
from veriscope.verdict import CLAIM_ONLY, LABEL_ORDER, ModelFiles, Settings, claim_ngrams


@dataclass(frozen=True, slots=True)
class ClaimOnlySettings:
    """N-grams in fewer than `min_claims` claims are ignored; `ridge` is the penalty of half the squared weights.

    The penalty is added to the sum of losses, so it matters more if there are fewer claims.
    """

    min_claims: int = 5
    ridge: float = 1.5


def train_claim_only(claims: Sequence[ClaimTexts], settings: ClaimOnlySettings) -> ModelFiles:
    """Train the model on the claims; all labels have equal weight, as in FEVER's development set."""
    from sklearn.feature_extraction.text import CountVectorizer  # noqa: PLC0415 - needed only to fit

    reader = CountVectorizer(analyzer=claim_ngrams, min_df=settings.min_claims)
    try:
        rows = reader.fit_transform(one.claim.text for one in claims)
    except ValueError:
        least = settings.min_claims
        raise InputError(f"no word is in {least} of the {len(claims)} claims; give more claims to learn from") from None
    labels = np.array([LABEL_ORDER.index(one.label) for one in claims])
    counts = 1 / np.bincount(labels, minlength=len(LABEL_ORDER))[labels]
    found = fit_labels(rows, labels, counts, size=len(LABEL_ORDER), ridge=settings.ridge / len(claims))
    arrays = {name: array.astype(np.float32) for name, array in found._asdict().items()}
    saved: Settings = {"min_claims": settings.min_claims, "ridge": settings.ridge, "claims": len(claims)}
    return ModelFiles(CLAIM_ONLY, saved, tuple(reader.get_feature_names_out()), arrays)
