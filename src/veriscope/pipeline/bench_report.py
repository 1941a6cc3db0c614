"""The report of a benchmark run as one self-contained HTML page."""

import datetime
from collections.abc import Iterable

from veriscope import __version__
from veriscope.pipeline.bench_charts import legend, matrices, roc_chart
from veriscope.pipeline.bench_effects import RANDOM
from veriscope.pipeline.bench_figures import short_name
from veriscope.pipeline.bench_findings import Finding, Outcome
from veriscope.pipeline.bench_reading import MethodReading, Reading, read_run
from veriscope.pipeline.bench_report_tables import (
    failure_list,
    has_popularity,
    method_table,
    popularity_tables,
    predicate_table,
    structure_table,
    time_table,
)
from veriscope.pipeline.bench_results import Results, ScenarioSummary
from veriscope.pipeline.html_parts import page, shown

_TONES = {Outcome.HOLDS: "supports", Outcome.IN_PART: "unknown", Outcome.FAILS: "refutes"}
# So many ROC charts of a predicate stand open; the rest are folded away.
_OPEN_CHARTS = 4


def report_html(results: Results, *, day: datetime.date | None = None) -> str:
    """The page: what drives each method first, then the paper's figures and tables, then how it was made."""
    day = day or datetime.datetime.now(tz=datetime.UTC).date()
    reading = read_run(results)
    parts = (
        _head(results, reading),
        _section("What drives each method", _drivers(reading), "drivers"),
        _section("The paper’s findings, here", _findings(reading.findings), "findings"),
        _section("Transparency and homogeneity", _all_matrices(results), "matrices"),
        _section("Popularity", _popularity(results), "popularity"),
        _section("Predicates and how functional they are", predicate_table(results), "predicates"),
        _section("The structure of the facts", structure_table(results), "structure"),
        _section("ROC curves", _curves(results), "curves"),
        _section("Times", _times(results), "times"),
        _section(
            "What could not be judged", failure_list(results) if results.failed or results.left_out else "", "failures"
        ),
    )
    return page(
        f"Benchmark: {results.kb}",
        "".join(parts),
        kind="bench",
        footer=_footer(results, day),
        styles=("report.css", "bench_report.css"),
    )


def _section(title: str, body: str, name: str) -> str:
    return f'<section id="{name}"><h2>{title}</h2>{body}</section>' if body else ""


def _head(results: Results, reading: Reading) -> str:
    told = "".join(f"<p>{shown(sentence)}</p>" for sentence in reading.summary)
    facts = max((cell.facts for cell in results.cells), default=0)
    counts = (
        f"{len(results.predicates)} predicates, {len(results.scenarios)} scenarios of up to {facts} facts, "
        f"{len(results.methods)} methods: {len(results.cells):,} measured, {len(results.failed):,} failed."
    )
    return (
        f'<section class="summary"><h1>Fact checkers on {shown(results.kb)}</h1><p>{counts}</p>'
        f'<div class="verdicts">{told}</div>{method_table(results, reading)}'
        "<p>AUROC: how likely a true fact scores higher than a false one; .50 is chance. Accuracy: at the threshold "
        "that is best for the training facts. Best in: scenarios in which no method has a higher AUROC.</p></section>"
    )


def _drivers(reading: Reading) -> str:
    return f'<div class="drivers">{"".join(_driver(method) for method in reading.methods)}</div>'


def _driver(method: MethodReading) -> str:
    items = "".join(f"<li>{shown(sentence)}</li>" for sentence in method.sentences)
    return f"<article><h3>{shown(method.method)}</h3><ul>{items}</ul></article>"


def _findings(found: Iterable[Finding]) -> str:
    items = "".join(
        f'<li><span class="badge {_TONES[finding.outcome]}">{finding.outcome}</span>'
        f"<p><b>{shown(finding.claim)}</b> {shown(finding.figures)}.{_why(finding)}</p></li>"
        for finding in found
    )
    return f'<ul class="findings">{items}</ul>' if items else ""


def _why(finding: Finding) -> str:
    return f" <i>Why:</i> {shown(finding.why)}." if finding.why else ""


def _all_matrices(results: Results) -> str:
    told = (
        "<p>AUROC by the transparency (rows: share of false facts matched at random, the rest are hard) and the "
        "homogeneity (columns: share of true facts from the largest cluster) of the test facts; easy at the top "
        "right. Blue is above chance, orange below. Hover over a cell for its 95 % interval.</p>"
    )
    drawn = "".join(
        f"<h3>{shown(short_name(predicate))} <small>{_kind(results, predicate)}</small></h3>"
        f"{matrices(results, predicate)}"
        for predicate in results.predicates
    )
    return told + drawn


def _kind(results: Results, predicate: str) -> str:
    return shown(next(scenario.kind for scenario in results.scenarios if scenario.predicate == predicate))


def _popularity(results: Results) -> str:
    if not has_popularity(results):
        return ""
    told = "<p>AUROC on the most popular pairs, the least popular, and random ones; other properties are equal.</p>"
    return told + popularity_tables(results)


def _curves(results: Results) -> str:
    parts = [legend(results.methods)]
    for predicate in results.predicates:
        charts = [
            roc_chart(_title(scenario), cells, results.methods)
            for scenario in sorted(
                (each for each in results.scenarios if each.predicate == predicate), key=_telling_first
            )
            if (cells := [cell for cell in results.cells if cell.scenario == scenario.name])
        ]
        folded = "".join(charts[_OPEN_CHARTS:])
        more = (
            f'<details><summary>{len(charts) - _OPEN_CHARTS} more</summary><div class="rocs">{folded}</div></details>'
            if folded
            else ""
        )
        opened = "".join(charts[:_OPEN_CHARTS])
        parts.append(f'<h3>{shown(short_name(predicate))}</h3><div class="rocs">{opened}</div>{more}')
    return "".join(parts)


def _telling_first(scenario: ScenarioSummary) -> tuple[bool, bool, float, str]:
    """The easiest and the hardest corner of the matrix, then popular and unpopular pairs, then the rest."""
    is_corner = scenario.transparency == scenario.homogeneity and scenario.transparency in {0, 1}
    is_aside = scenario.popularity != RANDOM
    return not (is_corner and not is_aside), not is_aside, -scenario.transparency, scenario.name


def _title(scenario: ScenarioSummary) -> str:
    aside = "" if scenario.popularity == RANDOM else f", {scenario.popularity}"
    ratio = "" if scenario.ratio == 1 else f", ratio {scenario.ratio:g}"
    return f"transparency {scenario.transparency:g}, homogeneity {scenario.homogeneity:g}{aside}{ratio}"


def _times(results: Results) -> str:
    told = (
        "<p>Mean seconds a scenario. Training is what a method does before it can judge the scenario: learning from "
        "its training facts, and laying out the graph with the test facts hidden. The paper’s times are of its own "
        "graph of 27 million edges, and stand here for their order only.</p>"
    )
    return told + time_table(results)


def _footer(results: Results, day: datetime.date) -> str:
    return (
        f"<p>Test facts were hidden from the graph, in both directions, for every method. Intervals are 95 % score "
        f"intervals. Seed {results.seed}. {day.day} {day:%B %Y}, Veriscope {shown(results.version)}"
        f"{'' if results.version == __version__ else f' (report: {__version__})'}.</p>"
    )
