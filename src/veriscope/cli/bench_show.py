"""`veriscope bench show`: what scenarios hold: their structure, false facts beside their origin, clusters."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from veriscope.cli.output import out, print_json, print_table

if TYPE_CHECKING:
    from veriscope.pipeline.scenario_files import DatasetEntry, PredicateEntry, ScenarioFolder
    from veriscope.scenarios import Namespaces

# What reads scenarios is imported by the command itself: it brings the graph's kernels along.


def show(
    scenarios: Annotated[Path, typer.Argument(metavar="DIR", help="What `veriscope bench generate` wrote.")],
    facts: Annotated[int, typer.Option(min=0, help="How many hard false facts to show for each predicate.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show scenarios: how facts are connected (Table 5 of the paper), false facts and how they were found (Table 2),
    clusters with some of their members (Table 3).

    Example: veriscope bench show scenarios
    """
    from veriscope.pipeline.scenario_files import read_scenario_folder  # noqa: PLC0415

    content = read_scenario_folder(scenarios)
    if as_json:
        examples = {entry.predicate: _examples(scenarios, content, entry, limit=facts) for entry in content.predicates}
        print_json({**asdict(content), "hard_facts": examples})
        return
    print_scenarios(content)
    for entry in content.predicates:
        out.print()
        _print_clusters(content, entry)
        rows = _examples(scenarios, content, entry, limit=facts)
        if rows:
            out.print()
            print_table(
                ("subject", "object", "found by", "cluster"),
                [(row["subject"], row["object"], row["path"], row["cluster"]) for row in rows],
                title=f"{content.namespaces.predicate_text(entry.predicate)}: hard false facts",
            )


def print_scenarios(content: "ScenarioFolder") -> None:
    """The sets of a folder, one in a row, with their structure."""
    rows = [_row(content, entry, one) for entry in content.predicates for one in (entry.train, *entry.tests)]
    print_table(("predicate", "set", "true", "false", "hard", "paths", "often", "popularity"), rows)
    for entry in content.predicates:
        name, clusters = content.namespaces.predicate_text(entry.predicate), entry.clusters
        cut = f"{clusters.count:,} clusters cut at {clusters.threshold:g}, the largest of {clusters.sizes[0]:,}"
        told = cut if clusters.threshold else "not clustered"
        out.print(f"{name}: {entry.facts:,} facts, {entry.kind}, {told}", soft_wrap=True)
        for one in (entry.train, *entry.tests):
            for note in _notes(one):
                out.print(f"  {_set_name(one)}: {note}", soft_wrap=True)


def _row(content: "ScenarioFolder", entry: "PredicateEntry", one: "DatasetEntry") -> tuple[object, ...]:
    settings, found = one.settings, one.statistics
    return (
        content.namespaces.predicate_text(entry.predicate),
        _set_name(one),
        settings.true_facts,
        settings.false_facts,
        found.hard_facts,
        found.distinct_paths,
        round(found.path_frequency, 1),
        round(found.popularity, 1),
    )


def _set_name(one: "DatasetEntry") -> str:
    """`test c0.2 h0.5 random`: transparency and homogeneity as BUCKLE's file names have them."""
    settings = one.settings
    return f"{one.part} c{settings.transparency:g} h{settings.homogeneity:g} {settings.popularity}"


def _notes(one: "DatasetEntry") -> list[str]:
    notes = []
    if one.from_other_facts:
        notes.append(f"{one.from_other_facts} hard false facts were made from true facts that are not in the set")
    if one.with_other_ends:
        notes.append(f"{one.with_other_ends} random false facts have an end of a true fact that is not in the set")
    return notes


def _print_clusters(content: "ScenarioFolder", entry: "PredicateEntry") -> None:
    names = content.namespaces
    rows = [
        (
            number,
            size,
            "; ".join(f"{_shown(names, subject)} – {_shown(names, object_)}" for subject, object_ in members),
        )
        for number, (size, members) in enumerate(zip(entry.clusters.sizes, entry.clusters.examples, strict=False))
    ]
    print_table(("cluster", "facts", "some of them"), rows, title=f"{names.predicate_text(entry.predicate)}: clusters")


def _examples(
    folder: Path, content: "ScenarioFolder", entry: "PredicateEntry", *, limit: int
) -> list[dict[str, object]]:
    """Hard false facts of the test that has most of them, with the path each was found by."""
    from veriscope.pipeline.scenario_files import read_dataset  # noqa: PLC0415
    from veriscope.scenarios import path_text  # noqa: PLC0415

    names = content.namespaces
    test = max(entry.tests, key=lambda one: one.statistics.hard_facts)
    hard = [fact for fact in read_dataset(folder / test.file, names) if fact.is_hard][:limit]
    return [
        {
            "subject": _shown(names, fact.triple.subject),
            "object": _shown(names, fact.triple.object),
            "path": path_text(fact.origin, names),
            "cluster": "#" if fact.cluster is None else fact.cluster,
        }
        for fact in hard
    ]


def _shown(names: "Namespaces", name: str) -> str:
    """A short name, or what a literal says."""
    from veriscope.graph.literals import literal_text  # noqa: PLC0415

    return literal_text(name) if name.startswith('"') else names.entity_text(name).replace("_", " ")
