"""`veriscope kb check`: how true a triple, or every triple of a file, is by a graph."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.interrupts import interruptible
from veriscope.cli.kb_options import KbArgument, MethodOption, SeedOption, TrainOption
from veriscope.cli.output import talk
from veriscope.cli.output_files import check_writable
from veriscope.cli.progress import progress
from veriscope.datasets import counted
from veriscope.errors import InputError, UsageError

# What reads graphs is imported by the command itself: its kernels take a while to load.

_REASONS = 5
_NAMED_PROBLEMS = 20


def check(
    kb: KbArgument,
    subject: Annotated[str | None, typer.Argument(metavar="SUBJECT", help="An IRI, a label, or an IRI's end.")] = None,
    predicate: Annotated[str | None, typer.Argument(metavar="PREDICATE", help="The same.")] = None,
    object_: Annotated[str | None, typer.Argument(metavar="OBJECT", help="The same.")] = None,
    method: MethodOption = "auto",
    explain: Annotated[bool, typer.Option("--explain", help="Tell what the score rests on.")] = False,
    file: Annotated[
        Path | None,
        typer.Option(
            "--file", metavar="FILE", help="Check every triple of a file: subject, predicate, object by tabs."
        ),
    ] = None,
    out_file: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Where the rows of --file go, each with its score.")
    ] = None,
    gerbil: Annotated[
        Path | None,
        typer.Option(
            "--gerbil", metavar="FILE", help="Also write the scores of --file as statements for GERBIL (.nt)."
        ),
    ] = None,
    train: TrainOption = None,
    seed: SeedOption = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score how true a triple is by what else the graph says; a higher score is truer, within one method.

    The triple itself is hidden from the graph while it is judged, in both directions; of a file, all its triples are.
    The rows of a file stay as they are and get a score. Rows that cannot be judged are named and get none, and then the
    exit code is 1.

    Example: veriscope kb check starter Canberra "capital of" Australia --explain
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
        _check_file(kb, file, out_file, gerbil=gerbil, method=method, train=train, seed=seed, as_json=as_json)


def _check_one(
    kb: Path, words: list[str], *, method: str, train: Path | None, seed: int, explain: bool, as_json: bool
) -> None:
    from veriscope.cli.kb_check_view import checked_json, show_checked  # noqa: PLC0415
    from veriscope.cli.kb_training import open_methods  # noqa: PLC0415
    from veriscope.cli.output import print_json  # noqa: PLC0415
    from veriscope.pipeline.kb_check import check_triple  # noqa: PLC0415
    from veriscope.pipeline.kb_methods import AUTO  # noqa: PLC0415
    from veriscope.pipeline.row_names import RowNames  # noqa: PLC0415

    with interruptible("nothing was judged"), progress("facts") as update:
        # One triple is no reason to train for minutes what `auto` can do without.
        graph, (chosen,) = open_methods(kb, [method], train=train, seed=seed, update=update, may_train=method != AUTO)
        triple = RowNames(graph).triple(*words)
        checked = check_triple(graph, triple, chosen, reasons=_REASONS if explain or as_json else 0)
    if as_json:
        print_json(checked_json(graph, checked))
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
    from veriscope.cli.kb_check_view import show_file  # noqa: PLC0415
    from veriscope.cli.kb_training import open_methods  # noqa: PLC0415
    from veriscope.pipeline.kb_check import check_file, read_named_rows  # noqa: PLC0415

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
        told = f" ({more:,} of them not named here)" if more > 0 else ""
        rows_told = f"{counted(len(summary.problems), 'row')} of {file}"
        raise InputError(f"{rows_told} could not be judged{told}; {out_file} keeps their places")
