"""The checker that combines all others, beside each of them.

    python benchmarks/auto/run.py [NAME...] [--data ../shared/data] [--graphs FOLDER] [--out RESULT.json] [--sample N]

NAME is one of the measurements; without one, all are run. `predicates` draws 300 facts of each of ten predicates of
dbpedia93k to learn from and 300 others to judge, half of them false (objects shuffled among alike ones); both are
hidden, and one embedding is trained without any of them. `codex_s` fits on CoDEx-S's valid facts and hard negatives and
judges its test facts; `codex_m` fits and judges CoDEx-M's valid facts by five folds. Accuracies there are at one
threshold for each predicate, learned from scores of facts that the method had not learned from. The design of `auto`
was chosen on dbpedia93k facts of ten predicates with another drawing, and on folds of CoDEx-S's valid facts.
"""

import argparse
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / "measuring"), str(Path(__file__).parents[1] / "graph_paths")]

import numpy as np
from commands import run
from drawn_facts import DrawnFacts, draw_halves
from measurements import RUNS, Report, measure, target_parser
from sklearn.model_selection import StratifiedKFold
from target import Target

from veriscope.checking import CHECKERS, Auto, EmbeddingChecker
from veriscope.domain import GoldTriple, Triple, TripleChecker
from veriscope.graph import Graph, View, numbers_of, open_graph, triple_of
from veriscope.graph.compact.classes import Classes
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.training import train_embedding
from veriscope.scoring.ranking import LabelledScores, auroc
from veriscope.scoring.thresholds import Thresholds

RESULT = RUNS.with_name("2026-11-19-two-core") / "auto.json"
PREDICATES = (
    "almaMater", "birthPlace", "country", "deathPlace", "director", "nationality", "president", "residence", "spouse",
    "team",
)  # fmt: skip
METHODS = ("adamic-adar", "katz", "kl", "kl-ends", "kg-miner", "pra", "sfe")
SIZE = 300
FOLDS = 5


def predicates(asked: argparse.Namespace) -> Report:
    """Random false facts in dbpedia93k."""
    graph = opened(asked, "dbpedia93k", asked.data / "kg" / "dbpedia93k.nt.xz")
    classes = Classes.of(graph.schema)
    drawn = {
        name: draw_halves(
            graph,
            classes,
            graph.predicates.find(f"http://dbpedia.org/ontology/{name}"),
            size=asked.sample or SIZE,
            seed=0,
        )
        for name in PREDICATES
    }
    every = np.concatenate([part.facts for halves in drawn.values() for part in halves])
    embedded = View.of(graph).without(every)
    transe = EmbeddingChecker(train_embedding(embedded, EmbeddingSettings(threads=2)), embedded)
    rows = {name: _row(graph, *halves, transe) for name, halves in drawn.items()}
    means = {method: round(float(np.mean([row[method] for row in rows.values()])), 4) for method in rows["spouse"]}
    behind = {
        name: round(max(value for key, value in row.items() if key not in {"auto", "seconds"}) - row["auto"], 4)
        for name, row in rows.items()
    }
    return {"rows": rows, "mean": means, "behind_the_best": behind, "most_behind": max(behind.values())}


def _row(graph: Graph, lesson: DrawnFacts, test: DrawnFacts, transe: TripleChecker) -> dict[str, float]:
    view = View.of(graph).without(test.facts)
    examples = [GoldTriple(triple_of(graph, fact), bool(truth)) for fact, truth in zip(*lesson, strict=True)]
    triples, truths = [triple_of(graph, fact) for fact in test.facts], test.truths.tolist()
    checkers = {name: CHECKERS[name].fit(view, examples, seed=0) for name in METHODS} | {"transe": transe}
    started = time.process_time()
    checkers["auto"] = Auto.fit(view, examples, ready={"transe": transe}, barred=triples)
    row = {name: round(auroc(_labelled(checker, triples, truths)), 4) for name, checker in checkers.items()}
    return {**row, "seconds": round(time.process_time() - started, 1)}


def codex_s(asked: argparse.Namespace) -> Report:
    """Hard negatives, fitted on valid, judged on test."""
    view, labelled = codex(asked, "codex-s", ("valid", "test"))
    known, judged = labelled["valid"], labelled["test"]
    ready = embeddings(view)
    scores = {name: (_scores(one, known), _scores(one, judged)) for name, one in ready.items()}
    scores["auto"] = (_crossed(view, known, ready), _scores(_fitted(view, known, judged, ready), judged))
    return {
        "facts": len(judged),
        "accuracy": {name: _accuracy(known, ours, judged, theirs) for name, (ours, theirs) in scores.items()},
        "auroc": {name: _auroc(judged, theirs) for name, (_, theirs) in scores.items()},
    }


def codex_m(asked: argparse.Namespace) -> Report:
    """Hard negatives of valid, each judged by what was fitted on the others."""
    view, labelled = codex(asked, "codex-m", ("valid",))
    facts = labelled["valid"]
    ready = embeddings(view)
    scores = {name: _scores(one, facts) for name, one in ready.items()} | {"auto": _crossed(view, facts, ready)}
    return {
        "facts": len(facts),
        "accuracy": {name: _crossed_accuracy(facts, found) for name, found in scores.items()},
        "auroc": {name: _auroc(facts, found) for name, found in scores.items()},
    }


def codex(asked: argparse.Namespace, name: str, parts: tuple[str, ...]) -> tuple[View, Mapping[str, list[GoldTriple]]]:
    """The training facts, and the labelled facts of the other parts, with a sample only some of them.

    Training facts that are the reverse of a labelled one (of two spouses, say) are hidden.
    """
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(asked.data / "kg" / f"{name}.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        source = Path(folder) / name
        graph = opened(asked, name, source / "train.tsv", "--types", source / "types.tsv")
        labelled = {
            part: [
                *_read(source / f"{part}.tsv", is_true=True),
                *_read(source / f"{part}_negatives.tsv", is_true=False),
            ]
            for part in parts
        }
    step = max(1, len(labelled[parts[0]]) // asked.sample) if asked.sample else 1
    some = {part: facts[::step] for part, facts in labelled.items()}
    judged = [one.triple for facts in some.values() for one in facts]
    return View.of(graph).without(numbers_of(graph, judged)), some


def embeddings(view: View) -> dict[str, TripleChecker]:
    return {"transe": EmbeddingChecker(train_embedding(view, EmbeddingSettings(epochs=60, threads=2)), view)}


def opened(asked: argparse.Namespace, name: str, *words: object) -> Graph:
    folder = asked.graphs / name
    if not folder.exists():
        run("kb", "build", folder, *words)
    return open_graph(folder)


def _read(path: Path, *, is_true: bool) -> Iterator[GoldTriple]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield GoldTriple(Triple(*line.split("\t")), is_true)


def _crossed(view: View, facts: list[GoldTriple], ready: Mapping[str, TripleChecker]) -> list[float]:
    """Each fact's score by `auto` fitted on the other folds."""
    scores = np.empty(len(facts))
    kinds = [one.is_true for one in facts]
    for others, fold in StratifiedKFold(FOLDS, shuffle=True, random_state=0).split(facts, kinds):
        left_out = [facts[place] for place in fold]
        scores[fold] = _scores(_fitted(view, [facts[place] for place in others], left_out, ready), left_out)
    return scores.tolist()


def _fitted(
    view: View, known: list[GoldTriple], judged: list[GoldTriple], ready: Mapping[str, TripleChecker]
) -> TripleChecker:
    return Auto.fit(view, known, ready=ready, barred=[one.triple for one in judged])


def _crossed_accuracy(facts: list[GoldTriple], scores: list[float]) -> float:
    """At thresholds that were learned from the other folds."""
    right = 0.0
    kinds = [one.is_true for one in facts]
    for others, fold in StratifiedKFold(FOLDS, shuffle=True, random_state=1).split(facts, kinds):
        parts = [([facts[place] for place in places], [scores[place] for place in places]) for places in (others, fold)]
        right += _accuracy(*parts[0], *parts[1]) * len(fold)
    return round(right / len(facts), 4)


def _accuracy(known: list[GoldTriple], ours: list[float], judged: list[GoldTriple], theirs: list[float]) -> float:
    learned = Thresholds.learn(_of(ours, known), [one.triple.predicate for one in known])
    return round(learned.accuracy(_of(theirs, judged), [one.triple.predicate for one in judged]), 4)


def _auroc(facts: list[GoldTriple], scores: list[float]) -> float:
    return round(auroc(_of(scores, facts)), 4)


def _of(scores: list[float], facts: list[GoldTriple]) -> LabelledScores:
    return LabelledScores.of(scores, [one.is_true for one in facts])


def _scores(checker: TripleChecker, facts: list[GoldTriple]) -> list[float]:
    return [checked.score for checked in checker.check([one.triple for one in facts])]


def _labelled(checker: TripleChecker, triples: list[Triple], truths: list[bool]) -> LabelledScores:
    return LabelledScores.of([checked.score for checked in checker.check(triples)], truths)


MEASUREMENTS = {"predicates": predicates, "codex_s": codex_s, "codex_m": codex_m}
TARGETS = [
    Target("Mean AUROC of auto, ten predicates", "predicates/mean/auto", ">=", 0.93),
    Target("Most that auto is behind the best single method", "predicates/most_behind", "<=", 0.01),
    Target("CoDEx-S test, transe", "codex_s/accuracy/transe", ">=", 0.82),
    Target("CoDEx-S test, auto", "codex_s/accuracy/auto", ">=", 0.84),
    Target("CoDEx-M valid cross-fitted, transe", "codex_m/accuracy/transe", ">=", 0.79),
    Target("CoDEx-M valid cross-fitted, auto", "codex_m/accuracy/auto", ">=", 0.82),
]


def main() -> None:
    parser = target_parser(__doc__, list(MEASUREMENTS), result=RESULT)
    parser.add_argument("--graphs", type=Path, default=Path(tempfile.gettempdir()) / "veriscope-graphs")
    asked = parser.parse_args()
    measure(asked, asked, MEASUREMENTS, TARGETS)


if __name__ == "__main__":
    main()
