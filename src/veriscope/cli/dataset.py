"""`veriscope dataset`: describes, validates and converts data sets of claims."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from veriscope.cli.options import Json
from veriscope.cli.output import out as screen
from veriscope.cli.output import print_json, talk
from veriscope.cli.score_tables import score_table, split_names, split_table
from veriscope.datasets import (
    DATASET_CHECKS,
    DATASET_FORMATS,
    ClaimFormat,
    Conversion,
    DatasetStats,
    Operations,
    Shares,
    Summary,
    Validation,
    convert_dataset,
    count_by_kind,
    count_text,
    dataset_stats,
    detect_format,
    read_labelled,
    validate_dataset,
)
from veriscope.errors import InputError, UsageError

_CLAIMS = ", ".join(DATASET_FORMATS)
_ALL = ", ".join(DATASET_CHECKS)
_SHOWN_PROBLEMS = 50

File = Annotated[
    Path, typer.Argument(help="A file of claims, one JSON object a line; may be compressed (.gz, .xz, .zst).")
]
AnyFile = Annotated[Path, typer.Argument(help="A file of claims or of predictions, one JSON object a line.")]
From = Annotated[str, typer.Option("--format", help=f"The format of FILE: auto, {_CLAIMS}.", metavar="NAME")]
AnyFormat = Annotated[str, typer.Option("--format", help=f"The format of FILE: auto, {_ALL}.", metavar="NAME")]


def stats(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE", help="Files of claims, one JSON object a line; may be compressed."),
    ],
    *,
    as_json: Json = False,
    form: From = "auto",
) -> None:
    """Count what the papers' data-set tables report: labels, evidence by type and size, claim length, challenges.

    An evidence set counts once for each claim. "Needs several" means that even the smallest set does. Several files are
    the splits of a data set: they stand beside each other in one table.

    Example: veriscope dataset stats dev.jsonl
    """
    found = [(file, _stats_of(file, form)) for file in files]
    if as_json:
        rows = [{"file": str(file), **asdict(one)} for file, one in found]
        print_json({"files": rows} if len(rows) > 1 else asdict(found[0][1]))
    elif len(found) > 1:
        screen.print(split_table(split_names(files), [one for _, one in found]))
    else:
        _show_stats(found[0][1])


def _stats_of(file: Path, form: str) -> DatasetStats:
    claims_format = _claims_format(form, file)
    with _name_the_guess(form, claims_format):
        found = dataset_stats(row.claim for row in read_labelled(file, form=claims_format))
    if not found.claims:
        raise InputError(f"{file}: the file holds no claims; a data set has one JSON object a line")
    return found


def validate(
    file: AnyFile,
    *,
    as_json: Json = False,
    form: AnyFormat = "auto",
    lists_all: Annotated[
        bool, typer.Option("--all", help=f"List every problem, not only the first {_SHOWN_PROBLEMS}.")
    ] = False,
) -> None:
    """List bad rows with their line, and say what would be right; the exit code is 1 if there are any.

    The first 50 problems are listed; with --all or --json, all of them.

    Example: veriscope dataset validate predictions.jsonl
    """
    name = _format_name(form, file, known=DATASET_CHECKS)
    found = validate_dataset(file, check=DATASET_CHECKS[name])
    if as_json:
        problems = [asdict(problem) for problem in found.problems]
        counts = {"rows": found.rows, "bad_rows": found.bad_rows(), "absent_evidence": found.absent}
        print_json({"format": name, **counts, "problems": problems})
    else:
        _show_problems(found, file=file, limit=None if lists_all else _SHOWN_PROBLEMS)
    talk.print(f"{count_text(found.rows, 'row')} read as {name}, {found.bad_rows():,} of them bad")
    if found.absent:
        talk.print(f"{count_text(found.absent, 'claim')} with evidence that is not, or not all, in the corpus")
    if found.problems:
        raise typer.Exit(1)


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

    FEVER cites only sentences, so it cannot hold evidence sets with a cell, a caption or a list item. Without --lossy,
    such a set stops the conversion; with it, the set is left out, and so is a claim that loses its last set.

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
        talk.print(f"warning: not valid {target.name}: {kinds}; `veriscope dataset validate {out}` lists them")


def _say_converted(done: Conversion, *, out: Path, target: ClaimFormat) -> None:
    talk.print(f"{count_text(done.claims, 'claim')} written to {out}")
    if done.lost_sets:
        kinds = ", ".join(f"{count:,} × {kind}" for kind, count in done.lost_pieces.items())
        lost = f"{count_text(done.lost_sets, 'evidence set')} and {count_text(done.lost_claims, 'claim')}"
        talk.print(f"left out: {lost}, because {target.name} cannot hold {kinds}")
    if done.respelled_claims:
        talk.print(f"{count_text(done.respelled_claims, 'claim')} had titles or labels respelled in their usual form")


@contextmanager
def _name_the_guess(form: str, read_as: ClaimFormat) -> Iterator[None]:
    """If a file whose format was guessed cannot be read, say which format it was read as."""
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
    screen.print(_counts("Evidence sets per claim", _with_last_together(found.sets_per_claim), total=found.claims))
    screen.print(_counts("Pieces per evidence set", _with_last_together(found.set_sizes), total=found.sets))
    if found.challenges:
        screen.print(_counts("Challenges", found.challenges, total=found.claims))
    table = score_table("Quantity", "Value")
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
    table = score_table(title, "Count", "Share")
    for name, count in counts.items():
        table.add_row(name, f"{count:,}", f"{count / total:.1%}" if total else "–")
    return table


def _with_last_together(histogram: Mapping[int, int], *, last: int = 10) -> dict[str, int]:
    """The histogram, with all values from `last` up in one row."""
    few = {str(value): count for value, count in histogram.items() if value < last}
    many = sum(count for value, count in histogram.items() if value >= last)
    return few | ({f"{last} or more": many} if many else {})


def _summary(summary: Summary) -> str:
    return f"{summary.mean:.1f}, {summary.median:g}, {summary.maximum}"
