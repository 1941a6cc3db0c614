"""A bias model: how far single words of claims give their labels away, by normalised pointwise mutual information."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from veriscope.domain import Claim, Evidence, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.text import words
from veriscope.verdict.label_probabilities import NO_EVIDENCE, stance_from, verdict_from
from veriscope.verdict.model_files import ModelFiles

WORD_LABEL_PMI = "word-label-pmi"


class WordLabelPmi:
    """Adds up, label by label, the normalised PMI (Bouma 2009) of the words of the claim; never reads the evidence."""

    def __init__(self, folder: Path) -> None:
        files = ModelFiles.read(folder, kind=WORD_LABEL_PMI, shapes={"npmi": 2})
        if len(files.arrays["npmi"]) != len(files.words):
            raise StoreError(f"{folder} is damaged (its words and figures differ in number); train the model again")
        self.settings = files.settings
        self._npmi = {word: row for word, row in zip(files.words, files.arrays["npmi"], strict=True)}  # noqa: C416

    def decide(self, claim: Claim, evidence: Sequence[Evidence], **_unread: object) -> Verdict:
        """The verdict on `claim`, whatever the evidence says; NOT ENOUGH INFO when there is none."""
        return verdict_from(self.guess(claim)) if evidence else NO_EVIDENCE

    def guess(self, claim: Claim) -> Stance:
        """The softmax of the sums: it ranks the labels, but is not calibrated."""
        rows = [self._npmi[word] for word in dict.fromkeys(words(claim.text)) if word in self._npmi]
        return stance_from(np.sum(rows, axis=0) if rows else np.zeros(3))
