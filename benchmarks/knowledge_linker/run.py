"""Knowledge Linker: what it is worth and how long it takes, beside igraph's shortest paths in the same run.

    python benchmarks/knowledge_linker/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--out RESULT.json]
                                              [--sample N]

NAME is one of the measurements; without one, all are run. `dbpedia93k` and `fb15k-237` score the 300 facts that peers
were measured on, once with all of them hidden, once with only each fact's own edges out of sight while it is judged (so
did the peers whose figures are known: knowledge_linker .823 and .852, knowledgestream .866 and .781); `weightings`
compares what nodes may cost on other facts, drawn from the most frequent predicates of both graphs, none of which is
among those 300; `growth` times single facts in scale-free graphs of 0.3 to 27 million edges. Graphs are kept in the
folder of `--graphs` and built where they are missing; `--sample` takes so many facts, and keeps no result.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "measuring"))

import numpy as np
from graphs import public_graph, synthetic_graph
from igraph_linker import IgraphLinker
from labelled_facts import LabelledFacts, draw_facts, read_facts
from measurements import RUNS, Report, measure, target_parser
from stopwatch import Took, now, since, summed_up
from target import Target

from veriscope.checking import CHECKERS, KnowledgeLinker
from veriscope.checking.knowledge_linker import WEIGHTINGS
from veriscope.domain import TripleChecker
from veriscope.graph import Graph, View, triple_of
from veriscope.graph.paths.links import are_linked_by_another_predicate
from veriscope.scoring.ranking import LabelledScores, auroc

RESULT = RUNS.with_name("2026-11-16-two-core") / "knowledge_linker.json"
METHODS = ("kl", "kl-ends", "kl-ultrametric", "degree-product", "jaccard", "adamic-adar", "katz")
PREDICATES = {"dbpedia93k": 30, "fb15k-237": 60}
SIZES = (300_000, 1_000_000, 3_000_000, 9_000_000, 27_000_000)
PEERS = {"dbpedia93k": 0.823, "fb15k-237": 0.852}


def timed(checker: TripleChecker, graph: Graph, facts: np.ndarray) -> tuple[list[float], list[Took]]:
    """The scores of facts given one by one, and how long each took."""
    triples = [triple_of(graph, fact) for fact in facts]
    checker.check(triples[:1])
    scores, times = [], []
    for triple in triples:
        started = now()
        (checked,) = checker.check([triple])
        times.append(since(started))
        scores.append(checked.score)
    return scores, times


def quality(scores: list[float], truths: np.ndarray) -> float:
    return round(auroc(LabelledScores.of(scores, truths.tolist())), 4)


def peers(asked: argparse.Namespace, *, name: str) -> Report:
    """Every method on the facts of the peers, hidden in both ways."""
    graph = public_graph(asked, name)
    read = read_facts(graph, asked.data / "kg" / "peer-facts" / f"{name}.tsv")
    drawn = np.random.default_rng(0).permutation(len(read.facts))[: asked.sample or None]
    labelled = LabelledFacts(read.facts[drawn], read.truths[drawn])
    views = {"all_hidden": View.of(graph).without(labelled.facts), "own_hidden": View.of(graph)}
    report: Report = {key: judged_by_all(view, labelled) for key, view in views.items()}
    found = report["own_hidden"]["kl"]["auroc"]
    igraph, ours = (report["own_hidden"][key]["ms"]["processor_median"] for key in ("igraph", "kl"))
    return {**report, "off_the_peer": round(abs(found - PEERS[name]), 4), "igraph_over_ours": round(igraph / ours, 1)}


def judged_by_all(view: View, labelled: LabelledFacts) -> Report:
    rows: Report = {}
    for method in METHODS:
        started = time.perf_counter()
        checker = CHECKERS[method].fit(view, ())
        ready = time.perf_counter() - started
        scores, times = timed(checker, view.graph, labelled.facts)
        rows[method] = {"auroc": quality(scores, labelled.truths), "ms": summed_up(times), "fit_s": round(ready, 3)}
    rows["igraph"] = by_igraph(view, labelled)
    return rows


def by_igraph(view: View, labelled: LabelledFacts) -> Report:
    linker, is_linked = IgraphLinker(view), are_linked_by_another_predicate(view, labelled.facts)
    pairs = zip(labelled.facts[:, ::2].tolist(), is_linked.tolist(), strict=True)
    found = [linker.timed(*pair, is_linked_otherwise=linked) for pair, linked in pairs]
    scores, times = [score for score, _ in found], [took for _, took in found]
    return {"auroc": quality(np.round(scores, 9).tolist(), labelled.truths), "ms": summed_up(times)}


def weightings(asked: argparse.Namespace) -> Report:
    """The mean AUROC of each weighting over predicates, on facts that no figure is reported of."""
    report: Report = {}
    for name, count in PREDICATES.items():
        graph = public_graph(asked, name)
        barred = read_facts(graph, asked.data / "kg" / "peer-facts" / f"{name}.tsv").facts
        frequent = np.argsort(-np.bincount(graph.out.predicates), kind="stable")[: min(count, asked.sample or count)]
        rows = [judged_by_weightings(graph, int(predicate), barred) for predicate in frequent]
        told = [row for row in rows if row]
        means = {key: round(statistics.mean(row[key] for row in told), 4) for key in told[0]}
        report[name] = {"predicates": len(told), "mean_auroc": means}
    chosen = max(report["dbpedia93k"]["mean_auroc"].items(), key=lambda item: item[1])
    return {**report, "best_on_dbpedia93k": chosen[0]}


def judged_by_weightings(graph: Graph, predicate: int, barred: np.ndarray) -> dict[str, float]:
    """Nothing where no false facts can be drawn."""
    labelled = draw_facts(graph, predicate, barred=barred)
    if labelled.truths.all():
        return {}
    view = View.of(graph).without(np.concatenate([labelled.facts, barred]))
    triples = [triple_of(graph, fact) for fact in labelled.facts]
    row = {}
    for name in WEIGHTINGS:
        checked = KnowledgeLinker(view, weighting=name).check(triples)
        row[name] = quality([each.score for each in checked], labelled.truths)
    return row


def growth(asked: argparse.Namespace) -> Report:
    """Facts of scale-free graphs, half of them with their objects shuffled."""
    report: Report = {}
    for edges in SIZES:
        graph = synthetic_graph(asked, edges)
        facts = drawn_from(graph, asked.sample or 300)
        row: Report = {"nodes": len(graph.nodes), "edges": len(graph.out)}
        for method in ("kl", "kl-ultrametric"):
            started = time.perf_counter()
            checker = CHECKERS[method].fit(View.of(graph).without(facts), ())
            row[method] = {"fit_s": round(time.perf_counter() - started, 2)}
            row[method]["ms"] = summed_up(timed(checker, graph, facts)[1])
        report[str(edges)] = row
        print(edges, row, flush=True)
    return report


def drawn_from(graph: Graph, size: int) -> np.ndarray:
    drawing = np.random.default_rng(0)
    places = drawing.choice(len(graph.out), size, replace=False)
    subjects = np.searchsorted(graph.out.starts, places, side="right") - 1
    objects = graph.out.nodes[places].copy()
    objects[size // 2 :] = drawing.permutation(objects[size // 2 :])
    return np.stack([subjects, graph.out.predicates[places], objects], axis=1).astype(np.int32)


MEASUREMENTS: dict[str, Callable[[argparse.Namespace], Report]] = {
    "dbpedia93k": partial(peers, name="dbpedia93k"),
    "fb15k-237": partial(peers, name="fb15k-237"),
    "weightings": weightings,
    "growth": growth,
}

TARGETS = (
    Target("AUROC of kl off that of knowledge_linker, dbpedia93k", "dbpedia93k/off_the_peer", "<=", 0.005),
    Target("AUROC of kl off that of knowledge_linker, FB15k-237", "fb15k-237/off_the_peer", "<=", 0.005),
    Target("AUROC of kl-ends, own edges hidden", "dbpedia93k/own_hidden/kl-ends/auroc", ">=", 0.866),
    Target("AUROC of kl-ends, all facts hidden", "dbpedia93k/all_hidden/kl-ends/auroc", ">=", 0.866),
    Target("AUROC of kl, all facts hidden", "dbpedia93k/all_hidden/kl/auroc"),
    Target("ms a fact, dbpedia93k", "dbpedia93k/all_hidden/kl/ms/median", "<=", 1),
    Target("igraph takes so many times as long, dbpedia93k", "dbpedia93k/igraph_over_ours"),
    Target("igraph takes so many times as long, FB15k-237", "fb15k-237/igraph_over_ours"),
    Target("ms a fact, 27 million edges", "growth/27000000/kl/ms/median", "<=", 50),
)


def main() -> None:
    parser = target_parser(__doc__, tuple(MEASUREMENTS), result=RESULT)
    parser.add_argument("--graphs", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asked.graphs = asked.graphs or Path(folder)
        measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
