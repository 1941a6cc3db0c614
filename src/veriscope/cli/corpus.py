"""`veriscope corpus`: build, look into and change corpora."""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.output import out, print_json, print_table, talk
from veriscope.cli.page_json import page_as_json
from veriscope.cli.page_view import show_page, visible
from veriscope.cli.progress import Update, progress
from veriscope.cli.search_view import results_as_json, show_results
from veriscope.corpus import (
    FORMATS,
    INDEXES,
    BuildProgress,
    Corpus,
    PlannedSource,
    add_sources,
    build_corpus,
    build_indexes,
    built_indexes,
    plan_sources,
    remove_from_corpus,
    search_corpus,
    suggest_titles,
    verify_corpus,
)
from veriscope.errors import StoreError, UsageError
from veriscope.pipeline import NEEDED_INDEXES, open_corpus

app = typer.Typer(
    name="corpus", help="Build, look into and change corpora.", no_args_is_help=True, rich_markup_mode=None
)

_FORMAT_HELP = f"auto, or one of: {', '.join(sorted(FORMATS))}."
_NAMED_SKIPS = 8
_DETAIL = re.compile(r" \([^)]*\)|;.*")

CorpusArgument = Annotated[Path, typer.Argument(metavar="CORPUS", help="A corpus folder.")]
SourcesArgument = Annotated[list[Path], typer.Argument(metavar="SOURCE", help="Files, folders or archives to read.")]
FormatOption = Annotated[str, typer.Option("--format", help=_FORMAT_HELP)]
WorkersOption = Annotated[int, typer.Option(min=1, show_default="the number of cores", help="Worker processes.")]
FlaggedOption = Annotated[
    bool, typer.Option("--keep-flagged", help="Keep Wikipedia articles and sections flagged as lacking references.")
]
IndexesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--index",
        show_default=", ".join(NEEDED_INDEXES),
        help=f"An index to build; several may be named. One of: {', '.join(sorted(INDEXES))}.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]

_CORES = os.cpu_count() or 1


@app.command()
def build(
    destination: Annotated[Path, typer.Argument(metavar="DEST", help="The corpus folder to make.")],
    sources: SourcesArgument,
    format_name: FormatOption = "auto",
    keep_flagged: FlaggedOption = False,
    workers: WorkersOption = _CORES,
    replace_existing: Annotated[bool, typer.Option("--replace", help="Replace a corpus that stands at DEST.")] = False,
    restart: Annotated[bool, typer.Option("--restart", help="Begin an unfinished build anew.")] = False,
    indexes: IndexesOption = None,
) -> None:
    """Build a corpus from sources of any format, in one step: it appears whole or not at all.

    A build that was killed or interrupted goes on where it ended when the same command is run again.
    What could not be read is counted and named at the end.

    Example: veriscope corpus build my-corpus docs/ prices.xlsx
    """
    planned = _plan(sources, format_name, keep_flagged=keep_flagged)
    with _reporting("nothing is lost: run the same command again to go on") as report:
        build_corpus(
            destination,
            planned,
            report=report,
            workers=workers,
            replace=replace_existing,
            restart=restart,
            indexes=indexes or NEEDED_INDEXES,
        )
    talk.print(f"built {destination}")
    _print_info(destination)


@app.command()
def add(
    corpus: CorpusArgument,
    sources: SourcesArgument,
    format_name: FormatOption = "auto",
    keep_flagged: FlaggedOption = False,
    workers: WorkersOption = _CORES,
) -> None:
    """Add sources to a corpus; one that it holds already is read anew and replaces what it gave before.

    Readers see the old state until all of it is in.

    Example: veriscope corpus add my-corpus docs/
    """
    _require(corpus)
    planned = _plan(sources, format_name, keep_flagged=keep_flagged)
    with _telling_change(corpus), _reporting("the corpus is as it was") as report:
        add_sources(corpus, planned, report=report, workers=workers)
    with Corpus.open(corpus) as opened:
        _print_skip_kinds(_skip_kinds(opened, of_sources={str(source.path) for source in planned}))


@app.command()
def remove(
    corpus: CorpusArgument,
    titles: Annotated[list[str] | None, typer.Argument(metavar="TITLE", help="Pages to remove.")] = None,
    sources: Annotated[
        list[Path] | None, typer.Option("--source", help="A source to remove, with all its pages.")
    ] = None,
) -> None:
    """Remove pages by title, or all that a source gave.

    Example: veriscope corpus remove my-corpus "Price list" --source docs/
    """
    _require(corpus)
    if not titles and not sources:
        raise UsageError("nothing to remove: name a page title or a --source")
    with _telling_change(corpus):
        remove_from_corpus(corpus, titles=titles or (), sources=[source.resolve() for source in sources or ()])


@app.command()
def index(
    corpus: CorpusArgument,
    indexes: IndexesOption = None,
    workers: WorkersOption = _CORES,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Build them anew, even those that are whole.")] = False,
) -> None:
    """Build the indexes that a corpus lacks or has in an older form, and bring all up to date.

    `corpus build`, `add` and `remove` do so by themselves; this is for corpora of older versions, for further
    indexes, and after an interrupt. Without --index: those that the retrievers use, and those that this one has.

    Example: veriscope corpus index my-corpus
    """
    _require(corpus)
    names = indexes or [name for name in INDEXES if name in NEEDED_INDEXES or name in built_indexes(corpus)]
    with _reporting("nothing is lost: run the same command again to go on") as report:
        built = build_indexes(
            corpus,
            names,
            report=lambda name, done, total: report(BuildProgress(f"index {name}", done, total, done)),
            workers=workers,
            rebuild=rebuild,
        )
    out.print(f"built: {', '.join(built)}" if built else f"up to date: {', '.join(names)}")


@app.command()
def search(
    corpus: CorpusArgument,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What to look for; put quotes around it.")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="At most this many pages.")] = 10,
    as_json: JsonOption = False,
    titles: Annotated[
        bool, typer.Option("--titles", help="Suggest titles for what QUERY begins, as one types.")
    ] = False,
) -> None:
    """Find pages by what they hold, each with the passage that answers best. `starter` is the embedded atlas.

    Words count in any form; pages with all of them come first. "…" is a phrase, word* a beginning; title:, heading:
    (or caption:) and body: choose where to look; -word or NOT word excludes; AND and OR join words.

    Example: veriscope corpus search starter 'capital "New Zealand" -island'
    """
    with open_corpus(corpus) as opened:
        if titles:
            _print_suggestions(suggest_titles(opened, query, limit=limit), as_json=as_json)
            return
        results = search_corpus(opened, query, limit=limit)
    if as_json:
        print_json(results_as_json(results))
    else:
        show_results(out, results)


@app.command()
def info(
    corpus: CorpusArgument,
    as_json: JsonOption = False,
    verify: Annotated[bool, typer.Option("--verify", help="Read every page and check it.")] = False,
    skipped: Annotated[
        bool, typer.Option("--skipped", help="List what was skipped: source, place, what, why.")
    ] = False,
) -> None:
    """Count what a corpus holds, and check that it is whole. `starter` is the embedded atlas.

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


@app.command()
def show(
    corpus: CorpusArgument,
    title: Annotated[
        str | None,
        typer.Argument(metavar="TITLE", help="A page title, a redirect, a document's path; without it, all titles."),
    ] = None,
    as_json: JsonOption = False,
    rows: Annotated[int, typer.Option(min=1, help="At most this many rows of each table.")] = 40,
) -> None:
    """Show a page with the ids under which its sentences, cells and items are cited; or list all titles.

    Example: veriscope corpus show starter Canberra
    """
    if title is None:
        _print_titles(corpus, as_json=as_json)
        return
    with open_corpus(corpus) as opened:
        found = opened.resolve(title)
        page = opened.page(found) if found is not None else None
        if page is None:
            near = opened.suggest(title, limit=5)
            hint = (
                f"did you mean: {'; '.join(visible(name[:80]) for name in near)}"
                if near
                else "no title begins like that"
            )
            raise StoreError(f"no page {title[:80]!r} in {corpus}; {hint}")
    if as_json:
        print_json(page_as_json(page))
    else:
        show_page(out, page, max_rows=rows)


def _plan(sources: list[Path], format_name: str, *, keep_flagged: bool) -> list[PlannedSource]:
    """The sources, each once, under the one path by which later commands know them too."""
    planned = plan_sources(sources, format=format_name)
    resolved = [replace(source, path=source.path.resolve(), keep_flagged=keep_flagged) for source in planned]
    return list({source.path: source for source in resolved}.values())


def _print_suggestions(titles: list[str], *, as_json: bool) -> None:
    if as_json:
        print_json(titles)
        return
    for title in titles:
        typer.echo(visible(title))


def _print_titles(corpus: Path, *, as_json: bool) -> None:
    with open_corpus(corpus) as opened:
        if as_json:
            print_json(list(opened.titles()))
            return
        for title in opened.titles():
            typer.echo(visible(title))


@contextmanager
def _telling_change(corpus: Path) -> Iterator[None]:
    """Say what a change did to the corpus."""
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
    """One line each, its fields apart by tabs: there may be very many."""
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
    talk.print(f"skipped {kinds.total():,} (`veriscope corpus info --skipped` names each):")
    for (what, reason), number in kinds.most_common(_NAMED_SKIPS):
        talk.print(f"  {number:,} × {what}: {visible(reason)}", soft_wrap=True)
    if len(kinds) > _NAMED_SKIPS:
        talk.print(f"  … and {len(kinds) - _NAMED_SKIPS:,} further reasons")


def _skip_kinds(corpus: Corpus, *, of_sources: set[str] | None = None) -> Counter[tuple[str, str]]:
    """How often each thing was skipped for each reason, details of the place (in brackets, after a semicolon) aside."""
    return Counter(
        (what, _DETAIL.sub("", reason))
        for source, _, what, reason in corpus.skips()
        if of_sources is None or source in of_sources
    )


@contextmanager
def _reporting(after_interrupt: str) -> Iterator[Callable[[BuildProgress], None]]:
    """Show progress, of reading and then of each index by itself."""
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
            raise StoreError(f"interrupted; {after_interrupt}") from None
