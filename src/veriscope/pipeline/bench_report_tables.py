"""The tables of a benchmark report: methods, popularity, structure of the facts, times, failures."""

from collections.abc import Mapping, Sequence
from statistics import mean

from veriscope.pipeline.bench_charts import heat_cell
from veriscope.pipeline.bench_effects import POPULAR, RANDOM, UNPOPULAR
from veriscope.pipeline.bench_figures import figure, short_name
from veriscope.pipeline.bench_reading import Reading
from veriscope.pipeline.bench_results import DatasetStatistics, Results, ScenarioSummary
from veriscope.pipeline.html_parts import shown

# Table 6 of the BUCKLE paper, for its 300 facts, 4 million nodes and 8 cores.
PAPERS_SECONDS = {"kl": 1420, "kg-miner": 30, "sfe": 20, "transe": 5}
_POPULARITIES = (POPULAR, UNPOPULAR, RANDOM)


def method_table(results: Results, reading: Reading) -> str:
    """Every method's means over all scenarios, best first."""
    rows = []
    for method in reading.methods:
        cells = results.of_method(method.method)
        accuracies = [cell.accuracy for cell in cells if cell.accuracy_at == "training"]
        rows.append(
            (
                f"<b>{shown(method.method)}</b>",
                figure(method.mean_auroc),
                figure(method.mean_average_precision),
                figure(mean(accuracies)) if accuracies else "–",
                f"{method.best_in} of {method.scenarios}",
                f"{mean(cell.train_s for cell in cells):.2f}",
                f"{1000 * mean(cell.check_s / cell.facts for cell in cells):.2f}",
            )
        )
    heads = ("method", "AUROC", "average precision", "accuracy", "best in", "training, s", "a fact, ms")
    return table(heads, rows)


def popularity_tables(results: Results) -> str:
    """Table 4: the AUROC on popular, unpopular and random pairs, at the same transparency and homogeneity."""
    settings = _popularity_settings(results)
    drawn = "".join(_popularity_of(results, method, settings) for method in results.methods)
    return f'<div class="matrices popularities">{drawn}</div>'


def _popularity_of(results: Results, method: str, settings: Mapping[str, Mapping[str, str]]) -> str:
    cells = {cell.scenario: cell for cell in results.of_method(method)}
    body = ""
    for predicate, names in settings.items():
        found = [cells.get(names.get(popularity, "")) for popularity in _POPULARITIES]
        if any(found):
            drawn = "".join("<td>–</td>" if cell is None else heat_cell(cell) for cell in found)
            body += f'<tr><th scope="row">{shown(short_name(predicate))}</th>{drawn}</tr>'
    heads = "".join(f'<th scope="col">{head}</th>' for head in _POPULARITIES)
    return (
        f'<table class="matrix"><caption>{shown(method)}</caption><thead><tr><td></td>{heads}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
        if body
        else ""
    )


def has_popularity(results: Results) -> bool:
    """Whether popular and unpopular pairs were tested."""
    return any({POPULAR, UNPOPULAR} <= names.keys() for names in _popularity_settings(results).values())


def _popularity_settings(results: Results) -> dict[str, dict[str, str]]:
    """Predicate → popularity → scenario; of the random ones that with the properties of the others."""
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


def structure_table(results: Results) -> str:
    """Table 5: how many distinct paths the facts have, how often each occurs, and how popular the facts are."""
    rows = []
    for predicate, names in _structured(results).items():
        for label, statistics in names.items():
            rows.append(
                (
                    shown(short_name(predicate)),
                    shown(label),
                    f"{statistics.distinct_paths:,}",
                    f"{statistics.path_frequency:.1f}",
                    f"{statistics.popularity:,.0f}",
                )
            )
    heads = ("predicate", "facts", "distinct paths", "mean frequency of a path", "mean popularity")
    return table(heads, rows) if rows else ""


def _structured(results: Results) -> dict[str, dict[str, DatasetStatistics]]:
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


def predicate_table(results: Results) -> str:
    """How functional each predicate is, and the mean AUROC of each method on it, the best in bold."""
    first = {predicate: _first(results, predicate) for predicate in results.predicates}
    levels = {
        predicate: {method: _mean_of(results, method, predicate) for method in results.methods} for predicate in first
    }
    best = {
        predicate: max((value for value in values.values() if value is not None), default=None)
        for predicate, values in levels.items()
    }
    rows = [
        ("kind", *(shown(scenario.kind) for scenario in first.values())),
        ("functionality", *(figure(scenario.functionality) for scenario in first.values())),
        ("inverse functionality", *(figure(scenario.inverse_functionality) for scenario in first.values())),
    ]
    for method in results.methods:
        values = ((levels[predicate][method], best[predicate]) for predicate in first)
        cells = ("–" if value is None else _marked(value, value == top) for value, top in values)
        rows.append((f"<b>{shown(method)}</b>", *cells))
    return table(("", *(shown(short_name(predicate)) for predicate in first)), rows)


def _first(results: Results, predicate: str) -> ScenarioSummary:
    return next(each for each in results.scenarios if each.predicate == predicate)


def _mean_of(results: Results, method: str, predicate: str) -> float | None:
    values = [cell.auroc for cell in results.of_method(method) if cell.predicate == predicate]
    return mean(values) if values else None


def _marked(value: float, is_best: bool) -> str:  # noqa: FBT001
    return f"<b>{figure(value)}</b>" if is_best else figure(value)


def time_table(results: Results) -> str:
    """Table 6: the seconds a scenario takes, with the paper's beside."""
    rows = []
    for method in results.methods:
        cells = results.of_method(method)
        if cells:
            papers = PAPERS_SECONDS.get(method)
            rows.append(
                (
                    f"<b>{shown(method)}</b>",
                    f"{mean(cell.train_s for cell in cells):.2f}",
                    f"{mean(cell.check_s for cell in cells):.3f}",
                    f"{mean(cell.processor_s for cell in cells):.2f}",
                    f"{max(cell.train_s + cell.check_s for cell in cells):.2f}",
                    f"{papers:,}" if papers else "–",
                )
            )
    heads = ("method", "training, s", "checking, s", "processor, s", "slowest scenario, s", "the paper's checking, s")
    return table(heads, rows) + _preparations(results)


def _preparations(results: Results) -> str:
    if not results.preparation_s:
        return ""
    items = "".join(f"<li>{shown(what)}: {seconds:.1f} s</li>" for what, seconds in results.preparation_s.items())
    return f"<p>Trained once, before the scenarios that share it:</p><ul>{items}</ul>"


def failure_list(results: Results) -> str:
    """What could not be judged, and why."""
    items = "".join(f"<li>{shown(told)}</li>" for told in results.left_out)
    items += "".join(
        f"<li><b>{shown(cell.method)}</b> on {shown(cell.scenario)}: {shown(cell.error)}</li>"
        for cell in results.failed
    )
    return f"<ul>{items}</ul>"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A plain table; heads and cells are HTML."""
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table class="figures"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )
