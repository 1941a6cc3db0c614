"""`veriscope kb build`, `info`, `predicates` and `search`: build knowledge graphs and look into them."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from veriscope.cli.options import Json, Kb, Replace
from veriscope.cli.output import out, print_json, print_table, talk, visible
from veriscope.cli.progress import progress
from veriscope.errors import StoppedError, UsageError
from veriscope.graph import (
    FoundName,
    Graph,
    GraphProfile,
    LeftOut,
    Manifest,
    PredicateProfile,
    Spread,
    build_graph,
    open_graph,
    plan_graph,
    profile_graph,
    profile_predicates,
    read_manifest,
    readable_iri,
    search_entities,
    search_predicates,
    title_of,
)
from veriscope.pipeline import kb_folder, open_kb

_SIDE_HELP = "An extra table, separated by tabs: {}; repeat it for several."

_STARTER = Path("starter")


def build(
    destination: Annotated[Path, typer.Argument(metavar="DEST", help="The graph folder to make.")],
    sources: Annotated[list[Path], typer.Argument(metavar="SOURCE", help="Files of facts.")],
    format_name: Annotated[
        str, typer.Option("--format", help="auto, json-ld, nquads, ntriples, rdf-xml, trig, tsv or turtle.")
    ] = "auto",
    types: Annotated[list[Path] | None, typer.Option(help=_SIDE_HELP.format("entity, class"))] = None,
    subclasses: Annotated[list[Path] | None, typer.Option(help=_SIDE_HELP.format("class, superclass"))] = None,
    labels: Annotated[
        list[Path] | None, typer.Option(help=_SIDE_HELP.format("thing, label; or thing, another id, label, …"))
    ] = None,
    predicate_labels: Annotated[list[Path] | None, typer.Option(help=_SIDE_HELP.format("predicate, label"))] = None,
    language: Annotated[str, typer.Option(help="The language of labels, if there are several.")] = "en",
    replace_existing: Replace = False,
) -> None:
    """Build a graph from RDF in any usual form, or tables (subject, predicate, object), in one step: all or nothing.

    Files may be compressed (.gz, .xz, .zst). rdf:type, rdfs:subClassOf, rdfs:domain, rdfs:range and labels become the
    schema; literal values become attributes. Lines that cannot be read are counted and listed at the end.

    Example: veriscope kb build my-kb facts.tsv --types types.tsv
    """
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
        raise StoppedError(f"interrupted; nothing was written to {destination}") from None
    talk.print(f"built {destination}")
    print_profile(destination)
    print_left_out(destination)


def info(
    kb: Kb = _STARTER,
    as_json: Json = False,
    left_out: Annotated[
        bool, typer.Option("--left-out", help="Show only what the build left out, and where first.")
    ] = False,
) -> None:
    """Describe a graph: facts, entities, predicates, classes, how edges and types are spread, its sources.

    Example: veriscope kb info my-kb
    """
    folder = kb_folder(kb)
    if as_json:
        print_info_json(folder)
        return
    if not left_out:
        print_profile(folder)
        print_sources(folder)
    print_left_out(folder)


def predicates(
    kb: Kb = _STARTER,
    limit: Annotated[int | None, typer.Option(min=1, show_default="all", help="At most this many.")] = None,
    as_json: Json = False,
) -> None:
    """List the predicates with their facts, how functional they are in both directions, domain and range.

    Functionality is the number of distinct subjects for each fact; inverse functionality is that of distinct objects.
    A side is "one" if, on average, fewer than 1.5 of it go with one of the other side.

    Example: veriscope kb predicates my-kb --limit 20
    """
    print_predicates(profile_predicates(open_kb(kb)), limit=limit, as_json=as_json)


def search(
    kb: Kb,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Words or beginnings of words; put quotes around them.")],
    limit: Annotated[int, typer.Option(min=1, max=1000, help="At most this many of each.")] = 10,
    as_json: Json = False,
) -> None:
    """Find entities and predicates by the words of their labels, or of the last part of their IRIs.

    The exact name comes first, then names that begin with TEXT, then those with all its words; most facts first.

    Example: veriscope kb search starter "new zea"
    """
    if not text.strip():
        raise UsageError("nothing to look for: give a word, or the beginning of one")
    print_found(open_kb(kb), text, limit=limit, as_json=as_json)


_SHOWN_CYCLES = 5


def print_profile(folder: Path) -> None:
    """Print the counts of a graph and how its edges are spread."""
    profile = profile_graph(open_graph(folder))
    print_table(("what", "count"), list(_counts(profile)))
    spreads = {"edges of an entity": profile.degrees, "outgoing": profile.out_degrees, "incoming": profile.in_degrees}
    out.print()
    print_table(("spread", "mean", "median", "90 %", "99 %", "most"), [_spread(*each) for each in spreads.items()])
    if profile.degree_counts:
        out.print()
        print_table(("edges", "entities"), list(_degree_rows(profile)))


def print_sources(folder: Path) -> None:
    """Print the files that a graph was built from."""
    for source in read_manifest(folder).sources:
        counts = f"{source.role}, {source.lines:,} lines, {source.statements:,} statements"
        out.print(f"from {visible(source.path)} ({counts})", soft_wrap=True)


def print_left_out(folder: Path) -> None:
    """Print on stderr what a build left out and where, and cycles in the class hierarchy."""
    manifest = read_manifest(folder)
    for note in manifest.left_out:
        talk.print(f"left out {note.count:,} × {note.reason}")
        for place in note.places:
            talk.print(f"  {visible(place)}")
        if note.places and note.count > len(note.places):
            talk.print(f"  … and {note.count - len(note.places):,} more")
    for cycle in manifest.cycles[:_SHOWN_CYCLES]:
        talk.print(f"a cycle of subclasses: {visible(', '.join(cycle))}")
    if len(manifest.cycles) > _SHOWN_CYCLES:
        talk.print(f"  … and {len(manifest.cycles) - _SHOWN_CYCLES:,} more such cycles")


def print_info_json(folder: Path) -> None:
    """Print everything about a graph as one JSON object."""
    manifest = read_manifest(folder)
    profile = asdict(profile_graph(open_graph(folder)))
    print_json({**profile, **_origin_json(manifest)})


def _origin_json(manifest: Manifest) -> dict[str, object]:
    return {
        "sources": [asdict(source) for source in manifest.sources],
        "left_out": [_left_out_json(note) for note in manifest.left_out],
        "class_cycles": [list(cycle) for cycle in manifest.cycles],
        "format_version": manifest.format_version,
    }


def _left_out_json(note: LeftOut) -> dict[str, object]:
    return {"reason": note.reason, "count": note.count, "places": list(note.places)}


def _counts(profile: GraphProfile) -> Iterator[tuple[str, int]]:
    yield "facts", profile.facts
    if profile.literal_facts:
        yield "  between entities", profile.edges
        yield "  with literal values", profile.literal_facts
    yield "entities", profile.entities
    yield "  with a type", profile.typed_entities
    yield "  with a label", profile.labelled_entities
    for name, number in (("  blank nodes", profile.blank_nodes), ("  without edges", profile.isolated)):
        if number:
            yield name, number
    yield "predicates", profile.predicates
    for kind, number in profile.by_kind.items():
        yield f"  {kind}", number
    if profile.unused_predicates:
        yield "  declared, without facts", profile.unused_predicates
    yield "classes", profile.classes
    yield "types of entities", profile.types
    if profile.self_loops:
        yield "facts of an entity with itself", profile.self_loops


def _spread(name: str, spread: Spread) -> tuple[object, ...]:
    return (
        name,
        f"{spread.mean:,.2f}",
        f"{spread.median:,.0f}",
        f"{spread.p90:,.0f}",
        f"{spread.p99:,.0f}",
        spread.largest,
    )


def _degree_rows(profile: GraphProfile) -> Iterator[tuple[str, int]]:
    if profile.isolated:
        yield "0", profile.isolated
    for power, number in enumerate(profile.degree_counts):
        low, high = 2**power, 2 ** (power + 1) - 1
        yield (f"{low:,}" if low == high else f"{low:,}–{high:,}"), number


def print_predicates(rows: Sequence[PredicateProfile], *, limit: int | None, as_json: bool) -> None:
    """Print the predicates, all or the first ones."""
    shown = rows[:limit]
    if as_json:
        print_json({"predicates": [_as_json(row) for row in shown], "count": len(rows)})
        return
    columns = ("predicate", "facts", "funct.", "inverse", "kind", "domain", "range")
    print_table(columns, [_row(row) for row in shown])
    if len(shown) < len(rows):
        out.print(f"… and {len(rows) - len(shown):,} more")


def _as_json(row: PredicateProfile) -> dict[str, object]:
    return {
        "predicate": row.iri,
        "label": row.label,
        "facts": row.counts.facts,
        "literal_facts": row.literal_facts,
        "subjects": row.counts.subjects,
        "objects": row.counts.objects,
        "functionality": row.counts.functionality,
        "inverse_functionality": row.counts.inverse_functionality,
        "kind": row.counts.kind if row.counts.facts else None,
        "domain": list(row.domain),
        "range": list(row.range),
    }


def _row(row: PredicateProfile) -> tuple[object, ...]:
    counts = row.counts
    return (
        visible(row.label),
        counts.facts,
        f"{counts.functionality:.3f}",
        f"{counts.inverse_functionality:.3f}",
        counts.kind if counts.facts else "",
        ", ".join(visible(title_of(each)) for each in row.domain),
        ", ".join(visible(title_of(each)) for each in row.range),
    )


_SHOWN_CLASSES = 3


def print_found(graph: Graph, text: str, *, limit: int, as_json: bool) -> None:
    """Search, and print what was found."""
    entities = search_entities(graph, text, limit=limit)
    predicates = search_predicates(graph, text, limit=limit)
    if as_json:
        entity_rows = [{**_name_json(each), "classes": _classes(graph, each.number)} for each in entities]
        print_json({"entities": entity_rows, "predicates": [_name_json(each) for each in predicates]})
        return
    if not entities and not predicates:
        out.print(f"nothing found for {visible(text)!r}", soft_wrap=True)
    # One unwrapped line each: people copy the IRI.
    for each in predicates:
        out.print(
            f"predicate  {visible(each.label)}  {visible(readable_iri(each.iri))}  {each.facts:,} facts", soft_wrap=True
        )
    for each in entities:
        details = "; ".join(part for part in (f"{each.facts:,} edges", _classes_in_words(graph, each)) if part)
        out.print(f"entity  {visible(each.label)}  {visible(readable_iri(each.iri))}  {details}", soft_wrap=True)


def _name_json(each: FoundName) -> dict[str, object]:
    return {"iri": each.iri, "label": each.label, "facts": each.facts}


def _classes(graph: Graph, node: int) -> list[str]:
    return [graph.schema.classes[each] for each in graph.schema.types[node].tolist()]


def _classes_in_words(graph: Graph, each: FoundName) -> str:
    classes = [visible(title_of(name)) for name in _classes(graph, each.number)]
    return ", ".join(classes[:_SHOWN_CLASSES]) + (" …" if len(classes) > _SHOWN_CLASSES else "")
