"""Draws how building a graph and checking a fact grow with the number of edges, from the raw results of two benchmarks.

    python benchmarks/graph_store/growth.py [--runs benchmarks/runs/2026-11-16-two-core] [--out PICTURE.svg]

Run `graph_store` and `knowledge_linker growth` first.
"""

import argparse
import json
from pathlib import Path

import matplotlib as mpl

mpl.use("svg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

ROOT = Path(__file__).parents[2]
RUNS = ROOT / "benchmarks" / "runs" / "2026-11-16-two-core"
PICTURE = ROOT / "docs" / "pictures" / "graph-growth.svg"
BLUE, ORANGE, GREY = "#1f5fa8", "#b2560d", "#777777"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=Path, default=RUNS)
    parser.add_argument("--out", type=Path, default=PICTURE)
    asked = parser.parse_args()
    built = json.loads((asked.runs / "graph_store.json").read_text(encoding="utf-8"))["synthetic"]
    growth = json.loads((asked.runs / "knowledge_linker.json").read_text(encoding="utf-8"))["growth"]
    checked = sorted((row for row in growth.values() if isinstance(row, dict)), key=lambda row: row["edges"])
    mpl.rcParams |= {"svg.fonttype": "path", "svg.hashsalt": "veriscope", "font.size": 10}
    figure, (build, memory, check) = plt.subplots(1, 3, figsize=(10, 3.3), layout="constrained")
    sizes = [row["edges"] for row in built]
    draw(build, sizes, {"the clock": column(built, "build_s"), "the processor": column(built, "cpu_s")}, "building, s")
    bound(build, 120, "wanted")
    parts = {
        "while building": column(built, "build_peak_mib"),
        "open, all edges read": column(built, "all_edges_read_mib"),
    }
    draw(memory, sizes, parts, "memory, MiB")
    bound(memory, 3 * 1024, "wanted")
    times = {name: [row[name]["ms"]["median"] for row in checked] for name in ("kl", "kl-ultrametric")}
    draw(check, [row["edges"] for row in checked], times, "one fact by Knowledge Linker, median ms")
    bound(check, 50, "wanted")
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(asked.out, metadata={"Date": None})


def column(rows: list[dict], name: str) -> list[float]:
    return [row[name] for row in rows]


def draw(axes: Axes, sizes: list[int], lines: dict[str, list[float]], title: str) -> None:
    for (name, values), colour, marker in zip(lines.items(), (BLUE, ORANGE), "os", strict=False):
        axes.plot(sizes, values, marker=marker, markersize=4, color=colour, label=name)
    axes.set(xscale="log", yscale="log", xlabel="edges, millions")
    axes.set_xticks(sizes, [f"{size / 1e6:g}" for size in sizes])
    axes.minorticks_off()
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_title(title, fontsize=10, loc="left")
    axes.grid(alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(0, 0.9))


def bound(axes: Axes, value: float, name: str) -> None:
    axes.axhline(value, color=GREY, linewidth=1, linestyle="--")
    axes.annotate(name, (axes.get_xlim()[0], value), xytext=(4, 3), textcoords="offset points", fontsize=8, color=GREY)


if __name__ == "__main__":
    main()
