"""Generates the mixed benchmark from the atlas and from a corpus, and keeps the counts and the claim-only baseline.

Run: python benchmarks/mixed_benchmark/run.py CORPUS DATA OUT [RESULT.json]
CORPUS is built from FEVER's wiki-pages, FEVEROUS-format pages and the pages of `cells`; DATA holds the claims that are
measured with elsewhere, whose pages are kept out of training; the claims go to OUT, which is never committed.
"""

import json
import platform
import sys
import time
from pathlib import Path

from veriscope.lab.lessons.mixed_benchmark import make_benchmark, pages_cited
from veriscope.pipeline import open_corpus
from veriscope.starter import claims_path, numeric_claims_path

SEED = 5
ATLAS_SIZES = (2_000, 250, 250)
SIZES = (12_000, 1_500, 1_500)
MEASURED = ("cells/dev.jsonl", "hybridqa/dev_traced.jsonl.xz", "fever/dev.jsonl")


def made(corpus: Path, out: Path, sizes: tuple[int, ...], apart: list[Path]) -> dict:
    start = time.perf_counter()
    with open_corpus(corpus) as opened:
        report = make_benchmark(opened, out, sizes=sizes, apart=pages_cited(apart), seed=SEED)
    return {**report, "wall_s": round(time.perf_counter() - start, 1)}


def main() -> None:
    corpus, data, out = map(Path, sys.argv[1:4])
    own = [path(half) for path in (claims_path, numeric_claims_path) for half in ("dev", "test")]
    result = {
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "atlas": made(Path("starter"), out / "atlas", ATLAS_SIZES, own),
        "pages": made(corpus, out / "pages", SIZES, [data / name for name in MEASURED]),
    }
    text = json.dumps(result, indent=2) + "\n"
    if len(sys.argv) > 4:
        Path(sys.argv[4]).write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
