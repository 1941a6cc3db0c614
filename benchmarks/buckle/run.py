"""The experiments of the BUCKLE paper on predicates of dbpedia93k: matrices, Tables 4, 5 and 6, its findings.

    python benchmarks/buckle/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--out RESULT.json] [--sample N]
                                    [--workers N] [--report FILE.html]

NAME is one of the measurements; without one, all are run. `matrix` makes the paper's tests of six predicates
(one-to-one, many-to-one and many-to-many, two each) by `bench generate --paper --fill-up`, judges them by every method
with `bench run`, and reads the results as `bench report` does: every cell is kept, without its ROC curve.
`one_scenario` runs all methods on a single scenario of 300 facts in one process, with the embeddings trained
beforehand, and tells how long that takes. The graph, the embedding that clusters facts (TransE by the paper's recipe,
300 epochs) and the scenarios are kept in the folder named, and made where they are missing; `--sample` takes so many
predicates, and keeps no result.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

from commands import report_of, run
from measurements import RUNS, Report, measure, target_parser
from target import Target

from veriscope.pipeline.bench_reading import read_run
from veriscope.pipeline.bench_results import read_results

RESULT = RUNS.with_name("2026-11-16-two-core") / "buckle.json"
PREDICATES = ("spouse", "successor", "director", "team", "almaMater", "headquarter")
METHODS = ("kl", "kl-ends", "kg-miner", "pra", "sfe", "transe", "transh", "auto", "katz", "adamic-adar", "jaccard")
TARGETS = (
    Target(
        "seconds of a scenario of 300 facts, all methods but embedding training",
        "one_scenario/seconds_in_all",
        "<=",
        30.0,
    ),
)


def graph_folder(asked: argparse.Namespace) -> Path:
    folder = asked.graphs / "dbpedia93k"
    if not folder.exists():
        run("kb", "build", folder, asked.data / "kg" / "dbpedia93k.nt.xz")
    return folder


def clustering(asked: argparse.Namespace) -> Path:
    folder = graph_folder(asked) / "embeddings" / "plain"
    if not folder.exists():
        run("kb", "train", graph_folder(asked), "--name", "plain", "--plain", "--epochs", 300)
    return folder


def generated(asked: argparse.Namespace, name: str, *options: object) -> Path:
    folder = asked.graphs / f"scenarios-{name}"
    if not folder.exists():
        run("bench", "generate", graph_folder(asked), *options, "--embedding", clustering(asked).name, "--out", folder)
    return folder


def matrix(asked: argparse.Namespace) -> Report:
    """Every method on the paper's tests."""
    predicates = PREDICATES[: asked.sample] if asked.sample else PREDICATES
    named = [word for predicate in predicates for word in ("--predicate", predicate)]
    scenarios = generated(asked, f"paper-{len(predicates)}", *named, "--paper", "--fill-up", "--skip-impossible")
    results = asked.graphs / f"results-{len(predicates)}.json"
    done = run(
        "bench",
        "run",
        scenarios,
        "--methods",
        ",".join(METHODS),
        "--out",
        results,
        "--workers",
        asked.workers,
        "--json",
    )
    if asked.report:
        run("bench", "report", results, "--html", asked.report)
    printed = json.loads(done.printed)
    rows = [{key: value for key, value in row.items() if key != "roc"} for row in printed["rows"]]
    told = {key: printed[key] for key in ("methods", "scenarios", "failed", "preparation_s", "seed", "version")}
    return {"command": done.command, **told, "reading": asdict(read_run(read_results(results))), "rows": rows}


def one_scenario(asked: argparse.Namespace) -> Report:
    """One scenario by all methods, in one process."""
    scenarios = generated(asked, "one", "--predicate", "director", "--transparency", 0.5, "--homogeneity", 0.5)
    results = asked.graphs / "results-one.json"
    words = ("bench", "run", scenarios, "--methods", ",".join(METHODS), "--out", results, "--json")
    run(*words)  # trains the embeddings, and compiles what is not compiled yet
    done = report_of(run(*words, "--restart"))
    rows = [{key: row[key] for key in ("method", "train_s", "check_s", "auroc")} for row in done["rows"]]
    judging = sum(row["train_s"] + row["check_s"] for row in rows)
    return {"command": done["command"], "seconds_in_all": done["seconds"], "judging_s": round(judging, 2), "rows": rows}


MEASUREMENTS = {"matrix": matrix, "one_scenario": one_scenario}


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RESULT)
    parser.add_argument("--graphs", type=Path, default=Path("/tmp/veriscope-graphs"))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--report", type=Path, default=None)
    asked = parser.parse_args()
    asked.graphs.mkdir(parents=True, exist_ok=True)
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
