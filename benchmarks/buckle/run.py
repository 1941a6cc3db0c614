"""The experiments of the BUCKLE paper on predicates of dbpedia93k: matrices, Tables 4, 5 and 6, its findings.

    python benchmarks/buckle/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--embedding FOLDER]
                                    [--out RESULT.json] [--sample N] [--workers N] [--report FILE.html]

NAME is one of the measurements; without one, all are run. `matrix` makes the paper's tests of six predicates (one
one-to-one, three many-to-one, two many-to-many) by `bench generate --paper --fill-up`, judges them by every method
with `bench run`, and reads the results as `bench report` does; the AUROC of every cell is kept, not its curve. What is
measured already is not measured again: remove `results-6.json.cells.jsonl` to begin anew. `one_scenario` runs every
method on a single scenario of 300 facts in one process on one core, with the embeddings trained beforehand, and tells
how long that takes, start, loading and thresholds counted in, as it passed and as the processor was used. `clusters`
makes the scenarios twice, the second time with clusters that lie in the cache. `published` judges the files that the
paper's authors published, by their short names, over the graph: what of them it knows. `hard_training`
teaches with half the false facts hard, where the paper teaches with none. `joined` counts the true facts,
and the hard false ones, whose ends another predicate joins directly. The graph, the embedding that
clusters facts (TransE by the paper's recipe, 300 epochs) and the scenarios are kept in the folders named, and made
where they are missing; `--sample` takes so many predicates, and keeps no result.
"""

import argparse
import os
import resource
import sys
import tarfile
import tempfile
from collections import defaultdict
from dataclasses import asdict
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from commands import Finished, run
from dbpedia_graph import clustering, graph_folder
from measurements import RUNS, Report, measure, target_parser
from target import Target

from veriscope.domain import Triple
from veriscope.graph import Graph, numbers_of, open_graph
from veriscope.lab.bench.effects_in_words import describe_run
from veriscope.lab.bench.results import BenchResults, Cell, read_results
from veriscope.lab.bench.scenario_files import read_scenarios

RESULT = RUNS.with_name("2026-11-16-two-core") / "buckle.json"
PREDICATES = ("country", "nationality", "director", "spouse", "residence", "influencedBy")
METHODS = (
    "auto", "kl", "kl-ultrametric", "kl-ends", "kg-miner", "pra", "sfe", "transe", "transh",
    "katz", "adamic-adar", "jaccard", "degree-product",
)  # fmt: skip
LEARNING = ("kg-miner", "pra", "sfe")
TARGETS = (
    Target(
        "processor seconds of a scenario of 300 facts, all methods but embedding training",
        "one_scenario/processor_seconds",
        "<=",
        30.0,
    ),
    Target("the same as it passed, seconds", "one_scenario/seconds", "<=", 30.0),
    Target("predicates of the matrices", "matrix/predicates_judged", ">=", 4),
    Target("cells that failed", "matrix/failed_cells", "<=", 0),
    Target("the paper's tests of six predicates made anew, processor seconds", "clusters/first/processor_seconds"),
    Target("the same with clusters in the cache, processor seconds", "clusters/again/processor_seconds"),
)


def generate(asked: argparse.Namespace, folder: Path, *options: object) -> Report:
    return used_by(
        "bench", "generate", graph_folder(asked), *options, "--embedding", clustering(asked), "--out", folder
    )


def papers_tests(asked: argparse.Namespace) -> list[object]:
    predicates = PREDICATES[: asked.sample] if asked.sample else PREDICATES
    return [*(word for name in predicates for word in ("--predicate", name)), "--paper", "--fill-up"]


def used_by(*words: object) -> Report:
    """A command with its time as it passed and as the processor was used."""
    done, processor_s = timed(*words)
    return {
        "command": done.command,
        "seconds": round(done.seconds, 1),
        "processor_seconds": round(processor_s, 1),
        "peak_mib": done.peak_mib,
    }


def timed(*words: object) -> tuple[Finished, float]:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = run(*words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def matrix(asked: argparse.Namespace) -> Report:
    """Every method on the paper's tests."""
    count = asked.sample or len(PREDICATES)
    scenarios, out = asked.graphs / f"scenarios-paper-{count}", asked.graphs / f"results-{count}.json"
    if not scenarios.exists():
        generate(asked, scenarios, *papers_tests(asked))
    words = ("bench", "run", scenarios, "--kb", graph_folder(asked), "--method", ",".join(METHODS), "--out", out)
    done = run(*words, "--workers", asked.workers)
    if asked.report:
        run("bench", "report", out, "--html", asked.report)
    return {"command": done.command, **what_is_kept(read_results(out))}


def what_is_kept(results: BenchResults) -> Report:
    """What is kept of a run."""
    return {
        "predicates_judged": len(results.predicates),
        "scenarios": len(results.scenarios),
        "cells": len(results.cells),
        "failed_cells": len(results.failed),
        "training_of_embeddings_s": dict(results.preparation_s),
        "methods": {method: of_method(results.of_method(method)) for method in results.methods},
        "mean_auroc_by": {method: by_property(results, method) for method in results.methods},
        "predicates": {short(name): of_predicate(results, name) for name in results.predicates},
        "reading": reading(results),
    }


def of_method(cells: list[Cell]) -> Report:
    """Means over all scenarios that the method judged."""
    names = ("auroc", "average_precision", "accuracy", "train_s", "check_s", "processor_s")
    return {"cells": len(cells)} | {name: rounded(mean(getattr(cell, name) for cell in cells)) for name in names}


def by_property(results: BenchResults, method: str) -> Report:
    """Mean AUROC by transparency and by homogeneity (the matrices), and by popularity (the other tests)."""
    by_name = {scenario.name: scenario for scenario in results.scenarios}
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for cell in results.of_method(method):
        at = by_name[cell.scenario]
        if at.ratio == 1:
            found["transparency"][f"{at.transparency:g}"].append(cell.auroc)
            found["homogeneity"][f"{at.homogeneity:g}"].append(cell.auroc)
        else:
            found["popularity"][at.popularity].append(cell.auroc)
    return {name: {level: rounded(mean(of)) for level, of in levels.items()} for name, levels in found.items()}


def of_predicate(results: BenchResults, predicate: str) -> Report:
    """What the predicate's facts are like (Table 5), and every AUROC by method and test."""
    own = [scenario for scenario in results.scenarios if scenario.predicate == predicate]
    aurocs: dict[str, dict[str, float]] = defaultdict(dict)
    for cell in results.cells:
        if cell.predicate == predicate:
            aurocs[cell.method][cell.scenario.partition("/")[2]] = rounded(cell.auroc)
    first = own[0]
    return {
        "kind": first.kind,
        "functionality": rounded(first.functionality),
        "inverse_functionality": rounded(first.inverse_functionality),
        "training": asdict(first.training) if first.training else None,
        "tests": {one.name.partition("/")[2]: asdict(one.test) for one in own if one.test and one.ratio != 1},
        "auroc": aurocs,
    }


def reading(results: BenchResults) -> Report:
    found = describe_run(results)
    return {
        "summary": list(found.summary),
        "findings": [asdict(finding) for finding in found.findings],
        "methods": {method.method: list(method.sentences) for method in found.methods},
    }


def one_scenario(asked: argparse.Namespace) -> Report:
    """One scenario by all methods, in one process."""
    scenarios, out = asked.graphs / "scenarios-one", asked.graphs / "results-one.json"
    if not scenarios.exists():
        generate(asked, scenarios, "--predicate", "director", "--transparency", 0.5, "--homogeneity", 0.5)
    words = ("bench", "run", scenarios, "--kb", graph_folder(asked), "--method", ",".join(METHODS), "--out", out)
    run(*words)  # trains the embeddings, and compiles what is not compiled yet
    os.environ.update(OMP_NUM_THREADS="1", NUMBA_NUM_THREADS="1")
    report = used_by(*words, "--restart")
    columns = ("method", "train_s", "check_s", "processor_s", "auroc")
    return {**report, "rows": [{name: getattr(cell, name) for name in columns} for cell in read_results(out).cells]}


def clusters(asked: argparse.Namespace) -> Report:
    """The paper's tests made twice; the first time nothing is in the cache."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["VERISCOPE_CACHE"] = str(Path(folder) / "cache")
        try:
            first, again = (generate(asked, Path(folder) / name, *papers_tests(asked)) for name in ("first", "again"))
        finally:
            del os.environ["VERISCOPE_CACHE"]
    return {"first": first, "again": again}


def published(asked: argparse.Namespace) -> Report:
    """The published files by their short names; the graph knows few of their facts."""
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(asked.data / "kg" / "buckle-scenarios.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        (home,) = {path.parent.parent for path in Path(folder).rglob("*_scenario.tsv")}
        out = Path(folder) / "results.json"
        done = run("bench", "run", home, "--kb", graph_folder(asked), "--method", "kl,kg-miner", "--out", out)
        results = read_results(out)
    return {
        "command": done.command,
        "left_out": list(results.left_out),
        "scenarios": len(results.scenarios),
        "facts_judged": {short(name): judged(results, name) for name in results.predicates},
        "methods": {method: of_method(results.of_method(method)) for method in results.methods},
        "failed": sorted({cell.error for cell in results.failed}),
    }


def judged(results: BenchResults, predicate: str) -> Report:
    facts = [cell.facts for cell in results.of_method("kl") if cell.predicate == predicate]
    return {"scenarios": len(facts), "fewest": min(facts), "most": max(facts)}


def hard_training(asked: argparse.Namespace) -> Report:
    """The methods where half of the false facts to learn from are hard: mean AUROC by the transparency of the test."""
    scenarios, out = asked.graphs / "scenarios-hard-training", asked.graphs / "results-hard-training.json"
    named = [word for name in PREDICATES for word in ("--predicate", name)]
    if not scenarios.exists():
        levels = ("--transparency", "0,0.5,1", "--homogeneity", 0.5, "--train-transparency", 0.5)
        generate(asked, scenarios, *named, *levels, "--fill-up")
    methods = ("auto", *LEARNING, "kl", "transe")
    words = ("bench", "run", scenarios, "--kb", graph_folder(asked), "--method", ",".join(methods), "--out", out)
    done = run(*words, "--workers", asked.workers)
    results = read_results(out)
    levels = {method: by_property(results, method)["transparency"] for method in methods}
    return {"command": done.command, "mean_auroc": levels, "summary": list(describe_run(results).summary)}


def joined(asked: argparse.Namespace) -> Report:
    """Shares of the facts whose ends another predicate joins directly, at transparency 0 and homogeneity 0."""
    graph, found = open_graph(graph_folder(asked)), {}
    for scenario in read_scenarios(asked.graphs / f"scenarios-paper-{len(PREDICATES)}"):
        settings = scenario.test.settings
        if not settings.transparency + settings.homogeneity:
            parts = {"true": scenario.test.true_facts, "false": scenario.test.false_facts}
            found[short(scenario.predicate)] = {
                label: rounded(mean(is_joined(graph, fact.triple) for fact in facts)) for label, facts in parts.items()
            }
    means = {label: rounded(mean(shares[label] for shares in found.values())) for label in ("true", "false")}
    return {**found, "mean": means}


def is_joined(graph: Graph, triple: Triple) -> bool:
    subject, predicate, object_ = numbers_of(graph, [triple])[0].tolist()
    predicates = range(len(graph.predicates))
    return any(
        graph.holds(subject, other, object_) or graph.holds(object_, other, subject)
        for other in predicates
        if other != predicate
    )


def short(iri: str) -> str:
    return iri.rpartition("/")[2]


def rounded(value: float) -> float:
    return round(value, 4)


MEASUREMENTS = {
    "matrix": matrix,
    "one_scenario": one_scenario,
    "clusters": clusters,
    "published": published,
    "joined": joined,
    "hard_training": hard_training,
}


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RESULT)
    parser.add_argument("--graphs", type=Path, default=Path(tempfile.gettempdir()) / "veriscope-graphs")
    parser.add_argument("--embedding", type=Path, default=None)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", type=Path, default=None)
    asked = parser.parse_args()
    asked.graphs.mkdir(parents=True, exist_ok=True)
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
