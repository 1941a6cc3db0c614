"""The FEVER paper's simpler model: a perceptron with one hidden layer over term frequencies."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from veriscope.domain import Claim, Evidence, Stance, Verdict
from veriscope.errors import StoreError
from veriscope.verdict.label_probabilities import NO_EVIDENCE, joined_text, stance_from, verdict_from
from veriscope.verdict.model_files import ModelFiles
from veriscope.verdict.term_frequencies import TermVocabulary

FEVER_MLP = "fever-mlp"
_SHAPES = {"idf": 1, "claim": 2, "body": 2, "cosine": 1, "hidden_bias": 1, "out": 2, "out_bias": 1}


class FeverMlp:
    """Reads the pieces of evidence as one text (Riedel et al. 2017, as used by Thorne et al. 2018).

    Features: the term frequencies of the claim and of the evidence, and the cosine of their TF-IDF vectors.
    """

    def __init__(self, folder: Path) -> None:
        files = ModelFiles.read(folder, kind=FEVER_MLP, shapes=_SHAPES)
        self.settings = files.settings
        self._weights = files.arrays
        if {len(files.words)} != {len(files.arrays[name]) for name in ("idf", "claim", "body")}:
            raise StoreError(f"{folder} is damaged (its words and weights differ in number); train the model again")
        self._vocabulary = TermVocabulary(files.words, files.arrays["idf"].astype(np.float32))

    def decide(self, claim: Claim, evidence: Sequence[Evidence], **_unread: object) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO when there is none."""
        if not evidence:
            return NO_EVIDENCE
        stances = [self._stance(claim.text, piece.text) for piece in evidence]
        return verdict_from(self._stance(claim.text, joined_text(evidence)), stances)

    def _stance(self, claim: str, body: str) -> Stance:
        weights, pair = self._weights, self._vocabulary.pair(claim, body)
        hidden = (
            pair.claim.frequencies @ weights["claim"][pair.claim.columns]
            + pair.body.frequencies @ weights["body"][pair.body.columns]
            + pair.cosine * weights["cosine"]
            + weights["hidden_bias"]
        )
        return stance_from(np.maximum(hidden, 0) @ weights["out"] + weights["out_bias"])
