"""The tables of a benchmark report: methods, popularity, structure of the facts, times, failures."""

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import NamedTuple

from veriscope.lab.bench.charts import HeatMap, heat_cell
from veriscope.lab.bench.effects import POPULAR, RANDOM, UNPOPULAR
from veriscope.lab.bench.effects_in_words import RunDescription
from veriscope.lab.bench.figures import figure, short_name
from veriscope.lab.bench.results import BenchResults, DatasetStatistics, ScenarioSummary

# Table 6 of the BUCKLE paper, for its 300 facts, 4 million nodes and 8 cores.
PAPERS_SECONDS = {"kl": 1420, "kg-miner": 30, "sfe": 20, "transe": 5}
_POPULARITIES = (POPULAR, UNPOPULAR, RANDOM)


class TableCell(NamedTuple):
    """A figure or a name; the best figures and the names of methods are bold."""

    text: str
    is_strong: bool = False


class FigureTable(NamedTuple):
    """A plain table of figures."""

    heads: tuple[str, ...]
    rows: tuple[tuple[TableCell, ...], ...]


def method_table(results: BenchResults, reading: RunDescription) -> FigureTable:
    """Every method's means over all scenarios, best first."""
    rows = []
    for method in reading.methods:
        cells = results.of_method(method.method)
        accuracies = [cell.accuracy for cell in cells if cell.accuracy_at == "training"]
        rows.append(
            (
                TableCell(method.method, is_strong=True),
                figure(method.mean_auroc),
                figure(method.mean_average_precision),
                figure(mean(accuracies)) if accuracies else "–",
                f"{method.best_in} of {method.scenarios}",
                f"{mean(cell.train_s for cell in cells):.2f}",
                f"{1000 * mean(cell.check_s / cell.facts for cell in cells):.2f}",
            )
        )
    heads = ("method", "AUROC", "average precision", "accuracy", "best in", "training, s", "a fact, ms")
    return figure_table(heads, rows)


def popularity_maps(results: BenchResults) -> list[HeatMap]:
    """Table 4: the AUROC on popular, unpopular and random pairs, at the same transparency and homogeneity."""
    if not has_popularity(results):
        return []
    settings = _popularity_settings(results)
    maps = (_popularity_of(results, method, settings) for method in results.methods)
    return [each for each in maps if each.rows]


def _popularity_of(results: BenchResults, method: str, settings: Mapping[str, Mapping[str, str]]) -> HeatMap:
    cells = {cell.scenario: cell for cell in results.of_method(method)}
    rows = []
    for predicate, names in settings.items():
        measured = [cells.get(names.get(popularity, "")) for popularity in _POPULARITIES]
        if any(measured):
            rows.append((short_name(predicate), tuple(heat_cell(cell) for cell in measured)))
    return HeatMap(method, _POPULARITIES, tuple(rows))


def has_popularity(results: BenchResults) -> bool:
    """Whether popular and unpopular pairs were tested."""
    return any({POPULAR, UNPOPULAR} <= names.keys() for names in _popularity_settings(results).values())


def _popularity_settings(results: BenchResults) -> dict[str, dict[str, str]]:
    """Predicate → popularity → scenario; the random scenario is the one with the same properties as the others."""
    found: dict[str, dict[str, str]] = {}
    aside = [scenario for scenario in results.scenarios if scenario.popularity != RANDOM]
    for scenario in aside:
        found.setdefault(scenario.predicate, {})[scenario.popularity] = scenario.name
        for other in results.scenarios:
            if other.popularity == RANDOM and _properties(other) == _properties(scenario):
                found[scenario.predicate][RANDOM] = other.name
    return found


def _properties(scenario: ScenarioSummary) -> tuple[str, float, float, int, float]:
    return scenario.predicate, scenario.transparency, scenario.homogeneity, scenario.size, scenario.ratio


def structure_table(results: BenchResults) -> FigureTable:
    """Table 5: how many distinct paths the facts have, how often each occurs, and how popular the facts are."""
    rows = []
    for predicate, names in _statistics_by_set(results).items():
        for label, statistics in names.items():
            rows.append(
                (
                    short_name(predicate),
                    label,
                    f"{statistics.distinct_paths:,}",
                    f"{statistics.path_frequency:.1f}",
                    f"{statistics.popularity:,.0f}",
                )
            )
    heads = ("predicate", "facts", "distinct paths", "mean frequency of a path", "mean popularity")
    return figure_table(heads, rows)


def _statistics_by_set(results: BenchResults) -> dict[str, dict[str, DatasetStatistics]]:
    settings = _popularity_settings(results)
    found: dict[str, dict[str, DatasetStatistics]] = {}
    for scenario in results.scenarios:
        names = settings.get(scenario.predicate, {})
        labels = {name: popularity for popularity, name in names.items()}
        if scenario.training is not None:
            found.setdefault(scenario.predicate, {}).setdefault("training", scenario.training)
        if scenario.test is not None and (not names or scenario.name in labels):
            label = f"test, {labels.get(scenario.name, scenario.name)}"
            found.setdefault(scenario.predicate, {})[label] = scenario.test
    return found


def predicate_table(results: BenchResults) -> FigureTable:
    """How functional each predicate is, and the mean AUROC of each method on it, the best in bold."""
    first = {predicate: _first(results, predicate) for predicate in results.predicates}
    levels = {
        predicate: {method: _mean_of(results, method, predicate) for method in results.methods} for predicate in first
    }
    best = {
        predicate: max((value for value in values.values() if value is not None), default=None)
        for predicate, values in levels.items()
    }
    rows: list[tuple[str | TableCell, ...]] = [
        ("kind", *(scenario.kind for scenario in first.values())),
        ("functionality", *(figure(scenario.functionality) for scenario in first.values())),
        ("inverse functionality", *(figure(scenario.inverse_functionality) for scenario in first.values())),
    ]
    for method in results.methods:
        values = ((levels[predicate][method], best[predicate]) for predicate in first)
        cells = (TableCell("–") if value is None else TableCell(figure(value), value == top) for value, top in values)
        rows.append((TableCell(method, is_strong=True), *cells))
    return figure_table(("", *(short_name(predicate) for predicate in first)), rows)


def _first(results: BenchResults, predicate: str) -> ScenarioSummary:
    return next(each for each in results.scenarios if each.predicate == predicate)


def _mean_of(results: BenchResults, method: str, predicate: str) -> float | None:
    values = [cell.auroc for cell in results.of_method(method) if cell.predicate == predicate]
    return mean(values) if values else None


def time_table(results: BenchResults) -> FigureTable:
    """Table 6: the seconds that a scenario takes, beside the paper's."""
    rows = []
    for method in results.methods:
        cells = results.of_method(method)
        if cells:
            papers = PAPERS_SECONDS.get(method)
            rows.append(
                (
                    TableCell(method, is_strong=True),
                    f"{mean(cell.train_s for cell in cells):.2f}",
                    f"{mean(cell.check_s for cell in cells):.3f}",
                    f"{mean(cell.processor_s for cell in cells):.2f}",
                    f"{max(cell.train_s + cell.check_s for cell in cells):.2f}",
                    f"{papers:,}" if papers else "–",
                )
            )
    heads = ("method", "training, s", "checking, s", "processor, s", "slowest scenario, s", "the paper's checking, s")
    return figure_table(heads, rows)


def figure_table(heads: Sequence[str], rows: Sequence[Sequence[str | TableCell]]) -> FigureTable:
    """A table of the rows; plain texts become cells that are not bold."""
    cells = (tuple(cell if isinstance(cell, TableCell) else TableCell(cell) for cell in row) for row in rows)
    return FigureTable(tuple(heads), tuple(cells))
