"""`veriscope kb eval`: measures how well methods tell true facts of a graph from false ones."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from veriscope.checking import BEST_CHECKER
from veriscope.cli.kb_check import tell_lessons
from veriscope.cli.kb_training import embedding_cache, labelled_facts, open_methods, warn_problems
from veriscope.cli.options import Json, Kb, Methods, Seed, TrainingFacts
from veriscope.cli.output import out, print_json, print_table
from veriscope.cli.progress import interruptible, progress
from veriscope.domain import Triple
from veriscope.errors import UsageError
from veriscope.graph import Graph
from veriscope.kb import Evaluator, MethodEvaluation, RankedMethod, rank_facts, read_named_rows, require_methods
from veriscope.pipeline import open_kb, predicate_words
from veriscope.scoring import HITS


def evaluate(
    kb: Kb,
    *,
    facts: Annotated[
        Path, typer.Option("--facts", metavar="FILE", help="Labelled facts: subject, predicate, object, 1 or 0.")
    ],
    method: Methods = BEST_CHECKER,
    train: TrainingFacts = None,
    folds: Annotated[
        int,
        typer.Option("--folds", min=0, help="Cross-validate: judge each fold after learning from the others."),
    ] = 0,
    ranking: Annotated[
        bool,
        typer.Option(
            "--ranking", help="Instead, rank the ends of true facts among all entities: filtered MRR, Hits@1, 3, 10."
        ),
    ] = False,
    valid: Annotated[
        list[Path] | None,
        typer.Option("--valid", metavar="FILE", help="With --ranking: other true facts, which do not compete."),
    ] = None,
    by_predicate: Annotated[bool, typer.Option("--by-predicate", help="Also the AUROC of each predicate.")] = False,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure methods on labelled facts, which are hidden from the graph in both directions.

    Prints AUROC with its 95 % interval, average precision and accuracy. The thresholds for accuracy are learned for
    each predicate from --train or from the other folds, never from the judged facts; without either, accuracy is at the
    one threshold that is best for these facts, and a note says so. With --ranking, embeddings rank the ends of the true
    facts among all entities; facts of the graph, of --train and of --valid do not compete.

    Example: veriscope kb eval my-kb --facts test.tsv --train train.tsv --method kl,sfe
    """
    if folds == 1:
        raise UsageError("--folds 1 leaves nothing to learn from; choose at least 2")
    if folds and train is not None:
        raise UsageError("--train and --folds both choose what to learn from; give one of them")
    names = require_methods(method)
    if ranking:
        rank(kb, names, facts, valid=[*(valid or ()), *([train] if train else ())], seed=seed, as_json=as_json)
        return
    if valid:
        raise UsageError("--valid belongs to --ranking")
    with interruptible("nothing was measured"), progress("facts") as update:
        graph, methods = open_methods(kb, names, train=train, seed=seed, update=update)
        gold = tuple(labelled_facts(facts, graph))
        evaluator = Evaluator(graph, gold, tell=lambda text: update(text, 0, 1, 0))
        evaluated = evaluator.evaluate(methods, folds=folds)
    if as_json:
        print_json(evaluation_json(evaluated))
    else:
        show_evaluation(graph, evaluated, by_predicate=by_predicate)


_SAME = 0.05


def evaluation_json(evaluated: Sequence[MethodEvaluation]) -> dict[str, object]:
    """One object with a row for each method; the measures of a single method are also at the top level."""
    rows = [_row(one) for one in evaluated]
    return {**(rows[0] if len(rows) == 1 else {}), "rows": rows}


def _row(one: MethodEvaluation) -> dict[str, object]:
    scores = one.scores
    return {
        "method": one.method,
        "facts": scores.facts,
        "true": scores.true,
        "auroc": scores.auroc,
        "ci_low": scores.interval.low,
        "ci_high": scores.interval.high,
        "average_precision": scores.average_precision,
        "accuracy": scores.accuracy,
        "accuracy_at": "training" if scores.is_threshold_learned else "best",
        "mean_auroc": one.mean_auroc,
        "by_predicate": one.by_predicate,
        "train_s": round(one.train_s, 3),
        "check_s": round(one.check_s, 3),
        "behind_best": one.behind,
        "p": one.p,
    }


def show_evaluation(graph: Graph, evaluated: Sequence[MethodEvaluation], *, by_predicate: bool) -> None:
    """Print a table of methods, best first, and what the accuracy means."""
    ranked = sorted(evaluated, key=lambda one: (-one.scores.auroc, one.method))
    print_table(("method", "AUROC", "95 %", "AP", "accuracy", "train s", "ms a fact", "best?"), map(_cells, ranked))
    if not all(one.scores.is_threshold_learned for one in evaluated):
        out.print("accuracy: at the threshold that is best for these facts; --train FILE gives a fair one")
    if by_predicate:
        names = dict.fromkeys(name for one in ranked for name in one.by_predicate)
        rows = [(predicate_words(graph, name), *(_figure(one, name) for one in ranked)) for name in names]
        print_table(("AUROC", *(one.method for one in ranked)), rows)
    tell_lessons(graph, next((one.drawn_for for one in evaluated if one.drawn_for), ()))


def _cells(one: MethodEvaluation) -> tuple[str, ...]:
    scores = one.scores
    return (
        one.method,
        f"{scores.auroc:.3f}",
        f"{scores.interval.low:.3f}–{scores.interval.high:.3f}",
        f"{scores.average_precision:.3f}",
        f"{scores.accuracy:.3f}",
        f"{one.train_s:.1f}",
        f"{1000 * one.check_s / scores.facts:.2f}",
        _standing(one),
    )


def _standing(one: MethodEvaluation) -> str:
    if one.behind == 0:
        return "best"
    return f"{one.behind:+.3f}" + (" (may be chance)" if one.p > _SAME else "")


def _figure(one: MethodEvaluation, name: str) -> str:
    return f"{one.by_predicate[name]:.3f}" if name in one.by_predicate else "–"


def rank(kb: Path, methods: Sequence[str], facts: Path, *, valid: Sequence[Path], seed: int, as_json: bool) -> None:
    """Rank the ends of facts, and print the measures of each method."""
    graph = open_kb(kb)
    with interruptible("nothing was ranked"), progress("facts") as update:
        embeddings = embedding_cache(kb, graph, seed=seed, update=update)
        judged = true_facts(facts, graph)
        known = [triple for path in valid for triple in true_facts(path, graph)]
        ranked = [rank_facts(graph, embeddings, method, judged, known) for method in methods]
    if as_json:
        rows = [_ranking_json(one) for one in ranked]
        print_json({**(rows[0] if len(rows) == 1 else {}), "rows": rows})
        return
    heads = ("method", "MRR", *(f"Hits@{k}" for k in HITS), "mean rank", "MRR, subjects", "MRR, objects", "facts")
    print_table(heads, map(_ranking_cells, ranked))


def true_facts(path: Path, graph: Graph) -> list[Triple]:
    """The facts of a file except those labelled false; rows that cannot be used are listed on stderr and left out."""
    rows = read_named_rows(path, graph)
    warn_problems(rows)
    pairs = zip(rows.triples, rows.truths, strict=True)
    return [triple for (_, triple), is_true in pairs if is_true is not False]


def _ranking_json(one: RankedMethod) -> dict[str, object]:
    scores = one.scores
    return {
        "method": one.method,
        "facts": scores.facts,
        "mrr": scores.mrr,
        **{f"hits_at_{k}": share for k, share in scores.hits.items()},
        "mean_rank": scores.mean_rank,
        "mrr_subjects": scores.mrr_subjects,
        "mrr_objects": scores.mrr_objects,
    }


def _ranking_cells(one: RankedMethod) -> tuple[object, ...]:
    scores = one.scores
    shares = (scores.mrr, *scores.hits.values())
    ends = (scores.mrr_subjects, scores.mrr_objects)
    rounded = (f"{value:.3f}" for value in shares)
    return (one.method, *rounded, f"{scores.mean_rank:.0f}", *(f"{value:.3f}" for value in ends), scores.facts)
