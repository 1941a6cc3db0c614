"""Our training beside PyKEEN's: what an epoch takes, in turns, and how well both rank after as many epochs."""

import argparse
import json
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from statistics import median

import numpy as np
from measurements import Report
from splits import Splits, read_splits
from trials import ranked, trained

from veriscope.graph.embeddings.embedding import Embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings, plain_settings
from veriscope.graph.embeddings.training import train_embedding

ROUNDS = 3
EPOCHS = 20
MANY_EPOCHS = 100
BATCH = 1024
# TransE, 100 dimensions, margin ranking with a margin of 1, one corrupted fact for each fact: what PyKEEN does, too.
PLAIN = plain_settings("transe")
# The same, with the norm and the optimiser of our default settings.
TUNED = replace(PLAIN, norm=2, optimiser="adagrad", rate=0.1, has_unit_entities=False)
OURS = {"plain": PLAIN, "tuned": TUNED, "default": EmbeddingSettings()}


def epoch(asked: argparse.Namespace, *, threads: int) -> Report:
    """One epoch of each, again and again in turns, on so many threads; medians, and PyKEEN's over ours."""
    splits = read_splits(asked.data, "fb15k-237")
    rows: dict[str, list[Report]] = {}
    for _ in range(1 if asked.sample else ROUNDS):
        for name, settings in OURS.items():
            took = epoch_of(splits, replace(settings, epochs=3, threads=threads))
            rows.setdefault(name, []).append(took)
        if asked.peer:
            _, took = by_pykeen(splits, asked.peer, epochs=2, threads=threads)
            rows.setdefault("pykeen", []).append(took)
        print({name: runs[-1] for name, runs in rows.items()}, flush=True)
    return _summed_up(rows)


def epoch_of(splits: Splits, settings: EmbeddingSettings) -> Report:
    """What an epoch of ours took, as PyKEEN's is timed: from the end of one to the end of the next."""
    ends, facts = [], len(splits.view.facts())

    def note(done: int, _total: int, _loss: float) -> None:
        if done % facts == 0:
            ends.append((time.perf_counter(), time.process_time()))

    train_embedding(splits.view, settings, progress=note)
    return typical([(end[0] - start[0], end[1] - start[1]) for start, end in pairwise(ends)])


def typical(epochs: Sequence[tuple[float, float]]) -> Report:
    """The medians of what epochs took, by the clock and by the processor."""
    passed, used = zip(*epochs, strict=True)
    return {"epoch_s": round(median(passed), 4), "epoch_processor_s": round(median(used), 4)}


def _summed_up(rows: Mapping[str, Sequence[Report]]) -> Report:
    report: Report = {}
    for name, runs in rows.items():
        report[name] = {key: round(median(run[key] for run in runs), 4) for key in ("epoch_s", "epoch_processor_s")} | {
            "runs": [(run["epoch_s"], run["epoch_processor_s"]) for run in runs]
        }
    for name in rows:
        if "pykeen" in report and name != "pykeen":
            report[f"pykeen_over_{name}"] = {
                key: round(report["pykeen"][key] / report[name][key], 1) for key in ("epoch_s", "epoch_processor_s")
            }
    return report


def pykeen(asked: argparse.Namespace, *, epochs: int = EPOCHS) -> Report:
    """Test facts ranked after so many epochs of each; our default settings keep their own number of epochs."""
    splits, report = read_splits(asked.data, "fb15k-237"), {}
    for name, settings in OURS.items():
        chosen = settings if name == "default" else replace(settings, epochs=epochs)
        embedding, took = trained(splits.view, chosen, asked)
        report[name] = {**took, "test": ranked(embedding, splits, "test", asked)}
    if asked.peer:
        embedding, took = by_pykeen(splits, asked.peer, epochs=1 if asked.sample else epochs, threads=1)
        report["pykeen"] = {**took, "test": ranked(embedding, splits, "test", asked)}
        for name in OURS:
            ahead = report[name]["test"]["mrr"] - report["pykeen"]["test"]["mrr"]
            report[f"{name}_mrr_ahead"] = round(ahead, 4)
    return report


def by_pykeen(splits: Splits, python: str, *, epochs: int, threads: int) -> tuple[Embedding, Report]:
    """What PyKEEN trains, and what an epoch of it took."""
    graph = splits.view.graph
    counts = {
        "entities": len(graph.nodes),
        "predicates": len(graph.predicates),
        "epochs": epochs,
        "batch": BATCH,
        "threads": threads,
    }
    with tempfile.TemporaryDirectory() as folder:
        facts, out = Path(folder) / "facts.npy", Path(folder) / "vectors.npz"
        np.save(facts, splits.view.facts())
        words = [f"--{name}={count}" for name, count in counts.items()]
        script = Path(__file__).with_name("pykeen_transe.py")
        done = subprocess.run([python, script, facts, out, *words], capture_output=True, text=True, check=True)
        vectors = np.load(out)
        entities, predicates = vectors["entities"], vectors["predicates"]
    # The first epoch makes the library ready.
    took = json.loads(done.stdout.splitlines()[-1])["epochs"]
    nothing = np.empty((len(predicates), 0), dtype=np.float32), np.empty(0, dtype=np.int64)
    return Embedding(PLAIN, entities, predicates, *nothing, "", ""), {"epochs": epochs, **typical(took[1:] or took)}
