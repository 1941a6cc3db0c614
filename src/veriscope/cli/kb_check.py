"""`veriscope kb check`: checks a triple, or every triple of a file, against a graph."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.checking import BEST_CHECKER, CHECKERS, QUICK_CHECKER
from veriscope.cli.kb_training import open_methods
from veriscope.cli.options import Json, Kb, Method, Seed, TrainingFacts
from veriscope.cli.output import check_writable, out, print_json, talk, visible
from veriscope.cli.progress import interruptible, progress
from veriscope.datasets import count_text
from veriscope.domain import Reason
from veriscope.errors import InputError, UsageError
from veriscope.graph import Graph
from veriscope.kb import (
    HOLDING,
    CheckedFact,
    FileSummary,
    MethodRow,
    RowNames,
    check_file,
    check_triple,
    checked_as_json,
    read_named_rows,
    require_method,
)
from veriscope.pipeline import Holding, path_words, predicate_words, triple_words

_REASONS = 5
_NAMED_PROBLEMS = 20
_SHOWN = 3


def check(
    kb: Kb,
    subject: Annotated[
        str | None, typer.Argument(metavar="SUBJECT", help="An IRI, a label, or the end of an IRI.")
    ] = None,
    predicate: Annotated[str | None, typer.Argument(metavar="PREDICATE", help="As for SUBJECT.")] = None,
    object_: Annotated[str | None, typer.Argument(metavar="OBJECT", help="As for SUBJECT.")] = None,
    method: Method = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what the score is based on.")] = False,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file",
            metavar="FILE",
            help="Check every triple of a file: subject, predicate, object, separated by tabs.",
        ),
    ] = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="With --file: where its rows go, each with its score.")
    ] = None,
    gerbil: Annotated[
        Path | None,
        typer.Option(
            "--gerbil", metavar="FILE", help="With --file: also write the scores as statements for GERBIL (.nt)."
        ),
    ] = None,
    train: TrainingFacts = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Check whether a graph holds or contradicts a triple, and score it by what else the graph says.

    A triple that the graph neither holds nor contradicts gets a score; with --method, every triple gets one. Within one
    method, a higher score means more likely true. Methods do not see the triple that they judge, in either direction,
    nor any other triple of the file. The rows of a file stay as they are and get a score. Rows that cannot be judged
    are listed and get no score, and the exit code is then 1.

    Example: veriscope kb check starter Sydney "capital of" Australia
    """
    words = [word for word in (subject, predicate, object_) if word is not None]
    if (file is None and len(words) != 3) or (file is not None and words):
        raise UsageError("give one of: SUBJECT PREDICATE OBJECT, or --file FILE with --out FILE")
    if file is None and (out_file is not None or gerbil is not None):
        raise UsageError("--out and --gerbil belong to --file")
    if file is None:
        _check_one(kb, words, method=method, train=train, seed=seed, explain=explain, as_json=as_json)
    elif out_file is None:
        raise UsageError("--file needs --out FILE, where the scores go")
    else:
        check_writable(out=out_file, gerbil=gerbil)
        name = method or BEST_CHECKER
        _check_file(kb, file, out_file, gerbil=gerbil, method=name, train=train, seed=seed, as_json=as_json)


def _check_one(
    kb: Path, words: list[str], *, method: str | None, train: Path | None, seed: int, explain: bool, as_json: bool
) -> None:
    with interruptible("nothing was judged"), progress("facts") as update:
        name = require_method(method or QUICK_CHECKER)
        # For one triple, do not train for minutes an embedding that the method can do without.
        may_train = CHECKERS[name].requires_embeddings
        graph, (chosen,) = open_methods(kb, [name], train=train, seed=seed, update=update, may_train=may_train)
        triple = RowNames(graph).triple(*words)
        reasons = _REASONS if explain or as_json else 0
        checked = check_triple(graph, triple, chosen, is_asked=method is not None, reasons=reasons)
    if as_json:
        print_json(checked_as_json(graph, checked))
    else:
        show_checked(graph, checked, is_explained=explain)


def _check_file(
    kb: Path,
    file: Path,
    out_file: Path,
    *,
    gerbil: Path | None,
    method: str,
    train: Path | None,
    seed: int,
    as_json: bool,
) -> None:
    if out_file.resolve() == file.resolve():
        raise UsageError(f"{out_file} holds the triples; name another file for the scores")
    with interruptible(f"nothing was written to {out_file}"), progress("facts") as update:
        graph, (chosen,) = open_methods(kb, [method], train=train, seed=seed, update=update)
        summary = check_file(
            graph,
            read_named_rows(file, graph),
            chosen,
            out=out_file,
            gerbil=gerbil,
            report=lambda done, total: update(f"{method}: judging", done, total, done),
        )
    show_file(summary, out_file, method=method, as_json=as_json)
    for line, problem in summary.problems[:_NAMED_PROBLEMS]:
        talk.print(f"{file}:{line}: {problem}", soft_wrap=True)
    if summary.problems:
        more = len(summary.problems) - _NAMED_PROBLEMS
        unlisted = f" ({more:,} of them not listed here)" if more > 0 else ""
        rows = f"{count_text(len(summary.problems), 'row')} of {file}"
        raise InputError(f"{rows} could not be judged{unlisted}; {out_file} keeps their places")


def show_checked(graph: Graph, fact: CheckedFact, *, is_explained: bool) -> None:
    """Print the triple in words, whether the graph holds it, and what each method says."""
    out.print(visible(triple_words(graph, fact.triple)), style="bold", soft_wrap=True)
    facts = "; ".join(visible(triple_words(graph, one)) for one in fact.held.facts[:_SHOWN])
    others = f": {facts}" if fact.held.holding is Holding.CONTRADICTED else ""
    out.print(f"{fact.held.holding}: {fact.held.why}{others}", soft_wrap=True)
    if fact.probability is not None:
        out.print(f"probability {fact.probability:.2g}", soft_wrap=True)
    for row in fact.rows:
        if row.method != HOLDING:
            _show_row(graph, fact, row, is_explained=is_explained)


def _show_row(graph: Graph, fact: CheckedFact, row: MethodRow, *, is_explained: bool) -> None:
    without = "" if fact.held.holding is Holding.OPEN else ", which does not see this"
    out.print(f"score {row.checked.score:.4g} by {row.method}{without}", soft_wrap=True)
    if row.standing is not None:
        out.print(
            f"higher than {row.standing.among_made_up:.0%} of made-up facts and "
            f"{row.standing.among_known:.0%} of known facts of this predicate",
            soft_wrap=True,
        )
    if is_explained:
        _show_reasons(graph, row.checked.reasons)
    tell_lessons(graph, row.drawn_for)


def show_file(summary: FileSummary, out_file: Path, *, method: str, as_json: bool) -> None:
    """Print how many triples were scored, and how many the graph holds."""
    if as_json:
        print_json(
            {
                "method": method,
                "rows": summary.rows,
                "scored": summary.scored,
                "known": summary.known,
                "problems": [{"line": line, "problem": problem} for line, problem in summary.problems],
                "drawn_lessons": list(summary.drawn_for),
            }
        )
        return
    hidden = f"; {summary.known:,} of them, which the graph holds, were hidden from it" if summary.known else ""
    out.print(f"{count_text(summary.scored, 'triple')} scored by {method}{hidden}", soft_wrap=True)
    talk.print(f"written to {out_file}", soft_wrap=True)


def tell_lessons(graph: Graph, drawn_for: tuple[str, ...]) -> None:
    """Say which predicates a method drew its own training facts for, if it did."""
    if drawn_for:
        names = ", ".join(visible(predicate_words(graph, name)) for name in drawn_for[:_SHOWN])
        more = f" and {len(drawn_for) - _SHOWN} more" if len(drawn_for) > _SHOWN else ""
        talk.print(f"learned from facts of the graph for: {names}{more}; --train FILE gives others", soft_wrap=True)


def _show_reasons(graph: Graph, reasons: tuple[Reason, ...]) -> None:
    if not reasons:
        out.print("nothing in the graph speaks for or against it", soft_wrap=True)
    for reason in reasons:
        out.print(f"  {reason.weight:+.3f}  {visible(reason.text)}", soft_wrap=True)
        for path in reason.paths[:_SHOWN]:
            out.print(f"          {visible(path_words(graph, path))}", soft_wrap=True)
        for fact in reason.facts[:_SHOWN]:
            out.print(f"          {visible(triple_words(graph, fact))}", soft_wrap=True)
