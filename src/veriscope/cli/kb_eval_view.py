"""Measures of methods on labelled facts, as people and programs read them."""

from collections.abc import Sequence

from veriscope.cli.kb_check_view import tell_lessons
from veriscope.cli.output import out, print_table
from veriscope.graph import Graph
from veriscope.pipeline.kb_eval import MethodEvaluation
from veriscope.pipeline.path_words import predicate_words

_SAME = 0.05


def evaluation_json(evaluated: Sequence[MethodEvaluation]) -> dict[str, object]:
    """One object with a row for each method; of a single method, its measures stand at the top too."""
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
    """A table of methods, best first, and what its accuracy means."""
    ranked = sorted(evaluated, key=lambda one: (-one.scores.auroc, one.method))
    print_table(("method", "AUROC", "95 %", "AP", "accuracy", "train s", "ms a fact", "best?"), map(_cells, ranked))
    if not all(one.scores.is_threshold_learned for one in evaluated):
        out.print("accuracy: at the threshold that is best for these facts; --train FILE gives an honest one")
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
