"""`veriscope kb`: build knowledge graphs and look into them."""

from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.kb_check import check
from veriscope.cli.kb_eval import evaluate
from veriscope.cli.kb_lexicon import lexicon
from veriscope.cli.kb_train import train
from veriscope.cli.output import talk
from veriscope.cli.progress import progress
from veriscope.errors import StoreError, UsageError

# What reads graphs is imported by the commands themselves: its kernels take a while to load.

app = typer.Typer(
    name="kb", help="Build knowledge graphs and look into them.", no_args_is_help=True, rich_markup_mode=None
)
app.command()(check)
app.command("eval")(evaluate)
app.command()(lexicon)
app.command()(train)

_SIDE_HELP = "A table beside the facts, separated by tabs: {}; several may be named."

KbArgument = Annotated[Path, typer.Argument(metavar="KB", help="A graph folder; `starter` is the embedded KB.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
_STARTER = Path("starter")


@app.command()
def build(
    destination: Annotated[Path, typer.Argument(metavar="DEST", help="The graph folder to make.")],
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE", help="Files of facts.")],
    format_name: Annotated[str, typer.Option("--format", help="auto, or one of: ntriples, tsv, turtle.")] = "auto",
    types: Annotated[list[Path] | None, typer.Option(help=_SIDE_HELP.format("entity, class"))] = None,
    subclasses: Annotated[list[Path] | None, typer.Option(help=_SIDE_HELP.format("class, superclass"))] = None,
    labels: Annotated[
        list[Path] | None, typer.Option(help=_SIDE_HELP.format("thing, label; or thing, another id, label, …"))
    ] = None,
    predicate_labels: Annotated[list[Path] | None, typer.Option(help=_SIDE_HELP.format("predicate, label"))] = None,
    language: Annotated[str, typer.Option(help="The language of labels, where there are several.")] = "en",
    replace_existing: Annotated[bool, typer.Option("--replace", help="Replace a graph that stands at DEST.")] = False,
) -> None:
    """Build a graph from N-Triples, Turtle and tables (subject, predicate, object), in one step: all or nothing.

    Files may be compressed (.gz, .xz, .zst). rdf:type, rdfs:subClassOf, rdfs:domain, rdfs:range and labels become the
    schema; literal values become attributes. Lines that cannot be read are counted and named at the end.

    Example: veriscope kb build my-kb facts.nt.xz --types types.tsv
    """
    from veriscope.cli.kb_info_view import print_left_out, print_profile  # noqa: PLC0415
    from veriscope.graph.building import build_graph  # noqa: PLC0415
    from veriscope.graph.sources import plan_graph  # noqa: PLC0415

    plan = plan_graph(
        sources,
        format_name=format_name,
        types=types or (),
        subclasses=subclasses or (),
        labels=labels or (),
        predicate_labels=predicate_labels or (),
    )
    try:
        with progress("statements") as update:
            build_graph(
                destination,
                plan,
                report=lambda step: update(step.name, step.done, step.total, step.statements),
                language=language,
                replace=replace_existing,
            )
    except KeyboardInterrupt:
        raise StoreError(f"interrupted; nothing was written to {destination}") from None
    talk.print(f"built {destination}", soft_wrap=True)
    print_profile(destination)
    print_left_out(destination)


@app.command()
def info(
    kb: KbArgument = _STARTER,
    as_json: JsonOption = False,
    left_out: Annotated[
        bool, typer.Option("--left-out", help="Only tell what the build left out, with the first places of each.")
    ] = False,
) -> None:
    """Tell what a graph holds: facts, entities, predicates, classes, how edges and types are spread, its sources.

    Example: veriscope kb info my-kb
    """
    from veriscope.cli.kb_info_view import print_info_json, print_left_out, print_profile, print_sources  # noqa: PLC0415
    from veriscope.pipeline.starter_kb import kb_folder  # noqa: PLC0415

    folder = kb_folder(kb)
    if as_json:
        print_info_json(folder)
        return
    if not left_out:
        print_profile(folder)
        print_sources(folder)
    print_left_out(folder)


@app.command()
def predicates(
    kb: KbArgument = _STARTER,
    limit: Annotated[int | None, typer.Option(min=1, show_default="all", help="At most this many.")] = None,
    as_json: JsonOption = False,
) -> None:
    """List the predicates with their facts, how functional they are in both directions, domain and range.

    Functionality is the number of distinct subjects for each fact, inverse functionality that of distinct objects. A
    side is "one" where fewer than 1.5 of it go with one of the other, on average.

    Example: veriscope kb predicates my-kb --limit 20
    """
    from veriscope.cli.kb_predicates_view import print_predicates  # noqa: PLC0415
    from veriscope.graph.profile import profile_predicates  # noqa: PLC0415
    from veriscope.pipeline.starter_kb import open_kb  # noqa: PLC0415

    print_predicates(profile_predicates(open_kb(kb)), limit=limit, as_json=as_json)


@app.command()
def search(
    kb: KbArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Words or beginnings of words; put quotes around them.")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="At most this many of each.")] = 10,
    as_json: JsonOption = False,
) -> None:
    """Find entities and predicates by the words of their labels, or of the last part of their IRIs.

    The same name comes first, then names that begin so, then those with all the words; those with most facts first.

    Example: veriscope kb search starter "new zea"
    """
    from veriscope.cli.kb_search_view import print_found  # noqa: PLC0415
    from veriscope.pipeline.starter_kb import open_kb  # noqa: PLC0415

    if not text.strip():
        raise UsageError("nothing to look for: give a word, or the beginning of one")
    print_found(open_kb(kb), text, limit=limit, as_json=as_json)
