"""What a graph is like, for people and for programs."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from veriscope.cli.output import out, print_json, print_table, talk
from veriscope.cli.page_view import visible
from veriscope.graph import open_graph
from veriscope.graph.manifest import LeftOut, Manifest, read_manifest
from veriscope.graph.profile import GraphProfile, Spread, profile_graph

_SHOWN_CYCLES = 5


def print_profile(folder: Path) -> None:
    """The counts of a graph and how its edges are spread, as tables."""
    profile = profile_graph(open_graph(folder))
    print_table(("what", "count"), list(_counts(profile)))
    spreads = {"edges of an entity": profile.degrees, "outgoing": profile.out_degrees, "incoming": profile.in_degrees}
    out.print()
    print_table(("spread", "mean", "median", "90 %", "99 %", "most"), [_spread(*each) for each in spreads.items()])
    if profile.degree_counts:
        out.print()
        print_table(("edges", "entities"), list(_degree_rows(profile)))


def print_sources(folder: Path) -> None:
    """The files that a graph was built from."""
    for source in read_manifest(folder).sources:
        told = f"{source.role}, {source.lines:,} lines, {source.statements:,} statements"
        out.print(f"from {visible(source.path)} ({told})", soft_wrap=True)


def print_left_out(folder: Path) -> None:
    """What a build left out and where, and cycles in the hierarchy of classes, on stderr."""
    manifest = read_manifest(folder)
    for note in manifest.left_out:
        talk.print(f"left out {note.count:,} × {note.reason}", soft_wrap=True)
        for place in note.places:
            talk.print(f"  {visible(place)}", soft_wrap=True)
        if note.places and note.count > len(note.places):
            talk.print(f"  … and {note.count - len(note.places):,} more")
    for cycle in manifest.cycles[:_SHOWN_CYCLES]:
        talk.print(f"classes above each other: {visible(', '.join(cycle))}", soft_wrap=True)
    if len(manifest.cycles) > _SHOWN_CYCLES:
        talk.print(f"  … and {len(manifest.cycles) - _SHOWN_CYCLES:,} more such cycles")


def print_info_json(folder: Path) -> None:
    """All of it as one JSON object."""
    manifest = read_manifest(folder)
    profile = asdict(profile_graph(open_graph(folder)))
    print_json({**profile, **_told(manifest)})


def _told(manifest: Manifest) -> dict[str, object]:
    return {
        "sources": [asdict(source) for source in manifest.sources],
        "left_out": [_left_out(note) for note in manifest.left_out],
        "class_cycles": [list(cycle) for cycle in manifest.cycles],
        "format_version": manifest.format_version,
    }


def _left_out(note: LeftOut) -> dict[str, object]:
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
