"""Fits the head of the encoder's verdict, calibrated: `veriscope train verdict-head`.

It learns from claims held out of the encoder's training (`head_claims.py`); each source has the same weight, and so has
each label within it. Five folds measure the result on unseen claims.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import GroupKFold

from veriscope.corpus import Corpus
from veriscope.lab.lessons import read_mined
from veriscope.lab.training.head_claims import JudgedClaim, judged_claims, judged_lessons, judged_statements
from veriscope.lab.training.logistic_fit import fit_labels
from veriscope.models import Encoder
from veriscope.scoring import Judgement, calibration
from veriscope.verdict import LABELS, VerdictHead

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_FOLDS = 5
_RIDGE = 1e-3
_TABLE_STATEMENTS = 1_500


@dataclass(frozen=True, slots=True)
class VerdictHeadSettings:
    """The folder of `encoder.onnx`, mined claims that nothing was trained on, their corpus, and the head's file.

    `lessons` is the folder of lessons written by hand. `statements` are TabFact's training statements, `tables` the
    corpus of their tables. `limit` bounds the mined claims (0: all).
    """

    encoder: Path
    held_out: Path
    corpus: Path
    out: Path
    lessons: Path | None = None
    statements: Path | None = None
    tables: Path | None = None
    limit: int = 0


def train_verdict_head(settings: VerdictHeadSettings) -> Iterator[str]:
    """Write the head, and yield the results of the folds for each source."""
    judged = list(_judged(settings))
    settings.out.parent.mkdir(parents=True, exist_ok=True)
    fit_alike(judged).write(settings.out)
    for source, (accuracy, error) in held_out_accuracy(judged).items():
        count = sum(one.is_found and one.source == source for one in judged)
        yield f"{source}: {count} claims; folds: accuracy {accuracy:.4f}, calibration error {error:.4f}"


def fit_head(features: Floats, labels: Integers, weights: Floats | None = None) -> VerdictHead:
    """The head of least loss, with a slight ridge; `weights` are the weights of the rows."""
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-6
    counts = np.ones(len(features)) if weights is None else weights
    found = fit_labels((features - mean) / scale, labels, counts, size=len(LABELS), ridge=_RIDGE)
    return VerdictHead(found.weights, found.bias, mean, scale)


def held_out_accuracy(judged: Sequence[JudgedClaim]) -> dict[str, tuple[float, float]]:
    """Accuracy and expected calibration error on found evidence, by source; each fold has a head of the others."""
    judgements: dict[str, list[Judgement]] = {one.source: [] for one in judged}
    for others, fold in GroupKFold(_FOLDS).split(judged, groups=[f"{one.source} {one.group}" for one in judged]):
        head = fit_alike([judged[place] for place in others])
        for one in (judged[place] for place in fold):
            if one.is_found:
                shares = head.probabilities(one.features)
                judgements[one.source].append(Judgement(LABELS[one.label], LABELS[int(np.argmax(shares))], shares))
    return {
        source: (float(np.mean([one.is_right for one in some])), calibration(some).ece)
        for source, some in judgements.items()
        if some
    }


def fit_alike(judged: Sequence[JudgedClaim]) -> VerdictHead:
    """Fit a head with equal weight for each label of a source; given evidence weighs at most half of found evidence."""
    groups = Counter((one.source, one.is_found, one.label) for one in judged)

    def weight(one: JudgedClaim) -> float:
        found = 1 / max(1, groups[one.source, True, one.label])
        return found if one.is_found else min(found, 0.5 / groups[one.source, False, one.label])

    weights = np.array([weight(one) for one in judged])
    return fit_head(np.array([one.features for one in judged]), np.array([one.label for one in judged]), weights)


def _judged(settings: VerdictHeadSettings) -> Iterator[JudgedClaim]:
    claims = list(read_mined(settings.held_out))[: settings.limit or None]
    encoder = Encoder(settings.encoder)
    with Corpus.open(settings.corpus) as corpus:
        yield from judged_claims(claims, corpus, encoder)
    if settings.lessons is not None:
        yield from judged_lessons(settings.lessons, encoder)
    if settings.statements is not None and settings.tables is not None:
        with Corpus.open(settings.tables) as tables:
            yield from judged_statements(settings.statements, tables, encoder, limit=_TABLE_STATEMENTS)
