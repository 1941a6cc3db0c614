"""Paths between two nodes: how long they take to find, and what the methods that learn from them are worth.

    python benchmarks/graph_paths/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--large KB]
                                         [--out RESULT.json] [--sample N]

NAME is one of the measurements; without one, all are run. `pairs` times single questions for all predicate paths of at
most three and four steps: the 300 facts that peers were measured on (hidden from the graph), and random pairs; `large`
does the same in the graph of `--large`, for pairs that have an edge and random ones. `learners` draws facts of eight
predicates with more than 1000 facts each, false ones by shuffled objects with the same classes, learns from 300 and
judges 300 others that are hidden from the graph, three times. The settings of the methods were chosen on ten other
predicates. Times are given as they passed and as the processor was used, whatever else runs beside them. The graph is
kept in the folder of `--graphs` and built where it is missing; `--sample` takes so many pairs or facts, and keeps no
result. BUCKLE's path server, on the same 300 facts and two cores: 0.70 ms and 4.4 ms a pair.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

import numpy as np
from commands import run
from drawn_facts import DrawnFacts, draw_halves
from measurements import RUNS, Report, measure, target_parser
from target import Target

from veriscope.checking import CHECKERS
from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Graph, PathFinder, View, numbers_of, open_graph, triple_of
from veriscope.graph.compact.classes import Classes
from veriscope.scoring.ranking import LabelledScores, auroc

RESULT = RUNS.with_name("2026-11-16-two-core") / "graph_paths.json"
METHODS = ("kg-miner", "pra", "sfe")
PREDICATES = ("birthPlace", "deathPlace", "almaMater", "country", "team", "spouse", "nationality", "director")
SEEDS = (0, 1, 2)
SIZE = 300
PAIRS = 1000


def public_graph(asked: argparse.Namespace) -> Graph:
    folder = asked.graphs / "dbpedia93k"
    if not folder.exists():
        run("kb", "build", folder, asked.data / "kg" / "dbpedia93k.nt.xz")
    return open_graph(folder)


def random_pairs(graph: Graph, count: int) -> np.ndarray:
    ends = np.random.default_rng(0).integers(len(graph.nodes), size=(count, 2))
    return np.stack([ends[:, 0], np.zeros(count, dtype=np.int64), ends[:, 1]], axis=1).astype(np.int32)


def pairs(asked: argparse.Namespace) -> Report:
    """Single questions on dbpedia93k."""
    graph = public_graph(asked)
    lines = (asked.data / "kg" / "peer-facts" / "dbpedia93k.tsv").read_text(encoding="utf-8").splitlines()
    facts = numbers_of(graph, [Triple(*line.split("\t")[:3]) for line in lines])[: asked.sample or None]
    return timed_pairs(
        View.of(graph).without(facts), {"peer_facts": facts, "random": random_pairs(graph, asked.sample or PAIRS)}
    )


def large(asked: argparse.Namespace) -> Report:
    """Single questions on a large graph."""
    graph = open_graph(asked.large)
    places = np.random.default_rng(0).integers(len(graph.out), size=asked.sample or PAIRS)
    facts = graph.facts()[places]
    report = timed_pairs(
        View.of(graph).without(facts), {"facts": facts, "random": random_pairs(graph, asked.sample or PAIRS)}
    )
    return {"nodes": len(graph.nodes), "edges": len(graph.out), **report}


def timed_pairs(view: View, kinds: dict[str, np.ndarray]) -> Report:
    started, used = time.perf_counter(), time.process_time()
    finder = PathFinder.of(view)
    report: Report = {
        "ready_s": round(time.perf_counter() - started, 2),
        "ready_processor_s": round(time.process_time() - used, 2),
    }
    for kind, facts in kinds.items():
        for length in (3, 4):
            report[f"{kind}_{length}"] = timed(finder, facts, length)
    return report


def timed(finder: PathFinder, facts: np.ndarray, length: int) -> Report:
    """Facts asked one by one, and all at once; the first question, which may compile, is not counted."""
    finder.between_all(facts[:1], length=length)
    passed, used, found = [], [], []
    for fact in facts:
        started, working = time.perf_counter(), time.thread_time()
        found.append(finder.between_all(fact[None], length=length)[0])
        used.append((time.thread_time() - working) * 1000)
        passed.append((time.perf_counter() - started) * 1000)
    working = time.thread_time()
    finder.between_all(facts, length=length)
    together = (time.thread_time() - working) * 1000 / len(facts)
    return {
        "pairs": len(facts),
        "ms": summed_up(passed),
        "processor_ms": summed_up(used),
        "processor_ms_a_pair_together": round(together, 4),
        "predicate_paths": round(statistics.mean(len(each.keys) for each in found), 2),
        "paths_of_nodes": round(statistics.mean(int(each.counts.sum()) for each in found), 2),
        "pairs_with_nodes_left_out": sum(each.left_out > 0 for each in found),
    }


def summed_up(times: list[float]) -> Report:
    return {
        "median": round(statistics.median(times), 4),
        "mean": round(statistics.mean(times), 4),
        "p95": round(float(np.quantile(times, 0.95)), 4),
        "max": round(max(times), 3),
    }


def learners(asked: argparse.Namespace) -> Report:
    """Every method on every predicate."""
    graph = public_graph(asked)
    classes = Classes.of(graph.schema)
    rows = []
    for name in PREDICATES:
        predicate = graph.predicates.find(f"http://dbpedia.org/ontology/{name}")
        for seed in SEEDS[: 1 if asked.sample else None]:
            lesson, test = draw_halves(graph, classes, predicate, size=asked.sample or SIZE, seed=seed)
            rows += [{"predicate": name, "seed": seed, **judged(graph, lesson, test, method)} for method in METHODS]
    return {
        "facts": {
            name: len(graph.facts_of(graph.predicates.find(f"http://dbpedia.org/ontology/{name}")))
            for name in PREDICATES
        },
        "mean_auroc": {method: mean(rows, "auroc", method=method) for method in METHODS},
        "by_predicate": {
            name: {method: mean(rows, "auroc", method=method, predicate=name) for method in METHODS}
            for name in PREDICATES
        },
        "seconds": {
            method: max(row["fit_s"] + row["check_s"] for row in rows if row["method"] == method) for method in METHODS
        },
        "rows": rows,
    }


def judged(graph: Graph, lesson: DrawnFacts, test: DrawnFacts, method: str) -> Report:
    view = View.of(graph).without(test.facts)
    examples = [GoldTriple(triple_of(graph, fact), bool(truth)) for fact, truth in zip(*lesson, strict=True)]
    triples = [triple_of(graph, fact) for fact in test.facts]
    started = time.perf_counter()
    checker = CHECKERS[method].fit(view, examples, seed=0)
    fitted = time.perf_counter()
    scores = [checked.score for checked in checker.check(triples)]
    ended = time.perf_counter()
    return {
        "method": method,
        "auroc": round(auroc(LabelledScores.of(scores, test.truths.tolist())), 4),
        "train": len(lesson.facts),
        "test": len(test.facts),
        "fit_s": round(fitted - started, 2),
        "check_s": round(ended - fitted, 2),
    }


def mean(rows: list[Report], key: str, **where: str) -> float:
    fitting = [row[key] for row in rows if all(row[name] == value for name, value in where.items())]
    return round(statistics.mean(fitting), 4)


MEASUREMENTS = {"pairs": pairs, "large": large, "learners": learners}
TARGETS = [
    Target("ms a pair to three steps, peers' facts", "pairs/peer_facts_3/ms/median", "<=", 0.2),
    Target("ms a pair to four steps, peers' facts", "pairs/peer_facts_4/ms/median", "<=", 2),
    Target("ms a pair to three steps, random pairs", "pairs/random_3/ms/median", "<=", 0.2),
    Target("ms a pair to four steps, random pairs", "pairs/random_4/ms/median", "<=", 2),
    Target("ms a pair to three steps, large graph", "large/facts_3/ms/median"),
    Target("ms a pair to four steps, large graph", "large/facts_4/ms/median"),
    *(Target(f"mean AUROC of {method}", f"learners/mean_auroc/{method}") for method in METHODS),
    *(
        Target(f"most seconds to learn and judge by {method}", f"learners/seconds/{method}", "<=", 5)
        for method in METHODS
    ),
]


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RESULT)
    parser.add_argument("--graphs", type=Path, default=Path(tempfile.gettempdir()) / "veriscope-graphs")
    parser.add_argument("--large", type=Path, metavar="KB")
    asked = parser.parse_args()
    asked.names = asked.names or [name for name in MEASUREMENTS if name != "large" or asked.large]
    if "large" in asked.names and not asked.large:
        raise SystemExit("`large` needs a graph: --large KB")
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
