"""Writes the report of a benchmark run as one self-contained HTML page."""

import datetime
from collections.abc import Iterator

from veriscope.lab.bench.charts import RocChart, legend, matrices, roc_chart
from veriscope.lab.bench.effects import RANDOM
from veriscope.lab.bench.effects_in_words import describe_run
from veriscope.lab.bench.figures import short_name
from veriscope.lab.bench.findings import FindingOutcome
from veriscope.lab.bench.report_tables import (
    method_table,
    popularity_maps,
    predicate_table,
    structure_table,
    time_table,
)
from veriscope.lab.bench.results import BenchResults, ScenarioSummary
from veriscope.reports import format_day, render

_TONES = {FindingOutcome.HOLDS: "supports", FindingOutcome.IN_PART: "unknown", FindingOutcome.FAILS: "refutes"}
# How many ROC charts of a predicate are shown; the rest are folded away.
_OPEN_CHARTS = 4


def report_html(results: BenchResults, *, day: datetime.date | None = None) -> str:
    """The page: what drives each method first, then the paper's figures and tables, then how it was made."""
    reading = describe_run(results)
    return render(
        "bench.html",
        results=results,
        counts=_counts(results),
        summary=reading.summary,
        methods=method_table(results, reading),
        drivers=reading.methods,
        findings=[(finding, _TONES[finding.outcome]) for finding in reading.findings],
        matrices=[
            (short_name(predicate), _kind(results, predicate), matrices(results, predicate))
            for predicate in results.predicates
        ],
        popularity=popularity_maps(results),
        predicates=predicate_table(results),
        structure=structure_table(results),
        legend=legend(results.methods),
        curves=[_curves(results, predicate) for predicate in results.predicates],
        times=time_table(results),
        day=format_day(day),
    )


def _counts(results: BenchResults) -> str:
    facts = max((cell.facts for cell in results.cells), default=0)
    return (
        f"{len(results.predicates)} predicates, {len(results.scenarios)} scenarios of up to {facts} facts, "
        f"{len(results.methods)} methods: {len(results.cells):,} measured, {len(results.failed):,} failed."
    )


def _kind(results: BenchResults, predicate: str) -> str:
    return next(scenario.kind for scenario in results.scenarios if scenario.predicate == predicate)


def _curves(results: BenchResults, predicate: str) -> tuple[str, list[RocChart], list[RocChart]]:
    """The name of a predicate, the charts that are shown, and those that are folded away."""
    charts = list(_charts(results, predicate))
    return short_name(predicate), charts[:_OPEN_CHARTS], charts[_OPEN_CHARTS:]


def _charts(results: BenchResults, predicate: str) -> Iterator[RocChart]:
    of_predicate = (scenario for scenario in results.scenarios if scenario.predicate == predicate)
    for scenario in sorted(of_predicate, key=_corners_first):
        cells = [cell for cell in results.cells if cell.scenario == scenario.name]
        if cells:
            yield roc_chart(_title(scenario), cells, results.methods)


def _corners_first(scenario: ScenarioSummary) -> tuple[bool, bool, float, str]:
    """The easiest and the hardest corner of the matrix, then popular and unpopular pairs, then the rest."""
    is_corner = scenario.transparency == scenario.homogeneity and scenario.transparency in {0, 1}
    is_aside = scenario.popularity != RANDOM
    return not (is_corner and not is_aside), not is_aside, -scenario.transparency, scenario.name


def _title(scenario: ScenarioSummary) -> str:
    aside = "" if scenario.popularity == RANDOM else f", {scenario.popularity}"
    ratio = "" if scenario.ratio == 1 else f", ratio {scenario.ratio:g}"
    return f"transparency {scenario.transparency:g}, homogeneity {scenario.homogeneity:g}{aside}{ratio}"
