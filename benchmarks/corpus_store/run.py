"""Builds the corpus store from FEVER's wiki-pages and measures it; a plain SQLite table is the peer.

    python benchmarks/corpus_store/run.py [--data ../shared/data] [--out RESULT.json]

The peer is what FEVER systems commonly use: each record parsed with `json` and stored in one SQLite table,
in one process; a read parses the lines of the page again.
"""

import argparse
import gzip
import json
import os
import platform
import random
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
from dataclasses import asdict
from pathlib import Path

import psutil

from veriscope.corpus import Corpus

READS = 5000


def peak_memory(process: psutil.Process, stop: threading.Event, peak: list[int]) -> None:
    while not stop.wait(0.05):
        try:
            members = [process, *process.children(recursive=True)]
            peak[0] = max(peak[0], sum(member.memory_info().rss for member in members))
        except psutil.Error:
            return


def measured_build(destination: Path, sources: list[Path]) -> tuple[float, float]:
    started = time.perf_counter()
    command = [sys.executable, "-m", "veriscope", "corpus", "build", str(destination), *map(str, sources)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        stop, peak = threading.Event(), [0]
        watcher = threading.Thread(target=peak_memory, args=(psutil.Process(running.pid), stop, peak))
        watcher.start()
        if running.wait():
            raise SystemExit("the build failed")
        stop.set()
        watcher.join()
    return time.perf_counter() - started, peak[0] / 2**20


def build_peer(database: Path, sources: list[Path]) -> float:
    started = time.perf_counter()
    connection = sqlite3.connect(database)
    connection.execute("CREATE TABLE documents (id PRIMARY KEY, text, lines)")
    for path in sources:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = (json.loads(line) for line in file)
            connection.executemany(
                "INSERT INTO documents VALUES (?, ?, ?)",
                ((unicodedata.normalize("NFD", row["id"]), row["text"], row["lines"]) for row in rows),
            )
    connection.commit()
    connection.close()
    return time.perf_counter() - started


def median_ms(read, keys: list[str]) -> dict[str, float]:
    times = []
    for key in keys:
        started = time.perf_counter()
        read(key)
        times.append((time.perf_counter() - started) * 1000)
    times.sort()
    return {"median": round(statistics.median(times), 4), "p95": round(times[int(0.95 * len(times))], 4)}


def opening_ms(folder: Path) -> float:
    times = []
    for _ in range(20):
        started = time.perf_counter()
        Corpus.open(folder).close()
        times.append((time.perf_counter() - started) * 1000)
    return round(statistics.median(times), 3)


def read_times(folder: Path, *, seed: int = 1) -> dict[str, float]:
    with Corpus.open(folder) as corpus:
        titles = list(corpus.titles())
        random.Random(seed).shuffle(titles)
        return median_ms(corpus.page, titles[:READS])


def peer_read_times(database: Path, *, seed: int = 1) -> dict[str, float]:
    connection = sqlite3.connect(database)
    ids = [row[0] for row in connection.execute("SELECT id FROM documents")]
    random.Random(seed).shuffle(ids)

    def read(page_id: str) -> list[list[str]]:
        lines = connection.execute("SELECT lines FROM documents WHERE id = ?", (page_id,)).fetchone()[0]
        return [line.split("\t") for line in lines.split("\n")]

    return median_ms(read, ids[:READS])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    wiki = sorted((arguments.data / "fever" / "wiki-pages").glob("*.gz"))
    feverous = arguments.data / "feverous-pages" / "pages.jsonl.xz"
    folder = Path(tempfile.mkdtemp())
    try:
        result = {"machine": f"{os.cpu_count()} cores, Python {platform.python_version()}"}
        html = arguments.data / "wiki-html" / "articles.tar.xz"
        corpora = {"wiki-pages": wiki, "feverous-pages": [feverous], "wiki-html": [html]}
        for name, sources in {**corpora, "all three": [*wiki, feverous, html]}.items():
            seconds, mebibytes = measured_build(folder / name, sources)
            with Corpus.open(folder / name) as corpus:
                counts = corpus.counts()
            result[name] = {
                "build_s": round(seconds, 1),
                "peak_memory_mib": round(mebibytes),
                "open_ms": opening_ms(folder / name),
                "read_ms": read_times(folder / name),
                "size_mib": round((folder / name / "pages.sqlite").stat().st_size / 2**20),
                **asdict(counts),
            }
        result["peer"] = {
            "build_s": round(build_peer(folder / "peer.db", wiki), 1),
            "read_ms": peer_read_times(folder / "peer.db"),
            "size_mib": round((folder / "peer.db").stat().st_size / 2**20),
        }
        ours, peer = result["wiki-pages"], result["peer"]
        result["ratio_to_peer"] = {
            "build_time": round(ours["build_s"] / peer["build_s"], 2),
            "read_time": round(ours["read_ms"]["median"] / peer["read_ms"]["median"], 2),
            "size": round(ours["size_mib"] / peer["size_mib"], 2),
        }
    finally:
        shutil.rmtree(folder)
    text = json.dumps(result, indent=2)
    print(text)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
