"""Fits of the tree that PYTHONPATH names, as one JSON object; `run.py` calls it for two trees."""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from inspect import signature
from pathlib import Path

import numpy as np

from veriscope.domain import Claim
from veriscope.lab.training.train_claim_only import ClaimOnlySettings, train_claim_only
from veriscope.lab.training.train_trees import scaled_to_probabilities
from veriscope.lab.training.train_verdict_head import fit_head
from veriscope.lab.training.training_pairs import read_claim_texts
from veriscope.models.boosted_trees import BoostedTrees, Node
from veriscope.verdict.claim_only import ClaimOnly
from veriscope.verdict.label_probabilities import LABEL_ORDER

try:
    from veriscope.lab.training.logistic_fit import fit_weights
except ImportError:  # the tree before
    from veriscope.verdict.table_fusion import fit as fit_weights

ROWS = 2000
DECAY = 1e-3


def timed(work: Callable[[], object]) -> tuple[object, float]:
    started = time.process_time()
    done = work()
    return done, round(time.process_time() - started, 3)


def claim_only(data: Path, *, most: int | None = None) -> dict:
    """Accuracy and log loss on fever/dev of the model of fever/train, or of its first claims."""
    claims = list(read_claim_texts(data / "fever" / "train.jsonl.gz"))[:most]
    seed = {"seed": 0} if "seed" in signature(train_claim_only).parameters else {}
    files, seconds = timed(partial(train_claim_only, claims, ClaimOnlySettings(), **seed))
    with tempfile.TemporaryDirectory() as folder:
        files.write(Path(folder))
        model = ClaimOnly(Path(folder))
    rows = [json.loads(line) for line in (data / "fever" / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    labels = np.array([[label.value for label in LABEL_ORDER].index(row["label"]) for row in rows])
    guesses = np.array([model.guess(Claim(str(row["id"]), row["claim"])) for row in rows])
    right = guesses.argmax(axis=1) == labels
    accuracy, error = np.mean(right), np.std(right) / len(right) ** 0.5
    return {
        "accuracy": round(float(accuracy), 4),
        "interval": [round(float(accuracy + sign * 1.96 * error), 4) for sign in (-1, 1)],
        "log_loss": round(float(-np.log(guesses[np.arange(len(rows)), labels]).mean()), 4),
        "right": right.tolist(),
        "claims": len(rows),
        "ngrams": len(files.words),
        "processor_s": seconds,
    }


def drawn(labels: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, labels that lean on them, and what each row counts."""
    draw = np.random.default_rng(7)
    rows = draw.normal(size=(ROWS, 5))
    chances = rows @ draw.normal(size=(5, labels)) + draw.gumbel(size=(ROWS, labels))
    return rows, chances.argmax(axis=1), draw.uniform(0.5, 2, size=ROWS)


def verdict_head() -> dict:
    rows, labels, counts = drawn(3)
    head, seconds = timed(lambda: fit_head(rows, labels, counts))
    shares = np.array([head.probabilities(row) for row in rows])
    weights = head._weights
    likelihood = counts / counts.sum() @ -np.log(shares[np.arange(ROWS), labels])
    loss = likelihood + DECAY / 2 * (weights**2).sum()
    return {"loss": float(loss), "values": shares.ravel().tolist(), "processor_s": seconds}


def table_fusion() -> dict:
    rows, labels, counts = drawn(2)
    rows = np.column_stack([np.ones(ROWS), rows])
    weights, seconds = timed(lambda: fit_weights(list(rows), labels == 1, counts=counts.tolist()))
    margins = np.where(labels == 1, 1, -1) * (rows @ weights)
    loss = counts @ np.logaddexp(0, -margins) + (weights[1:] ** 2).sum() / 2
    return {"loss": float(loss), "values": weights.tolist(), "processor_s": seconds}


def platt() -> dict:
    """One stump on each feature gives the scores."""
    rows, labels, _ = drawn(2)
    stumps = tuple(
        (Node(feature, 0.0, 1, 2, 0.0), Node.leaf(-0.5 - feature / 7), Node.leaf(0.4 + feature / 9))
        for feature in range(rows.shape[1])
    )
    model = BoostedTrees(tuple("abcde"), {}, stumps)
    scaled, seconds = timed(lambda: scaled_to_probabilities(model, rows.astype(np.float32), labels.astype(np.int8)))
    values = [scaled.settings["slope"], scaled.settings["intercept"]]
    margins = np.where(labels == 1, 1, -1) * (model.score(rows.astype(np.float32)) * values[0] + values[1])
    return {"loss": float(np.logaddexp(0, -margins).sum()), "values": values, "processor_s": seconds}


if __name__ == "__main__":
    print(
        json.dumps(
            {
                "claim_only": claim_only(Path(sys.argv[1])),
                "claim_only_15000": claim_only(Path(sys.argv[1]), most=15000),
                "verdict_head": verdict_head(),
                "table_fusion": table_fusion(),
                "platt": platt(),
            }
        )
    )
