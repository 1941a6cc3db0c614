"""Chooses cells given the gold table: HybridQA's answer cells and the gold cells of the `cells` benchmark.

    python benchmarks/cells_given_table/run.py [--data ../shared/data] [--corpora FOLDER] [--selector NAME,NAME]
        [--sample N] [--out RESULT.json]

The selector gets a page with nothing but the gold table and its headings. HybridQA, over `feverous-pages` and the
`fever/wiki-pages` that they link to: the share of the questions with an answer cell among the 25 pieces returned, and
among the first 5, by table size. `cells`, over its pages together with `fever/wiki-pages` and `feverous-pages`: the
share of the claims with the whole gold set among the 25, and the cell recall. Corpora are kept in FOLDER and built
where they are missing.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from align import Tables, align

from veriscope.corpus import FORMATS
from veriscope.datasets import DATASET_FORMATS, VeriscopeClaim, read_labelled
from veriscope.domain import CellId
from veriscope.lab.evaluation.oracle import Oracle
from veriscope.lab.evaluation.retrieval_evaluation import (
    RetrievalQuestions,
    RetrievalResult,
    evaluate_retrieval,
    result_json,
)
from veriscope.lab.evaluation.retrieval_run import RetrievalPlan
from veriscope.pipeline import PipelineConfig
from veriscope.scoring import RankedKind, Retrieval
from veriscope.scoring.retrieval import depth, gold_groups, ranking

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "benchmarks" / "runs" / "2026-11-15-two-core" / "cells_given_table.json"
SIZES = ((50, "up to 50 cells"), (80, "51 to 80"), (110, "81 to 110"), (10**9, "more than 110"))
KS = (1, 5, 10, 25)


def corpus(folder: Path, sources: Sequence[Path]) -> Path:
    work = ["index", str(folder)] if folder.exists() else ["build", str(folder), *map(str, sources)]
    command = [sys.executable, "-m", "veriscope", "corpus", *work]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def evaluate(claims: Sequence[VeriscopeClaim], folder: Path, selector: str) -> RetrievalResult:
    plan = RetrievalPlan(folder, PipelineConfig().retriever, selector, oracle=Oracle.TABLES)
    return evaluate_retrieval(claims, plan, RetrievalQuestions(KS), report=lambda *_: None)


def hybridqa(claims: Sequence[VeriscopeClaim], tables: Tables, folder: Path, selector: str) -> dict:
    result = evaluate(claims, folder, selector)
    depths = [
        depth(gold_groups(claim.gold(), RankedKind.CELLS), ranking(Retrieval((), found.evidence), RankedKind.CELLS))
        for claim, found in zip(claims, result.run.selected, strict=True)
    ]
    by_size: defaultdict[str, list[int | None]] = defaultdict(list)
    for claim, place in zip(claims, depths, strict=True):
        by_size[size_of(claim, tables)].append(place)
    return {
        "questions": len(claims),
        **shares(depths),
        "by_cells": {name: {"questions": len(by_size[name]), **shares(by_size[name])} for _, name in SIZES},
        "ms_per_question": result_json(result)["ms_per_claim"],
    }


def shares(depths: Sequence[int | None]) -> dict[str, float]:
    return {
        f"within_{k}": round(sum(place is not None and place <= k for place in depths) / max(1, len(depths)), 4)
        for k in KS
    }


def size_of(claim: VeriscopeClaim, tables: Tables) -> str:
    piece = claim.evidence[0][0]
    assert isinstance(piece, CellId)
    count = len(tables.cells[piece.page, piece.table])
    return next(name for most, name in SIZES if count <= most)


def cells(claims: Sequence[VeriscopeClaim], folder: Path, selector: str) -> dict:
    report = result_json(evaluate(claims, folder, selector))
    return {
        "claims": report["claims"],
        "whole_set_within_25": report["cells"]["fully_supported"]["25"],
        "full_evidence": report["full_evidence"],
        "cell_recall": report["cell_recall"],
        "ms_per_claim": report["ms_per_claim"],
    }


def read(path: Path, form: str) -> list[VeriscopeClaim]:
    return [row.claim for row in read_labelled(path, form=DATASET_FORMATS[form])]


def drawn(claims: list[VeriscopeClaim], sample: int) -> list[VeriscopeClaim]:
    return random.Random(0).sample(claims, sample) if sample else claims


def measure(data: Path, corpora: Path, selectors: Sequence[str], sample: int) -> dict:
    pages, ours = data / "feverous-pages" / "pages.jsonl.xz", data / "cells" / "pages.jsonl.xz"
    # With the pages that the tables link to: what a cell links to tells what it is.
    linked = corpus(corpora / "wiki-pages-feverous-pages", [data / "fever" / "wiki-pages", pages])
    large = corpus(corpora / "wiki-pages-feverous-pages-cells", [data / "fever" / "wiki-pages", pages, ours])
    # From the source itself: a corpus leaves out links to pages that it lacks, by which answers are told.
    source = FORMATS["feverous"]
    tables = Tables(page for record in source.records(pages) if (page := source.parse(record).page) is not None)
    questions, ways = align(read(data / "hybridqa" / "dev_traced.jsonl.xz", "hybridqa"), tables)
    questions = drawn(questions, sample)
    claims = drawn(read(data / "cells" / "dev.jsonl", "feverous"), sample)
    return {
        "date": datetime.now(tz=UTC).date().isoformat(),
        "alignment": dict(Counter(ways).most_common()),
        "hybridqa": {name: hybridqa(questions, tables, linked, name) for name in selectors},
        "cells": {name: cells(claims, large, name) for name in selectors},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--selector", default=PipelineConfig().selector)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--out", type=Path, default=OUT)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        found = measure(asked.data, asked.corpora or Path(temporary), asked.selector.split(","), asked.sample)
    text = json.dumps(found, indent=1)
    asked.out.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
