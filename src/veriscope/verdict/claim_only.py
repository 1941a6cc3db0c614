"""A bias model: the label from the words of the claim alone, by logistic regression over its n-grams."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from veriscope.domain import Claim, Evidence, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.text import words
from veriscope.verdict.label_probabilities import NO_EVIDENCE, stance_from, verdict_from
from veriscope.verdict.model_files import ModelFiles

CLAIM_ONLY = "claim-only"


class ClaimOnly:
    """Never reads the evidence; what it gets right shows the bias of a data set (Schuster et al. 2019)."""

    def __init__(self, folder: Path) -> None:
        files = ModelFiles.read(folder, kind=CLAIM_ONLY, shapes={"weights": 2, "bias": 1})
        if len(files.arrays["weights"]) != len(files.words):
            raise StoreError(f"{folder} is damaged (its n-grams and weights differ in number); train the model again")
        self.settings = files.settings
        self._columns = {ngram: column for column, ngram in enumerate(files.words)}
        self._weights, self._bias = files.arrays["weights"], files.arrays["bias"]

    def decide(self, claim: Claim, evidence: Sequence[Evidence], **_unread: object) -> Verdict:
        """The verdict on `claim`, whatever the evidence says; NOT ENOUGH INFO when there is none."""
        return verdict_from(self.guess(claim)) if evidence else NO_EVIDENCE

    def guess(self, claim: Claim) -> Stance:
        """The probability of each label given nothing but the claim."""
        columns = known_columns(claim_ngrams(claim.text), self._columns)
        return stance_from(self._weights[columns].sum(axis=0) + self._bias)


def claim_ngrams(text: str) -> list[str]:
    """A claim's words and pairs of neighbouring words, each once, in order; in pairs, the claim's ends are words."""
    found = ["^", *words(text), "$"]
    pairs = (f"{first} {second}" for first, second in pairwise(found))
    return list(dict.fromkeys([*found[1:-1], *pairs]))


def known_columns(ngrams: Iterable[str], columns: dict[str, int]) -> NDArray[np.int64]:
    """The columns of the n-grams that have one."""
    return np.array([columns[ngram] for ngram in ngrams if ngram in columns], np.int64)
