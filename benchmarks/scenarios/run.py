"""Scenarios: what clusters, false facts and whole matrices cost, and what they are like.

    python benchmarks/scenarios/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--embedding FOLDER]
                                       [--out RESULT.json] [--sample N]

NAME is one of the measurements; without one, all are run. `clusters` links the facts of predicates of dbpedia93k by
the paper's distance, up to birthPlace with its 82,054, each in a process of its own: time, memory, and, where a matrix
of distances is still small, how far the heights of the merges are from SciPy's. `false_facts` makes 150 hard facts
of each predicate by random walks and by LCWA alone, and counts the predicate paths they come from, beside those of
BUCKLE's published files. `matrices` runs `bench generate --paper` as a user would, and checks every set that it wrote.
Times are given as they passed and as the processor was used. The graph and its embedding (TransE by the paper's recipe,
300 epochs) are kept in the folders named, and made where they are missing; `--sample` takes so many predicates, and
keeps no result.
"""

import argparse
import json
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

import numpy as np
from commands import run
from dbpedia_graph import clustering, graph_folder
from measurements import RUNS, Report, measure, target_parser
from scipy.cluster.hierarchy import linkage
from scipy.spatial.distance import cdist, squareform
from target import Target

from veriscope.graph import Graph, PathFinder, View, open_graph
from veriscope.graph.compact.classes import Classes
from veriscope.graph.embeddings.files import open_embedding
from veriscope.graph.embeddings.pair_clusters import cluster_pairs
from veriscope.graph.embeddings.pair_linkage import link_pairs
from veriscope.lab.bench.scenario_files import read_dataset, read_scenario_folder, read_scenarios
from veriscope.scenarios import (
    DatasetMaker,
    DatasetPart,
    DatasetSettings,
    FactPool,
    LcwaMaker,
    Likeness,
    Namespaces,
    RandomWalkMaker,
    pairs_of,
)

RESULT = RUNS.with_name("2026-11-16-two-core") / "scenarios.json"
ONTOLOGY = "http://dbpedia.org/ontology/"
LINKED = ("director", "nationality", "spouse", "country", "almaMater", "deathPlace", "birthPlace")
MADE = ("nationality", "country", "residence", "influencedBy", "director", "spouse")
MATRIX_UP_TO = 8000


def named(asked: argparse.Namespace, names: tuple[str, ...]) -> tuple[str, ...]:
    return names[: asked.sample] if asked.sample else names


def facts_of(graph: Graph, name: str) -> np.ndarray:
    return graph.facts_of(graph.predicates.find(ONTOLOGY + name))[:, [0, 2]].copy()


def clusters(asked: argparse.Namespace) -> Report:
    """Average linkage of the facts of predicates, each in a process of its own."""
    found = {}
    for name in named(asked, LINKED):
        words = [sys.executable, __file__, "--link", name, "--graphs", graph_folder(asked).parent]
        words += ["--embedding", clustering(asked)]
        done = subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True)
        found[name] = json.loads(done.stdout)
        print(name, found[name], flush=True)
    return found


def link_one(asked: argparse.Namespace) -> None:
    """Link the facts of one predicate and print what came of it."""
    graph, vectors = open_graph(graph_folder(asked)), open_embedding(clustering(asked)).entities
    pairs = facts_of(graph, asked.link)
    link_pairs(vectors, pairs[:40])  # compiled beforehand
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started, used = time.perf_counter(), time.process_time()
    found = cluster_pairs(vectors, pairs)
    told = {
        "facts": len(pairs),
        "clusters": len(found),
        "threshold": found.threshold,
        "largest": int(found.sizes[0]),
        "seconds": round(time.perf_counter() - started, 1),
        "processor_seconds": round(time.process_time() - used, 1),
        "more_memory_mib": (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024,
        "matrix_would_take_mib": len(pairs) * (len(pairs) - 1) // 2 * 8 // 2**20,
    }
    if len(pairs) <= MATRIX_UP_TO:
        told["farthest_from_scipy"] = far_from_scipy(vectors, pairs)
    print(json.dumps(told))


def far_from_scipy(vectors: np.ndarray, pairs: np.ndarray) -> float:
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    subjects, objects = unit[pairs[:, 0]].astype(np.float64), unit[pairs[:, 1]].astype(np.float64)
    crossed = cdist(subjects, objects)
    distances = (cdist(subjects, subjects) + cdist(objects, objects) + crossed + crossed.T) / 4
    np.fill_diagonal(distances, 0)
    expected = np.sort(linkage(squareform(distances, checks=False), "average")[:, 2])
    return float(np.abs(expected - link_pairs(unit, pairs).heights).max())


def false_facts(asked: argparse.Namespace) -> Report:
    """The predicate paths that hard false facts come from."""
    graph = open_graph(graph_folder(asked))
    classes, paths = Classes.of(graph.schema), PathFinder.of(View.of(graph))
    found: Report = {}
    for name in named(asked, MADE):
        predicate = graph.predicates.find(ONTOLOGY + name)
        pairs, is_literal, left_out = pairs_of(graph, predicate)
        pool = FactPool(graph, predicate, pairs, is_literal, left_out, np.zeros(len(pairs), dtype=np.int32), 0)
        makers = {
            "random-walk": RandomWalkMaker(graph, predicate, Likeness(classes), paths),
            "lcwa": LcwaMaker(graph, predicate, Likeness(classes, None)),
        }
        found[name] = {kind: origins_of(DatasetMaker(pool, maker)) for kind, maker in makers.items()}
        print(name, found[name], flush=True)
    return {**found, "published": published_origins(asked)}


def origins_of(maker: DatasetMaker) -> Report:
    started, used = time.perf_counter(), time.process_time()
    made = maker.make(DatasetPart.TEST, DatasetSettings(transparency=0.0))
    counts = Counter(fact.origin for fact in made.dataset.facts if fact.is_hard)
    return {
        **_spread(counts),
        "seconds": round(time.perf_counter() - started, 2),
        "processor_seconds": round(time.process_time() - used, 2),
    }


def published_origins(asked: argparse.Namespace) -> Report:
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(asked.data / "kg" / "buckle-scenarios.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        files = sorted(Path(folder).rglob("test_c0.0_h0.0_s300_r1.0_random_scenario.tsv"))
        facts = {path.parent.name: read_dataset(path, Namespaces()) for path in files}
    return {name: _spread(Counter(fact.origin for fact in some if fact.is_hard)) for name, some in facts.items()}


def _spread(counts: Counter) -> Report:
    path, often = counts.most_common(1)[0]
    return {
        "hard_facts": counts.total(),
        "distinct_paths": len(counts),
        "share_of_the_commonest": round(often / counts.total(), 3),
        "commonest": ", ".join(("" if hop.is_forward else "^") + hop.predicate.rsplit("/")[-1] for hop in path),
        "share_of_single_steps": round(sum(n for path, n in counts.items() if len(path) == 1) / counts.total(), 3),
    }


def matrices(asked: argparse.Namespace) -> Report:
    """The paper's tests for several predicates by one command; every set is checked."""
    kb = graph_folder(asked)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "scenarios"
        words = [word for name in named(asked, MADE) for word in ("--predicate", name)]
        done = run(
            "bench", "generate", kb, "--embedding", clustering(asked), *words,
            "--paper", "--skip-impossible", "--out", out, "--json",
        )  # fmt: skip
        content = read_scenario_folder(out)
        scenarios = read_scenarios(out)
        wrong = [problem for scenario in scenarios for problem in problems(scenario, open_graph(kb))]
    tests = [test for entry in content.predicates for test in entry.tests]
    return {
        "command": done.command,
        "seconds": round(done.seconds, 1),
        "peak_mib": done.peak_mib,
        "predicates": len(content.predicates),
        "tests": len(tests),
        "impossible": list(content.impossible),
        "problems": len(wrong),
        "first_problems": wrong[:5],
        "hard_facts_from_other_true_facts": sum(test.from_other_facts for test in tests),
        "random_facts_with_other_ends": sum(test.with_other_ends for test in tests),
        "true_facts_in_all_tests": {
            entry.predicate.rsplit("/")[-1]: distinct_true_facts(scenarios, entry.predicate)
            for entry in content.predicates
        },
    }


def distinct_true_facts(scenarios: list, predicate: str) -> Report:
    """How many different true facts the tests of the matrix are made of, and how many they would be without reuse."""
    own = [one for one in scenarios if one.predicate == predicate and one.test.settings.ratio == 1]
    distinct = {fact.triple for scenario in own for fact in scenario.test.true_facts}
    return {"different": len(distinct), "all": sum(len(scenario.test.true_facts) for scenario in own)}


def problems(scenario: object, graph: Graph) -> list[str]:
    """What a set must never hold."""
    judged = [(fact.triple.subject, fact.triple.object) for fact in scenario.test.facts]
    learned = {(fact.triple.subject, fact.triple.object) for fact in scenario.train.facts}
    both_ways = {*judged, *(pair[::-1] for pair in judged)}
    predicate = graph.predicates.find(scenario.predicate)
    found = []
    if len(judged) != scenario.test.settings.size or len(set(judged)) != len(judged):
        found.append("size or doubles")
    if len(both_ways) != 2 * len(judged):
        found.append("a fact and its reverse")
    if learned & both_ways:
        found.append("a test fact in the training facts")
    for fact in (*scenario.train.facts, *scenario.test.facts):
        ends = graph.nodes.find(fact.triple.subject), graph.nodes.find(fact.triple.object)
        if graph.holds(ends[0], predicate, ends[1]) != fact.is_true:
            found.append("a wrong label")
        if not fact.is_true and graph.holds(ends[1], predicate, ends[0]):
            found.append("the reverse of a true fact as a false one")
    return [f"{scenario.name}: {problem}" for problem in found]


TARGETS = (
    Target("birthPlace (82,054 facts) clustered: processor seconds", "clusters/birthPlace/processor_seconds"),
    Target("birthPlace clustered: more memory, MiB", "clusters/birthPlace/more_memory_mib", "<=", 2048),
    Target("spouse: heights of merges farthest from SciPy's", "clusters/spouse/farthest_from_scipy", "<=", 1e-4),
    Target("problems in the sets of the paper's matrices", "matrices/problems", "<=", 0),
    Target("tests made", "matrices/tests"),
    Target("the paper's tests of six predicates, seconds", "matrices/seconds"),
)


def main() -> None:
    measurements = {"clusters": clusters, "false_facts": false_facts, "matrices": matrices}
    parser = target_parser(__doc__, tuple(measurements), result=RESULT)
    parser.add_argument("--graphs", type=Path, default=Path(tempfile.gettempdir()) / "veriscope-graphs")
    parser.add_argument("--embedding", type=Path, default=None)
    parser.add_argument("--link", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.link:
        link_one(asked)
    else:
        measure(asked, asked, measurements, TARGETS)


if __name__ == "__main__":
    main()
