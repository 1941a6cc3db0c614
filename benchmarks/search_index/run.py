"""Builds the search index of FEVER's wiki-pages and measures it; then `named` over six million names.

    python benchmarks/search_index/run.py [--data ../shared/data] [--names 6000000] [--out RESULT.json]

Times of queries are given twice: as they passed, and as the processor was used, whatever else runs beside them.
"""

import argparse
import gzip
import json
import os
import platform
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
import tantivy

from veriscope.corpus import Corpus, PageIndex, search_corpus
from veriscope.corpus.store.open_index import OpenIndex
from veriscope.corpus.store.page_index_fields import schema
from veriscope.text import load_words, name_key, name_keys, terms, words

QUERIES = 2000
MAX_NAME_WORDS = 8
FIELDS = {"title": 2.0, "body": 1.0}
STOP_TERMS = {term for word in load_words("stop_words.txt") for term in terms(word)}


def peak_memory(process: psutil.Process, stop: threading.Event, peak: list[int]) -> None:
    while not stop.wait(0.05):
        try:
            members = [process, *process.children(recursive=True)]
            peak[0] = max(peak[0], sum(member.memory_info().rss for member in members))
        except psutil.Error:
            return


def measured(*words_of_command: object) -> dict[str, float]:
    """The time, the processor time and the peak memory of a command."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "veriscope", *map(str, words_of_command)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
        stop, peak = threading.Event(), [0]
        watcher = threading.Thread(target=peak_memory, args=(psutil.Process(running.pid), stop, peak))
        watcher.start()
        if running.wait():
            raise SystemExit(f"{command} failed")
        stop.set()
        watcher.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {
        "s": round(time.perf_counter() - started, 1),
        "processor_s": round(used, 1),
        "peak_memory_mib": round(peak[0] / 2**20),
    }


def milliseconds(call: Callable[[str], object], arguments: Sequence[str]) -> dict[str, float]:
    """How long a call takes: median and 95th percentile, as time passed and as the processor was used."""
    passed, used = [], []
    for argument in arguments:
        started, started_using = time.perf_counter(), time.thread_time()
        call(argument)
        used.append((time.thread_time() - started_using) * 1000)
        passed.append((time.perf_counter() - started) * 1000)
    return {
        name: round(value, 3)
        for kind, times in (("", passed), ("processor_", used))
        for name, value in (
            (f"{kind}median_ms", statistics.median(times)),
            (f"{kind}p95_ms", sorted(times)[int(0.95 * len(times))]),
        )
    }


def claims(data: Path) -> list[str]:
    with gzip.open(data / "fever" / "train.jsonl.gz", "rt", encoding="utf-8") as file:
        texts = [json.loads(line)["claim"] for line in file]
    random.Random(1).shuffle(texts)
    return texts[:QUERIES]


def candidate_names(claim: str) -> list[str]:
    found = words(claim)
    return [
        " ".join(found[start:end])
        for start in range(len(found))
        for end in range(start + 1, min(len(found), start + MAX_NAME_WORDS) + 1)
    ]


def telling(claim: str) -> dict[str, float]:
    return dict.fromkeys((term for term in terms(claim) if term not in STOP_TERMS), 1.0)


def query_times(corpus: Corpus, texts: list[str]) -> dict[str, object]:
    index = corpus.search_index
    titles = list(corpus.titles())
    random.Random(2).shuffle(titles)
    beginnings = [title[: 1 + n % 6] for n, title in enumerate(titles[:QUERIES])]
    calls: dict[str, tuple[Callable[[str], object], list[str]]] = {
        "best_pages, 50": (lambda claim: index.best_pages(telling(claim), fields=FIELDS, limit=50), texts),
        "named": (lambda claim: index.pages_named(candidate_names(claim), limit=20), texts),
        "suggest, 10": (lambda beginning: index.suggest(beginning, limit=10), beginnings),
        "search_corpus, 10": (lambda claim: search_corpus(corpus, claim, limit=10), texts[:500]),
    }
    return {name: milliseconds(*call) for name, call in calls.items()} | {
        "names_a_claim": round(statistics.mean(len(candidate_names(text)) for text in texts), 1),
        "terms_a_claim": round(statistics.mean(len(telling(text)) for text in texts), 1),
    }


def many_names(folder: Path, titles: list[str], count: int) -> PageIndex:
    """An index of that many names: the titles, and each again with a number behind it."""
    folder.mkdir()
    writer = tantivy.Index(schema(), str(folder)).writer(200_000_000, 1)
    for page in range(count):
        title = titles[page % len(titles)]
        keys = list(name_keys(title)) if page < len(titles) else [name_key(f"{title} {page // len(titles)}")]
        writer.add_document(tantivy.Document.from_dict({"page": page, "name": keys}))
    writer.commit()
    writer.wait_merging_threads()
    return PageIndex(OpenIndex(folder), titles_by_id=lambda pages: {page: titles[page % len(titles)] for page in pages})


def size_mib(folder: Path) -> float:
    return round(sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--names", type=int, default=6_000_000)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    texts = claims(arguments.data)
    result: dict[str, object] = {"machine": f"{os.cpu_count()} cores, Python {platform.python_version()}"}
    folder = Path(tempfile.mkdtemp())
    try:
        wiki = arguments.data / "fever" / "wiki-pages"
        result["corpus build"] = measured("corpus", "build", folder / "c", wiki)
        result["corpus index --rebuild"] = measured("corpus", "index", folder / "c", "--rebuild")
        with Corpus.open(folder / "c") as corpus:
            result |= {
                "pages": corpus.page_count(),
                "index_mib": size_mib(folder / "c" / "index"),
                "pages_mib": size_mib(folder / "c") - size_mib(folder / "c" / "index"),
                "segments": corpus.search_index._index.searcher().num_segments,
                "queries": query_times(corpus, texts),
            }
            titles = list(corpus.titles())
        index = many_names(folder / "names", titles, arguments.names)
        named = milliseconds(lambda claim: index.pages_named(candidate_names(claim), limit=20), texts)
        result["many names"] = {"names": arguments.names, "mib": size_mib(folder / "names"), "named": named}
    finally:
        shutil.rmtree(folder)
    text = json.dumps(result, indent=2)
    print(text)
    if arguments.out:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
