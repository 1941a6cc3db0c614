"""One step of the comparison, in a process of its own so that its memory can be watched; prints one JSON object.

python step.py build-store|build-index|build-peer|ask ...
"""

import argparse
import json
import random
import statistics
import time
from pathlib import Path

from peers import PEERS

from veriscope.corpus import Corpus, build_corpus, build_index, plan_sources
from veriscope.corpus.store.vector_texts import page_text
from veriscope.datasets import DATASET_FORMATS, read_labelled
from veriscope.domain import Claim, Label
from veriscope.retrieval import RETRIEVERS
from veriscope.scoring.retrieval import depth

KS = (1, 5, 10)
WARM_UP = 32


def build_store(folder: Path, source: Path) -> None:
    paths = sorted(source.glob("*.jsonl.gz")) if source.is_dir() else [source]
    build_corpus(folder, plan_sources(paths), report=lambda _: None, workers=2)


def build_named_index(corpus: Path, name: str) -> None:
    if name == "search":
        build_index(corpus, report=lambda *_: None, workers=2, rebuild=True)
        return
    with Corpus.open(corpus) as opened:
        _ = opened.page_vectors if name == "vectors.pages" else opened.introduction_vectors


def build_peer(folder: Path, name: str, corpus: Path) -> dict[str, float]:
    """The peers get the texts that our indexes see; reading them from the store does not count."""
    titles, texts = [], []
    with Corpus.open(corpus) as opened:
        for page in opened.pages():
            titles.append(page.title)
            texts.append(page_text(page))
    folder.mkdir()
    started = time.perf_counter()
    PEERS[name].build(folder, titles, texts)
    return {"seconds": time.perf_counter() - started}


def gold_claims(path: Path, *, form: str, sample: int) -> list[tuple[str, list[frozenset[str]]]]:
    """The verifiable claims with the page titles of each gold group; a sample is drawn with a fixed seed."""
    claims = []
    for row in read_labelled(path, form=DATASET_FORMATS[form]):
        gold = row.claim
        groups = [frozenset(piece.page for piece in pieces) for pieces in gold.evidence if pieces]
        if gold.label is not Label.NOT_ENOUGH_INFO and groups:
            claims.append((gold.claim, groups))
    return random.Random(1).sample(claims, sample) if 0 < sample < len(claims) else claims


def asker(name: str, corpus: Path, folder: Path):
    """What answers a claim's text with page titles."""
    if name in PEERS:
        return PEERS[name](folder).retrieve
    retriever = RETRIEVERS[name](Corpus.open(corpus))
    return lambda text, *, limit: [page.title for page in retriever.retrieve(Claim("", text), limit=limit)]


def ask(arguments: argparse.Namespace) -> dict[str, object]:
    claims = gold_claims(arguments.gold, form=arguments.form, sample=arguments.claims)
    answer = asker(arguments.name, arguments.corpus, arguments.folder)
    for text, _ in claims[:WARM_UP]:
        answer(text, limit=max(KS))
    times, hits = [], dict.fromkeys(KS, 0)
    for text, groups in claims:
        started = time.perf_counter()
        found = answer(text, limit=max(KS))
        times.append((time.perf_counter() - started) * 1000)
        place = depth(groups, found)
        for k in KS:
            hits[k] += place is not None and place <= k
    times.sort()
    return {
        "claims": len(claims),
        "fully_supported": {str(k): round(count / len(claims), 4) for k, count in hits.items()},
        "ms": {"median": round(statistics.median(times), 3), "p95": round(times[int(0.95 * len(times))], 3)},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=["build-store", "build-index", "build-peer", "ask"])
    parser.add_argument("--name", default="")
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--source", type=Path)
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--form", default="fever")
    parser.add_argument("--claims", type=int, default=0)
    arguments = parser.parse_args()
    result: dict[str, object] = {}
    started = time.perf_counter()
    match arguments.step:
        case "build-store":
            build_store(arguments.corpus, arguments.source)
        case "build-index":
            build_named_index(arguments.corpus, arguments.name)
        case "build-peer":
            result = dict(build_peer(arguments.folder, arguments.name, arguments.corpus))
        case "ask":
            result = ask(arguments)
    print(json.dumps({"seconds": time.perf_counter() - started, **result}))


if __name__ == "__main__":
    main()
