"""`veriscope dataset`: look at, check and convert data sets of claims."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich import box
from rich.table import Table

from veriscope.cli.output import out as screen
from veriscope.cli.output import print_json, talk
from veriscope.datasets import (
    DATASET_CHECKS,
    DATASET_FORMATS,
    ClaimFormat,
    Conversion,
    DatasetStats,
    Validation,
    convert_dataset,
    count_by_kind,
    counted,
    dataset_stats,
    detect_format,
    read_labelled,
    validate_dataset,
)
from veriscope.datasets.operations import Operations
from veriscope.datasets.stats import Shares, Summary
from veriscope.errors import InputError, UsageError

app = typer.Typer(
    name="dataset", help="Look at, check and convert data sets of claims.", no_args_is_help=True, rich_markup_mode=None
)

_CLAIMS = ", ".join(DATASET_FORMATS)
_ALL = ", ".join(DATASET_CHECKS)
_SHOWN_PROBLEMS = 50

File = Annotated[Path, typer.Argument(help="A file of claims, one JSON object a line; .gz, .xz and .zst open as well.")]
AnyFile = Annotated[Path, typer.Argument(help="A file of claims or of predictions, one JSON object a line.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of tables.")]
From = Annotated[str, typer.Option("--format", help=f"The format of FILE: auto, {_CLAIMS}.", metavar="NAME")]
AnyFormat = Annotated[str, typer.Option("--format", help=f"The format of FILE: auto, {_ALL}.", metavar="NAME")]


@app.command()
def stats(file: File, *, as_json: AsJson = False, form: From = "auto") -> None:
    """Count what the papers' data-set tables report: labels, evidence by type and size, claim length, challenges.

    An evidence set counts once for each claim. "Needs several" means that even the smallest set does.

    Example: veriscope dataset stats dev.jsonl
    """
    claims_format = _claims_format(form, file)
    with _naming_the_guess(form, claims_format):
        found = dataset_stats(row.claim for row in read_labelled(file, form=claims_format))
    if not found.claims:
        raise InputError(f"{file}: the file holds no claims; a data set has one JSON object a line")
    if as_json:
        print_json(asdict(found))
    else:
        _show_stats(found)


@app.command()
def validate(
    file: AnyFile,
    *,
    as_json: AsJson = False,
    form: AnyFormat = "auto",
    lists_all: Annotated[
        bool, typer.Option("--all", help=f"List every problem, not only the first {_SHOWN_PROBLEMS}.")
    ] = False,
) -> None:
    """Name bad rows by their line, and say what would be right; exit code 1 when there is one.

    The first 50 problems are listed, with --all or --json every one.

    Example: veriscope dataset validate predictions.jsonl --format fever-predictions
    """
    name = _format_name(form, file, known=DATASET_CHECKS)
    found = validate_dataset(file, check=DATASET_CHECKS[name])
    if as_json:
        problems = [asdict(problem) for problem in found.problems]
        print_json({"format": name, "rows": found.rows, "bad_rows": found.bad_rows(), "problems": problems})
    else:
        _show_problems(found, file=file, limit=None if lists_all else _SHOWN_PROBLEMS)
    _say(f"{counted(found.rows, 'row')} read as {name}, {found.bad_rows():,} of them bad")
    if found.problems:
        raise typer.Exit(1)


@app.command()
def convert(
    file: File,
    *,
    to: Annotated[str, typer.Option("--to", help=f"The format to write: {_CLAIMS}.", metavar="NAME")],
    out: Annotated[
        Path,
        typer.Option("--out", help="The file to write; an existing one is replaced. .gz, .xz and .zst compress it."),
    ],
    form: From = "auto",
    lossy: Annotated[
        bool, typer.Option("--lossy", help="Leave out what the format cannot hold, and count it.")
    ] = False,
) -> None:
    """Write a data set in another format; OUT appears, or is replaced, only when all of it is written.

    FEVER cites sentences only: a set with a cell, a caption or a list item has no place there. Without --lossy such
    a set stops the conversion; with it the set is left out, and so is a claim whose last set went.

    Example: veriscope dataset convert dev.jsonl --to fever --out dev.fever.jsonl --lossy
    """
    target = DATASET_FORMATS[_format_name(to, file, known=DATASET_FORMATS, option="--to", allows_auto=False)]
    if out.exists() and file.exists() and out.samefile(file):
        raise UsageError(f"--out: {out} is the file to convert; name another")
    source = _claims_format(form, file)
    done = convert_dataset(file, out, source_format=source, target_format=target, is_lossy=lossy)
    _say_converted(done, out=out, target=target)
    written = validate_dataset(out, check=DATASET_CHECKS[target.name])
    if written.problems:
        kinds = ", ".join(str(count) for count in count_by_kind(written.problems))
        _say(f"warning: not valid {target.name}: {kinds}; `veriscope dataset validate {out}` lists them")


def _say_converted(done: Conversion, *, out: Path, target: ClaimFormat) -> None:
    _say(f"{counted(done.claims, 'claim')} written to {out}")
    if done.lost_sets:
        kinds = ", ".join(f"{count:,} × {kind}" for kind, count in done.lost_pieces.items())
        lost = f"{counted(done.lost_sets, 'evidence set')} and {counted(done.lost_claims, 'claim')}"
        _say(f"left out: {lost}, for {target.name} cannot hold {kinds}")
    if done.respelled_claims:
        _say(f"{counted(done.respelled_claims, 'claim')} had titles or labels respelled in their usual form")


def _say(line: str) -> None:
    talk.print(line, soft_wrap=True)


@contextmanager
def _naming_the_guess(form: str, read_as: ClaimFormat) -> Iterator[None]:
    """Tell, when a file of a guessed format cannot be read, what it was taken for."""
    try:
        yield
    except InputError as error:
        if form != "auto":
            raise
        raise InputError(f"{error} (read as {read_as.name}; --format names another)") from None


def _show_problems(found: Validation, *, file: Path, limit: int | None) -> None:
    for problem in found.problems[:limit]:
        place = f"{file}:{problem.line}" if problem.line else str(file)
        screen.print(f"{place}: {problem.what}", soft_wrap=True)
    hidden = len(found.problems[limit:]) if limit is not None else 0
    if hidden:
        screen.print(f"… and {hidden:,} more (--all lists them)")


def _claims_format(form: str, file: Path) -> ClaimFormat:
    return DATASET_FORMATS[_format_name(form, file, known=DATASET_FORMATS)]


def _format_name(
    form: str, file: Path, *, known: Mapping[str, object], option: str = "--format", allows_auto: bool = True
) -> str:
    if form == "auto" and allows_auto:
        name = detect_format(file)
        if name not in known and name.endswith("-predictions"):
            raise InputError(f"{file} holds predictions, not claims; this command reads claims: {', '.join(known)}")
        if name not in known:
            raise InputError(f"{file}: looks like {name}; this command reads {', '.join(known)}")
        return name
    if form not in known:
        names = ", ".join(["auto", *known] if allows_auto else known)
        raise UsageError(f"{option}: no format named {form!r}; choose one of: {names}")
    return form


def _show_stats(found: DatasetStats) -> None:
    screen.print(_counts("Labels", found.labels, total=found.claims))
    screen.print(_counts("Evidence sets by type", found.set_kinds, total=found.sets))
    screen.print(_counts("Pieces of evidence", found.pieces, total=sum(found.pieces.values())))
    screen.print(_counts("Evidence sets per claim", _grouped(found.sets_per_claim), total=found.claims))
    screen.print(_counts("Pieces per evidence set", _grouped(found.set_sizes), total=found.sets))
    if found.challenges:
        screen.print(_counts("Challenges", found.challenges, total=found.claims))
    table = _table("Quantity", "Value")
    for name, value in (*_sizes(found), *_shares(found.shares), *_operations(found.operations)):
        table.add_row(name, value)
    screen.print(table)


def _sizes(found: DatasetStats) -> list[tuple[str, str]]:
    per_set = found.per_set
    return [
        ("claims", f"{found.claims:,}"),
        ("claims with evidence", f"{found.claims_with_evidence:,}"),
        ("evidence sets", f"{found.sets:,}"),
        ("pages cited", f"{found.pages:,}"),
        ("tokens in a claim: mean, median, most", _summary(found.claim_tokens)),
        ("pieces in a set, on average", f"{per_set.pieces:.2f}"),
        ("… sentences", f"{per_set.sentences:.2f}"),
        ("… cells, headers among them", f"{per_set.cells:.2f}"),
        ("… tables", f"{per_set.tables:.2f}"),
        ("… pages", f"{per_set.pages:.2f}"),
        ("position of a sentence: mean, median, last", _summary(found.sentence_positions)),
        ("row of a cell: mean, median, last", _summary(found.cell_rows)),
    ]


def _shares(shares: Shares) -> list[tuple[str, str]]:
    return [
        ("of the claims with evidence: have several sets", f"{shares.several_sets:.2%}"),
        ("… have several pieces in all sets together", f"{shares.several_pieces:.2%}"),
        ("… need several pieces", f"{shares.needs_several_pieces:.2%}"),
        ("… need several sentences", f"{shares.needs_several_sentences:.2%}"),
        ("… need several pages", f"{shares.needs_several_pages:.2%}"),
        ("… name a page of their evidence", f"{shares.names_a_page:.2%}"),
    ]


def _operations(operations: Operations | None) -> list[tuple[str, str]]:
    if operations is None:
        return []
    counts = [
        (f"operations per claim: {name or 'unnamed'}", f"{mean:.2f}") for name, mean in operations.per_claim.items()
    ]
    return [*counts, ("seconds per claim", f"{operations.seconds:.1f}")]


def _counts(title: str, counts: Mapping[str, int], *, total: int) -> Table:
    table = _table(title, "Count", "Share")
    for name, count in counts.items():
        table.add_row(name, f"{count:,}", f"{count / total:.1%}" if total else "–")
    return table


def _grouped(histogram: Mapping[int, int], *, last: int = 10) -> dict[str, int]:
    """The histogram with everything from `last` on in one row."""
    few = {str(value): count for value, count in histogram.items() if value < last}
    many = sum(count for value, count in histogram.items() if value >= last)
    return few | ({f"{last} or more": many} if many else {})


def _summary(summary: Summary) -> str:
    return f"{summary.mean:.1f}, {summary.median:g}, {summary.maximum}"


def _table(title: str, *columns: str) -> Table:
    table = Table(title, box=box.SIMPLE_HEAD)
    for column in columns:
        table.add_column(column, justify="right")
    return table
