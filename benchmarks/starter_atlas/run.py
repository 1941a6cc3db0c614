"""Counts what the starter atlas holds, and how far its claims can be guessed from their wording alone.

Run: python benchmarks/starter_atlas/run.py [RESULT.json]
"""

import json
import lzma
import math
import platform
import re
import statistics
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

from veriscope.starter import claims_path, kb_path, numeric_claims_path, pages_path, redirects_path

LABELS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
HALVES = ("dev", "test")
FOLDS, REPEATS = 10, 20


def read_claims(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def words(text: str, *, pairs: bool) -> set:
    found = re.findall(r"\w+", text.lower())
    return {*found, *pairwise(found)} if pairs else set(found)


def accuracy(train: list[dict], held_out: list[dict], *, pairs: bool) -> float:
    """Naive Bayes with add-one smoothing: the share of held-out claims whose label it guesses."""
    counts, totals = {label: Counter() for label in LABELS}, Counter(claim["label"] for claim in train)
    for claim in train:
        counts[claim["label"]].update(words(claim["claim"], pairs=pairs))

    def guess(claim: dict) -> str:
        def score(label: str) -> float:
            seen = counts[label]
            logs = (math.log((seen[w] + 1) / (totals[label] + 2)) for w in words(claim["claim"], pairs=pairs))
            return math.log(totals[label]) + sum(logs)

        return max((label for label in LABELS if totals[label]), key=score)

    return sum(guess(claim) == claim["label"] for claim in held_out) / len(held_out)


def cross_validated(claims: list[dict], *, pairs: bool, seed: int) -> float:
    order = claims[:]
    Random(seed).shuffle(order)
    folds = [order[start::FOLDS] for start in range(FOLDS)]
    scores = [accuracy([c for o in folds if o is not fold for c in o], fold, pairs=pairs) for fold in folds]
    return statistics.fmean(scores)


def claims_only(dev: list[dict], test: list[dict]) -> dict:
    everything, result = [*dev, *test], {}
    majority = max(Counter(claim["label"] for claim in everything).values()) / len(everything)
    result["majority_label"] = round(majority, 3)
    for name, pairs in (("words", False), ("words_and_pairs", True)):
        runs = [cross_validated(everything, pairs=pairs, seed=seed) for seed in range(REPEATS)]
        result[name] = {
            "cross_validation_mean": round(statistics.fmean(runs), 3),
            "cross_validation_highest": round(max(runs), 3),
            "dev_to_test": round(accuracy(dev, test, pairs=pairs), 3),
        }
    return result


def evidence_kind(claim: dict) -> str:
    content = claim["evidence"][0]["content"]
    kinds = {re.search(r"_(sentence|header_cell|cell|item|table_caption)_[\d_]+$", name)[1] for name in content}
    pages = {re.sub(r"_(sentence|header_cell|cell|item|table_caption)_[\d_]+$", "", name) for name in content}
    where = "several pages" if len(pages) > 1 else "one page"
    if kinds == {"sentence"}:
        what = "sentences" if len(content) > 1 else "one sentence"
    elif kinds == {"item"}:
        what = "list items"
    elif kinds <= {"cell", "header_cell"}:
        what = "several cells" if len(content) > 1 else "one cell"
    else:
        what = "sentences and cells"
    return f"{what}, {where}" if len(content) > 1 else what


def count_claims(claims: list[dict]) -> dict:
    return {
        "claims": len(claims),
        "labels": dict(Counter(claim["label"] for claim in claims).most_common()),
        "challenges": dict(Counter(claim["challenge"] for claim in claims).most_common()),
        "first_evidence_set": dict(Counter(evidence_kind(claim) for claim in claims).most_common()),
    }


def count_numeric(claims: list[dict]) -> dict:
    return {
        "claims": len(claims),
        "tables": len({claim["table"] for claim in claims}),
        "labels": dict(Counter(claim["label"] for claim in claims).most_common()),
        "kinds": dict(Counter(claim["kind"] for claim in claims).most_common()),
    }


def count_pages() -> dict:
    pages = [json.loads(line) for line in lzma.decompress(pages_path().read_bytes()).decode().splitlines()]
    kinds = Counter(re.sub(r"_\d+$", "", name) for page in pages for name in page["order"])
    tables = [page[name] for page in pages for name in page["order"] if name.startswith("table_")]
    return {
        "pages": len(pages),
        **kinds,
        "infoboxes": sum(table["type"] == "infobox" for table in tables),
        "cells": sum(len(row) for table in tables for row in table["table"]),
        "links": sum(len(re.findall(r"\[\[[^\[\]{]", json.dumps(page))) for page in pages),
        "redirects": len(redirects_path().read_text(encoding="utf-8").splitlines()),
    }


def count_triples() -> dict:
    lines = lzma.decompress(kb_path().read_bytes()).decode().splitlines()
    predicates = Counter(line.split(" ", 2)[1].rpartition("/")[2].rpartition("#")[2].rstrip(">") for line in lines)
    return {"triples": len(lines), "by_predicate": dict(predicates.most_common())}


def main() -> None:
    dev, test = (read_claims(claims_path(half)) for half in HALVES)
    numeric = [read_claims(numeric_claims_path(half)) for half in HALVES]
    files = sorted(path for path in pages_path().parent.iterdir())
    result = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "bytes": {path.name: path.stat().st_size for path in files},
        "pages": count_pages(),
        "knowledge_base": count_triples(),
        "claims": {"dev": count_claims(dev), "test": count_claims(test)},
        "claims_only_accuracy": claims_only(dev, test),
        "numeric_claims": dict(zip(HALVES, map(count_numeric, numeric), strict=True)),
        "numeric_claims_only_accuracy": claims_only(*numeric),
    }
    text = json.dumps(result, indent=2) + "\n"
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
