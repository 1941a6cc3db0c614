"""Loads the scenarios of a folder, with all that a benchmark needs to know about each."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from veriscope.datasets import count_text
from veriscope.domain import GoldTriple
from veriscope.errors import InputError
from veriscope.graph import Functionality, Graph, NameFinder, View, functionalities
from veriscope.lab.bench.assumptions import thinner_view
from veriscope.lab.bench.names import known_scenarios
from veriscope.lab.bench.results import DatasetStatistics, ScenarioSummary
from veriscope.lab.bench.scenario_files import (
    SCENARIOS,
    DatasetEntry,
    GraphReference,
    read_scenario_folder,
    read_scenarios,
)
from veriscope.scenarios import Dataset, Scenario

_Structures = tuple[DatasetStatistics | None, DatasetStatistics | None]


@dataclass(frozen=True, slots=True)
class BenchScenario:
    """(R, T, D) of the BUCKLE paper: facts to learn from and facts to judge; R is the graph without the latter."""

    summary: ScenarioSummary
    training: tuple[GoldTriple, ...]
    test: tuple[GoldTriple, ...]


@dataclass(frozen=True, slots=True)
class BenchScenarios:
    """The scenarios of a folder, notes on what was left out, and what methods may see of the graph."""

    scenarios: tuple[BenchScenario, ...]
    left_out: tuple[str, ...]
    seen: View


def reference_of(folder: Path) -> GraphReference | None:
    """The graph that scenarios were made from; None for published tables, which do not name it."""
    if not folder.is_dir():
        raise InputError(f"no folder {folder}; `veriscope bench generate KB --out {folder}` makes one")
    return read_scenario_folder(folder).kb if (folder / SCENARIOS).is_file() else None


def is_thinned(folder: Path) -> bool:
    """Whether methods may see only a share of the graph's facts."""
    return (folder / SCENARIOS).is_file() and read_scenario_folder(folder).assumptions.keep_facts < 1


def bench_scenarios(folder: Path, graph: Graph) -> BenchScenarios:
    """Every scenario of a folder, by predicate; names are unique.

    Published ones have short names: what the graph does not know is left out and noted.
    """
    every, left_out = read_scenarios(folder), list[str]()
    if not (folder / SCENARIOS).is_file():
        every, left_out = known_scenarios(graph, every)
    structures = dict(zip((scenario.name for scenario in every), _structures(folder, len(every)), strict=True))
    scenarios = [scenario for scenario in every if not _has_values(scenario)]
    left_out += _notes_on_values([scenario.predicate for scenario in every if _has_values(scenario)])
    if not scenarios:
        made = f"`veriscope bench generate KB --out {folder}` makes some"
        raise InputError("; ".join([f"{folder} holds no scenario that can be judged", *(left_out or [made])]))
    profiles, finder = functionalities(graph), NameFinder(graph)
    found = [
        BenchScenario(
            _summary(scenario, profiles[finder.predicate(scenario.predicate)], structures[scenario.name]),
            _gold(scenario.train),
            _gold(scenario.test),
        )
        for scenario in scenarios
    ]
    seen, notes = _seen(folder, graph)
    return BenchScenarios(tuple(found), (*left_out, *notes), seen)


def _seen(folder: Path, graph: Graph) -> tuple[View, list[str]]:
    """What methods may see of the graph before the facts to judge are hidden, and what to tell of it."""
    if not (folder / SCENARIOS).is_file():
        return View.of(graph), []
    content = read_scenario_folder(folder)
    share = content.assumptions.keep_facts
    seen = thinner_view(graph, share, seed=content.seed) if share < 1 else View.of(graph)
    return seen, content.assumptions.notes()


def _has_values(scenario: Scenario) -> bool:
    """Whether some objects are literal values, which the methods cannot judge."""
    return any(fact.triple.object.startswith('"') for fact in scenario.test.facts)


def _notes_on_values(predicates: Sequence[str]) -> Iterator[str]:
    for predicate, count in Counter(predicates).items():
        reason = f"the objects of {predicate} are values, and the methods judge facts between entities"
        yield f"{reason}: {count_text(count, 'scenario')} left out"


def _summary(scenario: Scenario, profile: Functionality, structures: _Structures) -> ScenarioSummary:
    test, training = structures
    settings = scenario.test.settings
    return ScenarioSummary(
        name=scenario.name,
        predicate=scenario.predicate,
        popularity=settings.popularity.value,
        transparency=settings.transparency,
        homogeneity=settings.homogeneity,
        size=settings.size,
        ratio=settings.ratio,
        kind=profile.kind,
        functionality=profile.functionality,
        inverse_functionality=profile.inverse_functionality,
        test=test,
        training=training,
    )


def _structures(folder: Path, count: int) -> list[_Structures]:
    """The structure of each scenario's test and training facts; None for published tables."""
    if not (folder / SCENARIOS).is_file():
        return [(None, None)] * count
    entries = read_scenario_folder(folder).predicates
    return [(_structure(test), _structure(entry.train)) for entry in entries for test in entry.tests]


def _structure(entry: DatasetEntry) -> DatasetStatistics:
    found = entry.statistics
    return DatasetStatistics(found.facts, found.distinct_paths, found.path_frequency, found.popularity)


def _gold(dataset: Dataset) -> tuple[GoldTriple, ...]:
    return tuple(fact.gold for fact in dataset.facts)
