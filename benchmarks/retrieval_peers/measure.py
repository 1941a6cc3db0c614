"""Runs steps in processes of their own and notes what they cost."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import psutil

from veriscope.retrieval import RETRIEVERS

STEP = Path(__file__).with_name("step.py")
OURS = list(RETRIEVERS)
# What else a retriever needs built, and would build when first asked.
VECTORS = {"tfidf": ("vectors.pages",), "entity-tfidf": ("vectors.introductions",)}

Cost = dict[str, object]


def step(*words: object) -> Cost:
    """Run a step; what it printed, and the peak of its resident memory, workers counted in."""
    command = [sys.executable, str(STEP), *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        stop, peak = threading.Event(), [0]
        watcher = threading.Thread(target=_watch, args=(psutil.Process(running.pid), stop, peak))
        watcher.start()
        printed = running.communicate()[0]
        stop.set()
        watcher.join()
    if running.returncode:
        raise SystemExit(f"failed: {' '.join(command)}")
    return {**json.loads(printed.splitlines()[-1]), "peak_mib": round(peak[0] / 2**20)}


def _watch(process: psutil.Process, stop: threading.Event, peak: list[int]) -> None:
    while not stop.wait(0.05):
        try:
            members = [process, *process.children(recursive=True)]
            peak[0] = max(peak[0], sum(member.memory_info().rss for member in members))
        except psutil.Error:
            continue


def noted(path: Path, make: Callable[[], Cost]) -> Cost:
    """What a build cost, kept beside what it built."""
    if not path.exists():
        path.write_text(json.dumps(make()))
    return json.loads(path.read_text())


def size_mib(folder: Path) -> float:
    return round(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20, 1)


def used_indexes(name: str) -> tuple[str, ...]:
    return (*getattr(RETRIEVERS[name], "indexes", ()), *VECTORS.get(name, ()))


def build_ours(folder: Path, source: Path, retrievers: Iterable[str]) -> dict[str, Cost]:
    """Build the page store and the indexes that the retrievers use; what each cost."""
    corpus = folder / "corpus"

    def store() -> Cost:
        return {**step("build-store", "--corpus", corpus, "--source", source), "size_mib": size_mib(corpus)}

    def index(name: str) -> Cost:
        cost = step("build-index", "--corpus", corpus, "--name", name)
        return {**cost, "size_mib": sum(map(size_mib, (corpus / "index").glob(f"{name}[-.]*")))}

    costs = {"store": noted(folder / "store.json", store)}
    for name in sorted({used for retriever in retrievers for used in used_indexes(retriever)}):
        costs[name] = noted(folder / f"index-{name}.json", partial(index, name))
    return costs


def cost_of(name: str, costs: dict[str, Cost]) -> Cost:
    """What a retriever of ours needs built: the page store and its indexes."""
    parts = [costs[part] for part in ("store", *used_indexes(name))]
    return {
        "build_s": round(sum(part["seconds"] for part in parts), 1),
        "size_mib": round(sum(part["size_mib"] for part in parts), 1),
        "build_peak_mib": max(part["peak_mib"] for part in parts),
    }
