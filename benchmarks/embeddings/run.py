"""Embeddings: how fast they train beside PyKEEN, how well they rank and tell facts apart, and how settings were chosen.

    python benchmarks/embeddings/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--peer PYTHON]
                                        [--out RESULT.json] [--sample N]

NAME is one of the measurements; without one, all are run. `epoch` times one epoch of TransE with 100 dimensions on
FB15k-237, in turns with PyKEEN's where `--peer` names a Python that has it, on two threads each, `epoch-one-thread` on
one; `pykeen` trains both for 20 epochs, `pykeen-long` for 100, and one scorer ranks the test facts. `threads` compares
one thread with two by what they learn, `choices` some settings, `scores` ways to score a fact, all on facts for
validation. `fb15k-237` and `wn18rr` rank the test facts. `codex-s` tells its test facts from its hard negatives, with
thresholds from its facts for validation; `codex-m`, which has no test facts here, tells those for validation apart,
cross-fitted. `peer-facts` scores the 300 facts that other methods were measured on; its graphs are kept in the folder
of `--graphs`. `--sample` takes so many facts and one epoch, and keeps no result.

On a machine that is busy otherwise, the seconds of the processor are to be compared, not those that passed.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean, median

sys.path.insert(0, str(Path(__file__).parents[1] / "knowledge_linker"))
sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

import numpy as np
from beside_pykeen import MANY_EPOCHS, epoch, pykeen
from graphs import public_graph
from labelled_facts import read_facts
from measurements import RUNS, Report, measure, target_parser
from splits import Splits, read_splits
from target import Target
from trials import ranked, trained

from veriscope.checking import EmbeddingChecker
from veriscope.checking.midpoints import midpoints
from veriscope.graph import View, triple_of
from veriscope.graph.embeddings.embedding import Embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.shares import ShareScorer
from veriscope.scoring.ranking import LabelledScores, auroc
from veriscope.scoring.thresholds import Thresholds

RESULT = RUNS.with_name("2026-11-16-two-core") / "embeddings.json"
FOLDS = 5
# What more of everything brings.
LARGE = {"dimension": 200, "negatives": 128, "epochs": 40}
SIZES = {"transe default": {}, "transh default": {"model": "transh"}, "transe large": LARGE}


def threads(asked: argparse.Namespace) -> Report:
    """The default settings on one thread, which repeats itself, and on two, which need no locks but vary."""
    splits, report = read_splits(asked.data, "fb15k-237"), {}
    for count in (1, 2):
        rows = []
        for seed in range(3):
            embedding, took = trained(splits.view, EmbeddingSettings(threads=count, seed=seed), asked)
            rows.append({**took, **ranked(embedding, splits, "valid", asked, most=2000)})
        report[str(count)] = {"mean_mrr": round(mean(row["mrr"] for row in rows), 4), "runs": rows}
    ratio = median(row["epoch_s"] for row in report["1"]["runs"]) / median(
        row["epoch_s"] for row in report["2"]["runs"]
    )
    return {**report, "faster": round(ratio, 2)}


CHOICES = {
    "default": {},
    "half the epochs": {"epochs": 10},
    "twice the epochs": {"epochs": 40},
    "32 negatives": {"negatives": 32},
    "128 negatives, 15 epochs": {"negatives": 128, "epochs": 15},
    "128 negatives, 10 epochs": {"negatives": 128, "epochs": 10},
    "rate 0.05": {"rate": 0.05},
    "margin 2": {"margin": 2.0},
    "margin 5": {"margin": 5.0},
    "temperature 2": {"temperature": 2.0},
    "temperature 5": {"temperature": 5.0},
    "bernoulli": {"corruption": "bernoulli"},
    "L1": {"norm": 1},
}


def choices(asked: argparse.Namespace) -> Report:
    """Settings beside the default ones, on facts for validation alone."""
    report: Report = {}
    graphs = {name: read_splits(asked.data, name) for name in ("fb15k-237", "codex-s")}
    for name, changes in CHOICES.items():
        row: Report = {}
        for graph, splits in graphs.items():
            embedding, took = trained(splits.view, EmbeddingSettings(**changes), asked)
            row[graph] = {**took, "mrr": ranked(embedding, splits, "valid", asked, most=2000)["mrr"]}
            if "valid_negatives" in splits.parts:
                row[graph]["accuracy"] = cross_fitted(splits, shares(embedding, splits, "valid"), "valid")
        report[name] = row
        print(name, row, flush=True)
    return report


def shares(embedding: Embedding, splits: Splits, part: str) -> np.ndarray:
    """What a checker scores."""
    facts, _ = splits.labelled(part)
    checker = EmbeddingChecker(embedding, splits.view)
    return np.array([one.score for one in checker.check([triple_of(splits.view.graph, fact) for fact in facts])])


def cross_fitted(splits: Splits, scores: np.ndarray, part: str) -> float:
    """The accuracy where each fold is judged at the thresholds of the others."""
    facts, truths = splits.labelled(part)
    predicates = np.array([str(number) for number in facts[:, 1]])
    folds = np.random.default_rng(0).permutation(len(facts)) % FOLDS
    right = 0.0
    for fold in range(FOLDS):
        others, own = folds != fold, folds == fold
        learned = Thresholds.learn(LabelledScores(scores[others], truths[others]), predicates[others].tolist())
        right += learned.accuracy(LabelledScores(scores[own], truths[own]), predicates[own].tolist()) * own.sum()
    return round(float(right) / len(facts), 4)


def scores(asked: argparse.Namespace) -> Report:
    """Plain distances, shares, and shares less their predicate's midpoint, on CoDEx-S's facts for validation."""
    splits = read_splits(asked.data, "codex-s")
    embedding, _ = trained(splits.view, EmbeddingSettings(), asked)
    facts, truths = splits.labelled("valid")
    scorer = ShareScorer.of(embedding, splits.view.facts())
    started = time.perf_counter()
    raw = scorer.scores(facts)
    us = (time.perf_counter() - started) / len(facts) * 1e6
    ways = {
        "distance": -embedding.distances(facts).astype(np.float64),
        "share": raw,
        "share less midpoint": raw - midpoints(splits.view, scorer.scores)[facts[:, 1]],
    }
    report: Report = {
        name: {**apart(way, facts, truths), "accuracy": cross_fitted(splits, way, "valid")}
        for name, way in ways.items()
    }
    return {**report, "us_a_fact": round(us, 1)}


def apart(values: np.ndarray, facts: np.ndarray, truths: np.ndarray) -> Report:
    """The AUROC over all facts, and its mean over predicates with enough of both kinds."""
    rows = []
    for predicate in np.unique(facts[:, 1]):
        own = facts[:, 1] == predicate
        if min(truths[own].sum(), (~truths[own]).sum()) >= 10:
            rows.append(auroc(LabelledScores(values[own], truths[own])))
    return {"auroc": round(auroc(LabelledScores(values, truths)), 4), "mean_auroc": round(mean(rows), 4)}


def ranking(asked: argparse.Namespace, *, name: str) -> Report:
    """The default settings and larger ones, on the test facts."""
    splits, report = read_splits(asked.data, name), {}
    for size, changes in SIZES.items():
        embedding, took = trained(splits.view, EmbeddingSettings(**changes), asked)
        report[size] = {**took, **{part: ranked(embedding, splits, part, asked) for part in ("valid", "test")}}
        print(name, size, report[size], flush=True)
    return report


def classified(asked: argparse.Namespace, *, name: str) -> Report:
    """Hard negatives: test facts at thresholds from those for validation, else the latter, cross-fitted."""
    splits, report = read_splits(asked.data, name), {}
    for size, changes in SIZES.items():
        embedding, took = trained(splits.view, EmbeddingSettings(**changes), asked)
        valid = shares(embedding, splits, "valid")
        report[size] = {**took, "cross_fitted": cross_fitted(splits, valid, "valid")}
        if "test_negatives" in splits.parts:
            report[size]["test"] = fitted(splits, valid, shares(embedding, splits, "test"))
        print(name, size, report[size], flush=True)
    return report


def fitted(splits: Splits, valid: np.ndarray, test: np.ndarray) -> float:
    """The accuracy on the test facts at thresholds from the facts for validation."""
    (facts, truths), (others, other_truths) = splits.labelled("test"), splits.labelled("valid")
    learned = Thresholds.learn(LabelledScores(valid, other_truths), [str(number) for number in others[:, 1]])
    return round(learned.accuracy(LabelledScores(test, truths), [str(number) for number in facts[:, 1]]), 4)


def peer_facts(asked: argparse.Namespace) -> Report:
    """AUROC on the 300 facts of each graph, hidden from training in both directions."""
    report: Report = {}
    for name in ("dbpedia93k", "fb15k-237"):
        graph = public_graph(asked, name)
        labelled = read_facts(graph, asked.data / "kg" / "peer-facts" / f"{name}.tsv")
        view = View.of(graph).without(labelled.facts)
        triples = [triple_of(graph, fact) for fact in labelled.facts]
        for model in ("transe", "transh"):
            embedding, took = trained(view, EmbeddingSettings(model=model), asked)
            checked = EmbeddingChecker(embedding, view).check(triples)
            values = np.array([one.score for one in checked])
            report[f"{name} {model}"] = {**took, "auroc": round(auroc(LabelledScores(values, labelled.truths)), 4)}
    return report


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], Report]] = {
    "epoch": partial(epoch, threads=2),
    "epoch-one-thread": partial(epoch, threads=1),
    "pykeen": pykeen,
    "pykeen-long": partial(pykeen, epochs=MANY_EPOCHS),
    "threads": threads,
    "choices": choices,
    "scores": scores,
    "fb15k-237": partial(ranking, name="fb15k-237"),
    "wn18rr": partial(ranking, name="wn18rr"),
    "codex-s": partial(classified, name="codex-s"),
    "codex-m": partial(classified, name="codex-m"),
    "peer-facts": peer_facts,
}

TARGETS = (
    Target(
        "PyKEEN takes so many times as long an epoch, two threads each", "epoch/pykeen_over_plain/epoch_s", ">=", 20
    ),
    Target("and so many times the processor's time", "epoch/pykeen_over_plain/epoch_processor_s"),
    Target("one thread each", "epoch-one-thread/pykeen_over_plain/epoch_s", ">=", 20),
    Target("and of the processor's time", "epoch-one-thread/pykeen_over_plain/epoch_processor_s"),
    Target("with our default settings, one thread each", "epoch-one-thread/pykeen_over_default/epoch_processor_s"),
    Target("MRR after as many epochs, less PyKEEN's", "pykeen/plain_mrr_ahead", ">=", 0),
    Target("the same with our default settings", "pykeen/default_mrr_ahead", ">=", 0),
    Target("our default settings, less PyKEEN's after 100 epochs", "pykeen-long/default_mrr_ahead", ">=", 0),
    Target("the same recipe after 100 epochs, less PyKEEN's", "pykeen-long/plain_mrr_ahead"),
    Target("two threads are so many times as fast", "threads/faster"),
    Target("TransE, FB15k-237: filtered MRR", "fb15k-237/transe default/test/mrr", ">=", 0.29),
    Target("TransE, FB15k-237, larger: filtered MRR", "fb15k-237/transe large/test/mrr"),
    Target("TransE, CoDEx-S: accuracy on hard negatives", "codex-s/transe default/test", ">=", 0.82),
    Target(
        "TransE, CoDEx-M: cross-fitted accuracy on hard negatives", "codex-m/transe default/cross_fitted", ">=", 0.79
    ),
)


def main() -> None:
    parser = target_parser(__doc__, tuple(MEASUREMENTS), result=RESULT)
    parser.add_argument("--peer", help="a Python with PyKEEN")
    parser.add_argument("--graphs", type=Path, help="a folder of built graphs, for peer-facts")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asked.graphs = asked.graphs or Path(folder)
        measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
