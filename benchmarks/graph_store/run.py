"""Builds, opens and searches graphs from 0.3 to 27 million edges: time, memory, size on disk.

    python benchmarks/graph_store/run.py [--sizes 300000,1000000,3000000,9000000,27000000] [--data ../shared/data]
        [--folder FOLDER] [--out RESULT.json]

The graphs are scale-free, with 671 predicates and 6.75 edges a node, as tables; and dbpedia93k as it is published. Each
step is a process of its own, built by the command a user would type. `cpu_s` is what all threads worked together: where
other work runs on the machine (`load` tells how much wanted a core), it tells more than the clock. Peers on 27 million
edges, measured before on two cores: the BUCKLE authors' path server loads for 244 s and holds 8.7 GB, knowledge_linker
builds in 51 s.
"""

import argparse
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil
from synthetic import write_graph_table

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))
from version import commit

RESULT = Path(__file__).parents[1] / "runs" / "2026-11-16-two-core" / "graph_store.json"
SIZES = (300_000, 1_000_000, 3_000_000, 9_000_000, 27_000_000)
EDGES_OF_A_NODE = 6.75
OPENING = """
import json, sys, time
import psutil
from pathlib import Path
from veriscope.graph import open_graph
from veriscope.graph.compact.name_search import search_entities
before = psutil.Process().memory_info().rss
started = time.perf_counter()
graph = open_graph(Path(sys.argv[1]))
name = graph.nodes[len(graph.nodes) // 2]
assert graph.nodes.find(name) == len(graph.nodes) // 2
opened = time.perf_counter() - started
edges = [graph.out, graph.into]
total = sum(int(array.sum()) for each in edges for array in (each.starts, each.predicates, each.nodes))
held = psutil.Process().memory_info().rss - before
search_entities(graph, "warm up", limit=5)
started = time.perf_counter()
search_entities(graph, name, limit=5)
searched = time.perf_counter() - started
print(json.dumps({"open_ms": 1000 * opened, "all_edges_read_mib": held / 2**20, "search_ms": 1000 * searched,
                  "edges": len(graph.out), "nodes": len(graph.nodes), "predicates": len(graph.predicates)}))
"""


def built(destination: Path, source: Path, *, kernels: Path | None = None) -> dict[str, float]:
    """Build a graph by the command line; time, work and memory. Compiled kernels are kept where `kernels` says."""
    command = [sys.executable, "-m", "veriscope", "kb", "build", str(destination), str(source), "--replace"]
    worked = resource.getrusage(resource.RUSAGE_CHILDREN)
    started, peak, stop = time.perf_counter(), [0], threading.Event()
    environment = {**os.environ, **({"NUMBA_CACHE_DIR": str(kernels)} if kernels else {})}
    silence = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=silence, stderr=silence, env=environment) as running:
        watcher = threading.Thread(target=watch, args=(psutil.Process(running.pid), stop, peak))
        watcher.start()
        if running.wait():
            raise SystemExit(f"failed: {' '.join(command)}")
        stop.set()
        watcher.join()
    seconds, now = time.perf_counter() - started, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = now.ru_utime + now.ru_stime - worked.ru_utime - worked.ru_stime
    return {"build_s": seconds, "cpu_s": cpu, "build_peak_mib": peak[0] / 2**20, "load": os.getloadavg()[0]}


def watch(process: psutil.Process, stop: threading.Event, peak: list[int]) -> None:
    while not stop.wait(0.02):
        try:
            peak[0] = max(peak[0], process.memory_info().rss)
        except psutil.Error:
            return


def opened(folder: Path) -> dict[str, float]:
    """Open a graph in a new process, read all its edges, and search it."""
    done = subprocess.run([sys.executable, "-c", OPENING, folder], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def measured(source: Path, folder: Path) -> dict[str, float]:
    figures = {"source_mib": source.stat().st_size / 2**20, **built(folder, source)}
    figures["size_mib"] = sum(path.stat().st_size for path in folder.iterdir()) / 2**20
    figures |= opened(folder)
    return {name: round(value, 2) for name, value in figures.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--out", type=Path, default=RESULT)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = asked.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        results = {"machine": f"{os.cpu_count()} cores, Python {platform.python_version()}", "commit": commit()}
        source = asked.data / "kg" / "dbpedia93k.nt.xz"
        # The first build of an installation compiles the kernels.
        first = built(folder / "dbpedia93k", source, kernels=Path(temporary) / "kernels")
        results["first_build"] = {name: round(value, 2) for name, value in first.items()}
        results["dbpedia93k"] = measured(source, folder / "dbpedia93k")
        results["synthetic"] = []
        for size in map(int, filter(None, asked.sizes.split(","))):
            source = folder / f"synthetic-{size}.tsv"
            if not source.exists():
                write_graph_table(source, nodes=round(size / EDGES_OF_A_NODE), edges=size)
            results["synthetic"].append(measured(source, folder / f"synthetic-{size}"))
            print(json.dumps(results["synthetic"][-1]), flush=True)
            asked.out.parent.mkdir(parents=True, exist_ok=True)
            asked.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
