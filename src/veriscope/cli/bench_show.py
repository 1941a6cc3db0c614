"""`veriscope bench show`: the structure of scenarios, their false facts with their origin, and their clusters."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote

import typer

from veriscope.cli.options import Json
from veriscope.cli.output import out, print_json, print_table
from veriscope.graph import literal_text
from veriscope.lab.bench import (
    DatasetEntry,
    PredicateEntry,
    ScenarioFolder,
    is_published,
    read_dataset,
    read_scenario_folder,
    read_scenarios,
)
from veriscope.scenarios import Dataset, LabelledFact, Namespaces, Scenario, path_text


def show(
    scenarios: Annotated[Path, typer.Argument(metavar="DIR", help="What `veriscope bench generate` wrote, or BUCKLE.")],
    facts: Annotated[int, typer.Option(min=0, help="How many hard false facts to show for each predicate.")] = 5,
    as_json: Json = False,
) -> None:
    """Show scenarios: how facts are connected (Table 5 of the paper), false facts and how they were found (Table 2),
    clusters with some of their members (Table 3). For scenarios that BUCKLE published: what needs no graph.

    Example: veriscope bench show scenarios
    """
    if is_published(scenarios):
        show_published(read_scenarios(scenarios), limit=facts, as_json=as_json)
        return
    content = read_scenario_folder(scenarios)
    if as_json:
        examples = {entry.predicate: _examples(scenarios, content, entry, limit=facts) for entry in content.predicates}
        print_json({**asdict(content), "hard_facts": examples})
        return
    print_scenarios(content)
    for entry in content.predicates:
        out.print()
        _print_clusters(content, entry)
        if rows := _examples(scenarios, content, entry, limit=facts):
            out.print()
            print_hard_facts(content.namespaces.predicate_text(entry.predicate), rows)


def print_hard_facts(name: str, rows: Sequence[Mapping[str, object]]) -> None:
    """Print the rows of `hard_fact_rows` as a table."""
    columns = {"subject": "subject", "object": "object", "path": "found by", "cluster": "cluster"}
    cells = [tuple(row[column] for column in columns) for row in rows]
    print_table(tuple(columns.values()), cells, title=f"{name}: hard false facts")


def print_scenarios(content: "ScenarioFolder") -> None:
    """Print the sets of a folder with their structure, one row each."""
    rows = [_row(content, entry, one) for entry in content.predicates for one in (entry.train, *entry.tests)]
    print_table(("predicate", "set", "true", "false", "hard", "paths", "often", "popularity"), rows)
    for entry in content.predicates:
        name, clusters = content.namespaces.predicate_text(entry.predicate), entry.clusters
        cut = f"{clusters.count:,} clusters cut at {clusters.threshold:g}, the largest of {clusters.sizes[0]:,}"
        clustering = cut if clusters.threshold else "not clustered"
        out.print(f"{name}: {entry.facts:,} facts, {entry.kind}, {clustering}", soft_wrap=True)
        for one in (entry.train, *entry.tests):
            for note in _notes(one):
                out.print(f"  {set_name(one)}: {note}", soft_wrap=True)


def _row(content: "ScenarioFolder", entry: "PredicateEntry", one: "DatasetEntry") -> tuple[object, ...]:
    settings, found = one.settings, one.statistics
    return (
        content.namespaces.predicate_text(entry.predicate),
        set_name(one),
        settings.true_facts,
        settings.false_facts,
        found.hard_facts,
        found.distinct_paths,
        round(found.path_frequency, 1),
        round(found.popularity, 1),
    )


def set_name(one: "Dataset | DatasetEntry") -> str:
    """`test c0.2 h0.5 random`: transparency and homogeneity as in BUCKLE's file names."""
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
            "; ".join(
                f"{_readable_name(names, subject)} – {_readable_name(names, object_)}" for subject, object_ in members
            ),
        )
        for number, (size, members) in enumerate(zip(entry.clusters.sizes, entry.clusters.examples, strict=False))
    ]
    print_table(("cluster", "facts", "some of them"), rows, title=f"{names.predicate_text(entry.predicate)}: clusters")


def _examples(
    folder: Path, content: "ScenarioFolder", entry: "PredicateEntry", *, limit: int
) -> list[dict[str, object]]:
    """Hard false facts of the test that has the most, each with the path it was found by."""
    test = max(entry.tests, key=lambda one: one.statistics.hard_facts)
    return hard_fact_rows(read_dataset(folder / test.file, content.namespaces), content.namespaces, limit=limit)


def hard_fact_rows(facts: "Iterable[LabelledFact]", names: "Namespaces", *, limit: int) -> list[dict[str, object]]:
    """The first hard false facts, each with the path it was found by."""
    hard = [fact for fact in facts if fact.is_hard][:limit]
    return [
        {
            "subject": _readable_name(names, fact.triple.subject),
            "object": _readable_name(names, fact.triple.object),
            "path": path_text(fact.origin, names),
            "cluster": "#" if fact.cluster is None else fact.cluster,
        }
        for fact in hard
    ]


def _readable_name(names: "Namespaces", name: str) -> str:
    """A short name, or the text of a literal."""
    if name.startswith('"'):
        return literal_text(name)
    return unquote(names.entity_text(name)).replace("_", " ")


def show_published(scenarios: "Sequence[Scenario]", *, limit: int, as_json: bool) -> None:
    """Print every set of every predicate, and hard false facts of the set that has the most."""
    by_predicate: dict[str, list[Dataset]] = {}
    for one in scenarios:
        sets = by_predicate.setdefault(one.predicate, [])
        sets += [each for each in (one.train, one.test) if each not in sets]
    examples = {
        name: hard_fact_rows(_hardest(sets).facts, Namespaces(), limit=limit) for name, sets in by_predicate.items()
    }
    if as_json:
        sets_json = {name: [_set_json(each) for each in sets] for name, sets in by_predicate.items()}
        print_json({"predicates": sets_json, "hard_facts": examples})
        return
    print_table(
        ("predicate", "set", "true", "false", "hard", "origins"),
        [_published_row(name, each) for name, sets in by_predicate.items() for each in sets],
    )
    for name, rows in examples.items():
        out.print()
        print_hard_facts(name, rows)


def _hardest(sets: "Sequence[Dataset]") -> "Dataset":
    return max(sets, key=lambda each: sum(fact.is_hard for fact in each.facts))


def _published_row(name: str, each: "Dataset") -> tuple[object, ...]:
    hard = [fact.origin for fact in each.facts if fact.is_hard]
    return name, set_name(each), len(each.true_facts), len(each.false_facts), len(hard), len(set(hard))


def _set_json(each: "Dataset") -> dict[str, object]:
    hard = [fact.origin for fact in each.facts if fact.is_hard]
    return {
        "part": each.part,
        "settings": asdict(each.settings),
        "true_facts": len(each.true_facts),
        "false_facts": len(each.false_facts),
        "hard_facts": len(hard),
        "hard_paths": len(set(hard)),
    }
