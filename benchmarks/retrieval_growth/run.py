"""How our retrievers grow with the corpus: latency, memory, index size, build time; and what 6 million pages take.

    python benchmarks/retrieval_growth/run.py [--sizes 30000,100000,293940,3000000] [--retrievers NAME,...]
        [--claims 500] [--data ../shared/data] [--folder FOLDER] [--out RESULT.json]

The pages are those of `fever/wiki-pages`, repeated with other names and numbers where there are not enough; the claims
are FEVER's. Corpora are built in FOLDER (3 million pages: about 6 GB) and kept when it is given.
"""

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from pathlib import Path

import numpy as np
from made_up import write_pages

sys.path.insert(0, str(Path(__file__).parents[1] / "retrieval_peers"))
from measure import OURS, build_ours, cost_of, step

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-15-two-core" / "retrieval_growth.json"
SIZES = (30_000, 100_000, 293_940)
EXTRAPOLATED = 6_000_000
FIGURES = ("median_ms", "p95_ms", "ask_peak_mib", "size_mib", "build_s", "build_peak_mib")


def measured(size: int, retrievers: list[str], folder: Path, *, data: Path, claims: int) -> dict[str, dict[str, float]]:
    """The figures of each retriever over so many pages."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "pages.jsonl"
    if not (folder / "store.json").exists():
        write_pages(source, data / "fever" / "wiki-pages", count=size)
    costs = build_ours(folder, source, retrievers)
    source.unlink(missing_ok=True)
    rows = {}
    for name in retrievers:
        words = ["--corpus", folder / "corpus", "--name", name, "--gold", data / "fever" / "dev.jsonl"]
        asked = step("ask", *words, "--form", "fever", "--claims", claims)
        ms, found = asked["ms"], asked["fully_supported"]
        rows[name] = {
            "median_ms": ms["median"],
            "p95_ms": ms["p95"],
            "ask_peak_mib": asked["peak_mib"],
            "fully_supported_at_5": found["5"],
            **cost_of(name, costs),
        }
        shown = "  ".join(f"{figure} {rows[name][figure]}" for figure in FIGURES)
        print(f"{size:9,} pages  {name:14} {shown}", flush=True)
    return rows


def extrapolated(sizes: list[int], values: list[float]) -> dict[str, float]:
    """The figure at 6 million pages by a straight line a + b·pages, fitted to the relative errors; and its growth.

    `exponent` is that of the power law between the last two sizes: 1 is growth in proportion, 0 is none.
    """
    n, y = np.array(sizes, dtype=float), np.maximum(np.array(values, dtype=float), 1e-9)
    design = np.column_stack([np.ones_like(n), n]) / y[:, None]
    (a, b), *_ = np.linalg.lstsq(design, np.ones_like(y), rcond=None)
    exponent = np.log(y[-1] / y[-2]) / np.log(n[-1] / n[-2])
    return {"at_6_million": round(float(a + b * EXTRAPOLATED), 2), "exponent": round(float(exponent), 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--retrievers", default=",".join(OURS))
    parser.add_argument("--claims", type=int, default=500)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--out", type=Path, default=RESULT)
    arguments = parser.parse_args()
    sizes = sorted(map(int, arguments.sizes.split(",")))
    retrievers = arguments.retrievers.split(",")
    folder = arguments.folder or Path(tempfile.mkdtemp())
    rows = {}
    try:
        for size in sizes:
            rows[size] = measured(size, retrievers, folder / str(size), data=arguments.data, claims=arguments.claims)
    finally:
        if arguments.folder is None:
            shutil.rmtree(folder)
    result = {
        "machine": f"{os.cpu_count()} cores, Python {platform.python_version()}",
        "claims": arguments.claims,
        "sizes": rows,
    }
    if len(sizes) > 1:
        result["extrapolated"] = {
            name: {figure: extrapolated(sizes, [rows[size][name][figure] for size in sizes]) for figure in FIGURES}
            for name in retrievers
        }
    arguments.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
