"""Every target of retrieval and selection in one run, each by the command that a user would type.

    python benchmarks/retrieval_targets/run.py [NAME...] [--data ../shared/data] [--corpora FOLDER] [--out RESULT.json]

NAME is one of the measurements below; without one, all are run. Corpora are kept in FOLDER and built where they are
missing; the time and memory of a build are noted when it is made. Each result is kept in RESULT.json, and those of
measurements that are not run stay there.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import psutil

from veriscope.corpus import Corpus
from veriscope.datasets.claim_formats import FEVER, read_labelled
from veriscope.domain import Label
from veriscope.retrieval import FusedRetriever
from veriscope.starter import claims_path

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-15-two-core" / "retrieval_targets.json"
RETRIEVERS = "fused,bm25,titles,tfidf,entity-tfidf"
MIXED = ("fever/wiki-pages", "feverous-pages/pages.jsonl.xz", "cells/pages.jsonl.xz")
Report = dict[str, object]


def command(*words: object) -> tuple[str, float, int]:
    """Run a command of ours: what it printed, how long it took, and its peak memory, workers counted in."""
    started = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "veriscope", *map(str, words)], stdout=subprocess.PIPE, text=True
    ) as run:
        peak, stop = [0], threading.Event()
        watcher = threading.Thread(target=_watch, args=(psutil.Process(run.pid), stop, peak))
        watcher.start()
        printed = run.communicate()[0]
        stop.set()
        watcher.join()
    if run.returncode:
        raise SystemExit(f"failed: veriscope {' '.join(map(str, words))}")
    return printed, time.perf_counter() - started, peak[0] // 2**20


def _watch(process: psutil.Process, stop: threading.Event, peak: list[int]) -> None:
    while not stop.wait(0.05):
        try:
            members = [process, *process.children(recursive=True)]
            peak[0] = max(peak[0], sum(member.memory_info().rss for member in members))
        except psutil.Error:
            continue


class Bench:
    def __init__(self, data: Path, corpora: Path) -> None:
        self.data, self.corpora = data, corpora
        self.builds: dict[str, Report] = {}

    def corpus(self, name: str, *sources: str) -> Path:
        """A corpus with all its indexes."""
        folder = self.corpora / name
        if not folder.exists():
            _, seconds, peak = command("corpus", "build", folder, *(self.data / source for source in sources))
            self.builds[name] = {"seconds": round(seconds, 1), "peak_mib": peak}
        return folder

    def evaluate(self, corpus: Path | str, gold: Path, *options: object) -> Report:
        printed, seconds, peak = command("eval", "retrieval", "--corpus", corpus, "--gold", gold, "--json", *options)
        report = json.loads(printed)
        return {**report, "seconds": round(seconds, 1), "peak_mib": peak}

    def fever(self) -> Path:
        return self.corpus("fever", "fever/wiki-pages")

    def fever_pages(self) -> Report:
        """All retrievers, pages @1 to @100, and the sentences that `lexical` selects from them."""
        gold = self.data / "fever" / "dev.jsonl"
        return self.evaluate(self.fever(), gold, "--retriever", RETRIEVERS, "--by", "sentences", "--workers", 2)

    def fever_sentences(self) -> Report:
        """The selectors over the pages of `fused`; one worker, so that the times are those of a single claim."""
        gold = self.data / "fever" / "dev.jsonl"
        selectors = "lexical,tfidf-bigram,tfidf-unigram"
        return self.evaluate(self.fever(), gold, "--selector", selectors, "--k", "1,5", "--by", "sentences")

    def fever_batch(self) -> Report:
        """Claims a second with two workers."""
        gold = self.data / "fever" / "dev.jsonl"
        return self.evaluate(self.fever(), gold, "--k", "1,5", "--workers", 2)

    def second_hop(self) -> Report:
        """Pages of the claims whose every group has several sentences, with and without the second hop."""
        claims = [line.claim.gold() for line in read_labelled(self.data / "fever" / "dev.jsonl", form=FEVER)]
        several = [
            gold
            for gold in claims
            if gold.label is not Label.NOT_ENOUGH_INFO and all(len(group) > 1 for group in gold.evidence_sets)
        ]
        report: Report = {"claims": len(several)}
        with Corpus.open(self.fever()) as corpus:
            for name, hops in (("with", True), ("without", False)):
                retriever = FusedRetriever(corpus, second_hop=hops)
                found = [[page.title for page in retriever.retrieve(gold.claim, limit=10)] for gold in several]
                for k in (5, 10):
                    hits = [
                        any({piece.page for piece in group} <= set(pages[:k]) for group in gold.evidence_sets)
                        for gold, pages in zip(several, found, strict=True)
                    ]
                    report[f"{name}_at_{k}"] = round(sum(hits) / len(hits), 4)
        return report

    def tabfact(self) -> Report:
        """The table that a statement is about, among all of TabFact's."""
        corpus = self.corpus("tabfact", "tabfact/tables.jsonl.xz")
        gold = self.data / "tabfact" / "val.jsonl.xz"
        return self.evaluate(corpus, gold, "--retriever", "fused,tfidf", "--k", "1,5,10", "--pages", 10, "--workers", 2)

    def cells(self) -> Report:
        """Claims about cells, end to end, in one corpus with all other pages."""
        return self.evaluate(self.corpus("mixed", *MIXED), self.data / "cells" / "dev.jsonl", "--k", "1,3,5,10,25")

    def cells_given_table(self) -> Report:
        """Claims about cells, given the gold table."""
        gold = self.data / "cells" / "dev.jsonl"
        return self.evaluate(self.corpus("mixed", *MIXED), gold, "--oracle", "tables", "--k", "1,5,25")

    def atlas(self) -> Report:
        """The starter atlas's own claims: the dev half and the frozen test half."""
        return {half: self.evaluate("starter", claims_path(half), "--k", "1,5") for half in ("dev", "test")}


MEASUREMENTS: dict[str, Callable[[Bench], Report]] = {
    name: getattr(Bench, name)
    for name in (
        "fever_pages",
        "fever_sentences",
        "fever_batch",
        "second_hop",
        "tabfact",
        "cells",
        "cells_given_table",
        "atlas",
    )
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASUREMENTS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    bench = Bench(asked.data, asked.corpora or Path(tempfile.mkdtemp()))
    bench.corpora.mkdir(parents=True, exist_ok=True)
    results = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
    results["machine"] = f"{os.cpu_count()} cores, Python {platform.python_version()}"
    for name in asked.names or MEASUREMENTS:
        results[name] = MEASUREMENTS[name](bench)
        results.setdefault("builds", {}).update(bench.builds)
        asked.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(name, json.dumps(shown(results[name])), flush=True)


def shown(report: Report) -> Report:
    """The figures of a report that fit a screen."""
    left_out = {"runs", "breakdown", "coverage", "oracle_accuracy", "misses"}
    return {
        key: shown(value) if isinstance(value, dict) else value for key, value in report.items() if key not in left_out
    }


if __name__ == "__main__":
    main()
