"""Our retrievers beside bm25s and a scikit-learn TF-IDF over the same pages, in one run.

    python benchmarks/retrieval_peers/run.py [--sets fever,tabfact] [--systems NAME,...] [--claims N]
        [--data ../shared/data] [--folder FOLDER] [--out RESULT.json]

`fever`: the pages of `fever/wiki-pages`, the verifiable claims of `fever/dev.jsonl`. `tabfact`: all tables as pages,
the statements of `val`. A claim counts when all pages of one gold group are among the first k. Every step runs in a
process of its own, whose peak of resident memory is noted; files that are mapped count where they were looked at. Our
build times and sizes are those of the page store and the indexes that the retriever uses; the peers' do not hold the
texts. With `--folder` corpora and peers' indexes are kept there, and not built again.
"""

import argparse
import json
import os
import platform
import tempfile
from pathlib import Path

from measure import OURS, build_ours, cost_of, noted, size_mib, step
from peers import PEERS

from veriscope.retrieval import RETRIEVERS

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-15-two-core" / "retrieval_peers.json"
SETS = {
    "fever": ("fever/wiki-pages", "fever/dev.jsonl", "fever"),
    "tabfact": ("tabfact/tables.jsonl.xz", "tabfact/val.jsonl.xz", "tabfact"),
}


def build_peer(name: str, folder: Path) -> dict[str, object]:
    own = folder / name.replace(" ", "-")
    corpus = folder / "corpus"
    cost = noted(
        folder / f"{own.name}.json",
        lambda: step("build-peer", "--corpus", corpus, "--name", name, "--folder", own),
    )
    return {"build_s": round(cost["seconds"], 1), "size_mib": size_mib(own), "build_peak_mib": cost["peak_mib"]}


def compare(which: str, systems: list[str], folder: Path, *, data: Path, claims: int) -> dict[str, dict[str, object]]:
    source, gold, form = SETS[which]
    folder.mkdir(parents=True, exist_ok=True)
    ours = [name for name in systems if name in RETRIEVERS]
    costs = build_ours(folder, data / source, ours)
    rows = {}
    for name in systems:
        cost = cost_of(name, costs) if name in RETRIEVERS else build_peer(name, folder)
        words = ["--corpus", folder / "corpus", "--folder", folder / name.replace(" ", "-"), "--name", name]
        asked = step("ask", *words, "--gold", data / gold, "--form", form, "--claims", claims)
        rows[name] = {
            "claims": asked["claims"],
            "fully_supported": asked["fully_supported"],
            "ms": asked["ms"],
            "ask_peak_mib": asked["peak_mib"],
            **cost,
        }
        print_row(which, name, rows[name])
    return rows


def print_row(which: str, name: str, row: dict[str, object]) -> None:
    supported, ms = row["fully_supported"], row["ms"]
    print(
        f"{which:8} {name:20} @1 {supported['1']:.3f} @5 {supported['5']:.3f} @10 {supported['10']:.3f}  "
        f"{ms['median']:8.2f} ms, p95 {ms['p95']:8.2f}  build {row['build_s']:6.1f} s {row['build_peak_mib']:5} MiB  "
        f"disk {row['size_mib']:7.1f} MiB  asking {row['ask_peak_mib']:5} MiB",
        flush=True,
    )


def ratios(rows: dict[str, dict[str, object]]) -> dict[str, dict[str, dict[str, float]]]:
    """Each of our figures divided by each peer's: below 1 is better for time, size and memory, above 1 for @5."""
    return {
        name: {peer: _ratio(row, rows[peer]) for peer in PEERS if peer in rows}
        for name, row in rows.items()
        if name not in PEERS
    }


def _ratio(own: dict[str, object], peer: dict[str, object]) -> dict[str, float]:
    return {
        "fully_supported_at_5": round(own["fully_supported"]["5"] / peer["fully_supported"]["5"], 3),
        "median_ms": round(own["ms"]["median"] / peer["ms"]["median"], 3),
        **{key: round(own[key] / peer[key], 3) for key in ("build_s", "size_mib", "ask_peak_mib")},
    }


def main() -> None:
    everything = [*OURS, *PEERS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sets", default=",".join(SETS))
    parser.add_argument("--systems", default=",".join(everything))
    parser.add_argument("--claims", type=int, default=0, help="a sample of so many; 0 takes all")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--out", type=Path, default=RESULT)
    arguments = parser.parse_args()
    result = {"machine": f"{os.cpu_count()} cores, Python {platform.python_version()}", "sample": arguments.claims}
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        for which in arguments.sets.split(","):
            systems = arguments.systems.split(",")
            rows = compare(which, systems, folder / which, data=arguments.data, claims=arguments.claims)
            result[which] = {"systems": rows, "ratios": ratios(rows)}
    arguments.out.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
