"""`veriscope corpus`: builds, describes and changes corpora."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.options import CorpusArgument, Json, Replace, Restart, Workers
from veriscope.cli.output import out, print_json, print_table, talk, visible
from veriscope.cli.progress import Update, progress
from veriscope.corpus import (
    FORMATS,
    BuildProgress,
    Corpus,
    PlannedSource,
    add_sources,
    build_corpus,
    build_index,
    built_indexes,
    plan_sources,
    remove_from_corpus,
    verify_corpus,
)
from veriscope.errors import StoppedError, StoreError, UsageError
from veriscope.pipeline import open_corpus

_FORMAT_HELP = f"auto, or one of: {', '.join(sorted(FORMATS))}."
_NAMED_SKIPS = 8
_DETAIL = re.compile(r" \([^)]*\)|;.*")

SourcesArgument = Annotated[list[Path], typer.Argument(metavar="SOURCE", help="Files, folders or archives to read.")]
FormatOption = Annotated[str, typer.Option("--format", help=_FORMAT_HELP)]
FlaggedOption = Annotated[
    bool, typer.Option("--keep-flagged", help="Keep Wikipedia articles and sections flagged as lacking references.")
]

_CORES = os.cpu_count() or 1


def build(
    destination: Annotated[Path, typer.Argument(metavar="DEST", help="The corpus folder to make.")],
    sources: SourcesArgument,
    format_name: FormatOption = "auto",
    keep_flagged: FlaggedOption = False,
    workers: Workers = _CORES,
    replace_existing: Replace = False,
    restart: Restart = False,
) -> None:
    """Build a corpus from sources of any format, in one step: it appears whole or not at all.

    To resume an interrupted or killed build, run the same command again.
    What could not be read is counted and listed at the end.

    Example: veriscope corpus build my-corpus docs/ prices.csv
    """
    planned = _plan(sources, format_name, keep_flagged=keep_flagged)
    with _show_progress("nothing is lost: run the same command again to resume") as report:
        build_corpus(
            destination,
            planned,
            report=report,
            workers=workers,
            replace=replace_existing,
            restart=restart,
        )
    talk.print(f"built {destination}")
    _print_info(destination)


def add(
    corpus: CorpusArgument,
    sources: SourcesArgument,
    format_name: FormatOption = "auto",
    keep_flagged: FlaggedOption = False,
    workers: Workers = _CORES,
) -> None:
    """Add sources to a corpus; a source that is already there is read again, and its pages are replaced.

    Readers see the old state until everything is in.

    Example: veriscope corpus add my-corpus docs/
    """
    _require(corpus)
    planned = _plan(sources, format_name, keep_flagged=keep_flagged)
    with _print_change(corpus), _show_progress("the corpus is as it was") as report:
        add_sources(corpus, planned, report=report, workers=workers)
    with Corpus.open(corpus) as opened:
        _print_skip_kinds(_skip_kinds(opened, of_sources={str(source.path) for source in planned}))


def remove(
    corpus: CorpusArgument,
    titles: Annotated[list[str] | None, typer.Argument(metavar="TITLE", help="Pages to remove.")] = None,
    sources: Annotated[
        list[Path] | None, typer.Option("--source", help="A source to remove, with all its pages.")
    ] = None,
) -> None:
    """Remove pages by title, or all pages of a source.

    Example: veriscope corpus remove my-corpus "Price list"
    """
    _require(corpus)
    if not titles and not sources:
        raise UsageError("nothing to remove: name a page title or a --source")
    with _print_change(corpus):
        remove_from_corpus(corpus, titles=titles or (), sources=[source.resolve() for source in sources or ()])


def index(
    corpus: CorpusArgument,
    workers: Workers = _CORES,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Build it again, even if it is whole.")] = False,
) -> None:
    """Build the search index of a corpus if it is missing or old, or bring it up to date.

    `corpus build`, `add` and `remove` do this themselves; this command is for corpora of older versions and after an
    interrupt.

    Example: veriscope corpus index my-corpus
    """
    _require(corpus)
    with _show_progress("nothing is lost: run the same command again to resume") as report:
        was_built = build_index(
            corpus,
            report=lambda done, total: report(BuildProgress("index search", done, total, done)),
            workers=workers,
            rebuild=rebuild,
        )
    out.print("built: search" if was_built else "up to date: search")


def info(
    corpus: CorpusArgument,
    as_json: Json = False,
    verify: Annotated[bool, typer.Option("--verify", help="Read every page and check it.")] = False,
    skipped: Annotated[
        bool, typer.Option("--skipped", help="List what was skipped: source, place, what, why.")
    ] = False,
) -> None:
    """Count the contents of a corpus, and check that it is whole. `starter` is the embedded atlas.

    Example: veriscope corpus info my-corpus --verify
    """
    with open_corpus(corpus) as opened:
        corpus = opened.path
    problems = list(verify_corpus(corpus)) if verify else None
    if as_json:
        _print_info_json(corpus, problems, skipped=skipped)
    elif skipped:
        _print_skips(corpus)
    else:
        _print_info(corpus)
    if problems:
        raise StoreError(f"{corpus} is damaged: {len(problems)} problems; the first: {problems[0]}")
    if verify:
        talk.print("verified: every page is whole")


def _plan(sources: list[Path], format_name: str, *, keep_flagged: bool) -> list[PlannedSource]:
    """The sources, each once, with resolved paths, so that later commands recognise them."""
    planned = plan_sources(sources, format=format_name)
    resolved = [replace(source, path=source.path.resolve(), keep_flagged=keep_flagged) for source in planned]
    return list({source.path: source for source in resolved}.values())


@contextmanager
def _print_change(corpus: Path) -> Iterator[None]:
    """Print how a change altered the counts of the corpus."""
    before = _counts(corpus)
    yield
    after = _counts(corpus)
    changes = [(name, before[name], after[name]) for name in before if before[name] != after[name]]
    if changes:
        print_table(("what", "before", "now"), changes)
    else:
        out.print("the counts are as before")


def _counts(corpus: Path) -> dict[str, int]:
    with Corpus.open(corpus) as opened:
        return {name.replace("_", " "): number for name, number in asdict(opened.counts()).items()}


def _require(corpus: Path) -> None:
    Corpus.open(corpus).close()


def _print_skips(corpus: Path) -> None:
    """Print one line for each, with fields separated by tabs: there may be very many."""
    with Corpus.open(corpus) as opened:
        for fields in opened.skips():
            typer.echo("\t".join(visible(field) for field in fields))


def _print_info_json(corpus: Path, problems: list[str] | None, *, skipped: bool) -> None:
    with Corpus.open(corpus) as opened:
        fields: dict[str, object] = {**asdict(opened.counts()), "sources": opened.sources()}
        fields["indexes"] = built_indexes(corpus)
        fields["skipped_by_reason"] = {f"{what}: {reason}": n for (what, reason), n in _skip_kinds(opened).items()}
        if skipped:
            names = ("source", "place", "what", "reason")
            fields["skips"] = [dict(zip(names, skip, strict=True)) for skip in opened.skips()]
    if problems is not None:
        fields["problems"] = problems
    print_json(fields)


def _print_info(corpus: Path) -> None:
    with Corpus.open(corpus) as opened:
        print_table(("what", "count"), list(_counts(corpus).items()))
        for source in opened.sources():
            out.print(f"from {visible(source)}", soft_wrap=True)
        out.print(f"indexes: {', '.join(built_indexes(corpus)) or 'none'}")
        kinds = _skip_kinds(opened)
    _print_skip_kinds(kinds)


def _print_skip_kinds(kinds: Counter[tuple[str, str]]) -> None:
    if not kinds:
        return
    talk.print(f"skipped {kinds.total():,} (`veriscope corpus info --skipped` lists them):")
    for (what, reason), number in kinds.most_common(_NAMED_SKIPS):
        talk.print(f"  {number:,} × {what}: {visible(reason)}")
    if len(kinds) > _NAMED_SKIPS:
        talk.print(f"  … and {len(kinds) - _NAMED_SKIPS:,} other reasons")


def _skip_kinds(corpus: Corpus, *, of_sources: set[str] | None = None) -> Counter[tuple[str, str]]:
    """How often each thing was skipped for each reason, without the details in brackets or after a semicolon."""
    return Counter(
        (what, _DETAIL.sub("", reason))
        for source, _, what, reason in corpus.skips()
        if of_sources is None or source in of_sources
    )


@contextmanager
def _show_progress(after_interrupt: str) -> Iterator[Callable[[BuildProgress], None]]:
    """Show the progress of reading, then of each index."""
    updates: dict[int, Update] = {}
    with ExitStack() as stack:

        def report(now: BuildProgress) -> None:
            if now.total not in updates:
                stack.close()
                updates[now.total] = stack.enter_context(progress("pages"))
            updates[now.total](now.step, now.done, now.total, now.pages)

        try:
            yield report
        except KeyboardInterrupt:
            raise StoppedError(f"interrupted; {after_interrupt}") from None
