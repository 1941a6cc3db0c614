"""Fits the head of the encoder's verdict, calibrated: `python -m veriscope.pipeline.train_verdict_head --help`.

It learns from claims held out from the encoder's training, equally many of each label, as the whole pipeline finds
evidence for them; from the same claims with their gold lines alone, so that it knows both; from claims with the best
line that is no evidence; and from claims with a line that says nothing of them. Five folds tell how well it does on
claims that it has not seen.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import Corpus
from veriscope.domain import Claim, Evidence, Label, SentenceId
from veriscope.neural.encoder import Encoder
from veriscope.neural.evidence_lines import Line, evidence_lines
from veriscope.neural.mined import MinedClaim, read_mined
from veriscope.pipeline.config import PipelineConfig
from veriscope.retrieval import FusedRetriever
from veriscope.selection.reranked import RerankedSelector
from veriscope.verdict.encoder import LABELS, EncoderVerdict, VerdictHead
from veriscope.verdict.encoder_features import FEATURES, verdict_features

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_FOLDS = 5
_STEPS = 3000
_RATE = 0.02


class Judged(NamedTuple):
    """The features of a claim with some evidence, its label, and whether a pipeline found the evidence.

    `claim` is the number of the claim, which may be judged twice: all of it belongs to one fold.
    """

    claim: int
    features: Floats
    label: int
    is_found: bool


def judged_claims(claims: Sequence[MinedClaim], corpus: Corpus, encoder: Encoder) -> Iterator[Judged]:
    """Each claim with what the pipeline finds, and with its gold lines alone, or its best line where it has none."""
    config = PipelineConfig()
    retriever, selector = FusedRetriever(corpus), RerankedSelector(corpus.search_index, encoder=encoder)
    model = EncoderVerdict(encoder=encoder, head=_no_head())
    for number, one in enumerate(claims, start=1):
        claim, label = Claim(one.id, one.claim), LABELS.index(one.label)
        ranked = retriever.retrieve(claim, limit=config.pages)
        pages = [(page, score) for title, score in ranked if (page := corpus.page(title)) is not None]
        found = selector.select(claim, pages, limit=config.evidence)
        gold = [_evidence(line) for line in dict.fromkeys(one.gold)] or found[:1]
        for evidence, is_found in ((found, True), (gold, False)):
            if evidence:
                yield Judged(number, _features(model, claim, evidence), label, is_found)
        for said_nothing in (_near(one, found, number), _foreign(claims, number)):
            if said_nothing:
                neither = LABELS.index(Label.NOT_ENOUGH_INFO)
                yield Judged(number, _features(model, claim, said_nothing), neither, is_found=False)
        sys.stderr.write(f"\r{number:,} of {len(claims):,} claims")


def fit(features: Floats, labels: Integers, weights: Floats | None = None, *, decay: float = 1e-3) -> VerdictHead:
    """The head of least loss, found by a fixed number of steps from zero; `weights` say how much each row counts."""
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-6
    rows = (features - mean) / scale
    counts = np.ones(len(rows)) if weights is None else weights
    shares_of_rows = (counts / counts.sum())[:, None]
    wanted = np.eye(len(LABELS))[labels]
    slopes, bias = np.zeros((rows.shape[1], len(LABELS))), np.zeros(len(LABELS))
    moments = [np.zeros_like(slopes), np.zeros_like(slopes)]
    for step in range(1, _STEPS + 1):
        logits = rows @ slopes + bias
        shares = np.exp(logits - logits.max(axis=1, keepdims=True))
        gap = (shares / shares.sum(axis=1, keepdims=True) - wanted) * shares_of_rows
        slope = rows.T @ gap + decay * slopes
        moments[0] = 0.9 * moments[0] + 0.1 * slope
        moments[1] = 0.999 * moments[1] + 0.001 * slope**2
        slopes -= _RATE * (moments[0] / (1 - 0.9**step)) / (np.sqrt(moments[1] / (1 - 0.999**step)) + 1e-8)
        bias -= gap.sum(axis=0)
    return VerdictHead(slopes, bias, mean, scale)


def held_out_accuracy(judged: Sequence[Judged]) -> tuple[float, float]:
    """Accuracy and expected calibration error on found evidence, each fold by a head fitted on the others."""
    right: list[bool] = []
    sure: list[float] = []
    for fold in range(_FOLDS):
        head = fit_alike([one for one in judged if one.claim % _FOLDS != fold])
        for one in judged:
            if one.claim % _FOLDS == fold and one.is_found:
                shares = head.probabilities(one.features)
                right.append(int(np.argmax(shares)) == one.label)
                sure.append(max(shares))
    return float(np.mean(right)), _calibration_error(np.array(sure), np.array(right))


def main() -> None:
    """Write the head, and print what the folds give."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--encoder", type=Path, required=True, help="the folder of encoder.onnx")
    parser.add_argument("--held-out", type=Path, required=True, help="mined claims that nothing was trained on")
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="the head's file")
    parser.add_argument("--limit", type=int, default=0)
    asked = parser.parse_args()
    claims = list(read_mined(asked.held_out))[: asked.limit or None]
    with Corpus.open(asked.corpus) as corpus:
        judged = list(judged_claims(claims, corpus, Encoder(asked.encoder)))
    accuracy, error = held_out_accuracy(judged)
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    fit_alike(judged).write(asked.out)
    print(f"{len(claims)} claims; folds: accuracy {accuracy:.4f}, calibration error {error:.4f}")  # noqa: T201


def fit_alike(judged: Sequence[Judged]) -> VerdictHead:
    """Labels count alike; given evidence counts half of what was found, and no row of it more than a found one."""
    groups = Counter((one.is_found, one.label) for one in judged)

    def weight(one: Judged) -> float:
        found = 1 / max(1, groups[True, one.label])
        return found if one.is_found else min(found, 0.5 / groups[False, one.label])

    weights = np.array([weight(one) for one in judged])
    return fit(np.array([one.features for one in judged]), np.array([one.label for one in judged]), weights)


def _features(model: EncoderVerdict, claim: Claim, evidence: Sequence[Evidence]) -> Floats:
    together, alone = model.judge(claim, evidence_lines(evidence))
    return verdict_features(together, alone)


def _near(claim: MinedClaim, found: Sequence[Evidence], number: int) -> list[Evidence]:
    """For every third claim with evidence the best line found that is none."""
    gold = {line.text for line in claim.gold}
    return [piece for piece in found if piece.text not in gold][:1] if gold and number % 3 == 1 else []


def _foreign(claims: Sequence[MinedClaim], number: int) -> list[Evidence]:
    """For every third claim the best line of the next one, which says nothing of it."""
    following = claims[number % len(claims)]
    return [_evidence(one.line) for one in following.found[:1]] if number % 3 == 0 else []


def _evidence(line: Line) -> Evidence:
    return Evidence(SentenceId(line.title or "?", 0), line.text, (line.title,), 1.0)


def _no_head() -> VerdictHead:
    width = len(FEATURES)
    return VerdictHead(np.zeros((width, len(LABELS))), np.zeros(len(LABELS)), np.zeros(width), np.ones(width))


def _calibration_error(sure: Floats, right: NDArray[np.bool_], *, bins: int = 15) -> float:
    places = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [
        abs(right[places == place].mean() - sure[places == place].mean()) * (places == place).sum()
        for place in set(places.tolist())
    ]
    return float(sum(gaps) / len(sure))


if __name__ == "__main__":
    main()
