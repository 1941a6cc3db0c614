"""The charts of a benchmark report: heat maps as tables with a number in each cell, ROC curves as drawings."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from veriscope.lab.bench.effects import matrix_scenarios
from veriscope.lab.bench.figures import figure
from veriscope.lab.bench.results import BenchResults, Cell
from veriscope.reports import UnitChart, element

# How many curve styles and heat levels the style sheet has.
_STYLES, _HEATS = 7, 20
# The methods that keep a colour of their own when there are more methods than styles.
_MAIN_METHODS = ("auto", "kg-miner", "kl", "pra", "sfe", "transe")
_SIDE = 200
_MARGIN = 26
_TICKS = (0, 0.25, 0.5, 0.75, 1)


class HeatCell(NamedTuple):
    """An AUROC with the CSS classes of its colour; hovering shows its interval."""

    text: str
    heat: str
    title: str


class HeatMap(NamedTuple):
    """A table of coloured cells; a cell that was not measured is None."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[HeatCell | None, ...]], ...]


class RocChart(NamedTuple):
    """The ROC curves of one scenario."""

    title: str
    picture: Markup


def heat_of(value: float) -> str:
    """The CSS classes of an AUROC's background: blue above chance, orange below, stronger the further away."""
    distance = min(abs(value - 0.5) * 2, 1.0)
    return f"{'above' if value >= 0.5 else 'below'} h{round(distance * _HEATS)}"


def heat_cell(cell: Cell | None) -> HeatCell | None:
    """The heat-map cell of a measured cell; None where nothing was measured."""
    if cell is None:
        return None
    interval = f"95 % from {cell.ci_low:.3f} to {cell.ci_high:.3f}"
    title = f"{cell.scenario}, {cell.method}: {cell.auroc:.3f}, {interval}"
    return HeatCell(figure(cell.auroc), heat_of(cell.auroc), title)


def matrices(results: BenchResults, predicate: str) -> list[HeatMap]:
    """One matrix of transparency by homogeneity for each method that was measured there."""
    scenarios = {
        (scenario.transparency, scenario.homogeneity): scenario.name
        for scenario in matrix_scenarios(results)
        if scenario.predicate == predicate
    }
    maps = []
    for method in results.methods:
        cells = {cell.scenario: cell for cell in results.of_method(method)}
        if any(name in cells for name in scenarios.values()):
            maps.append(_matrix(method, {at: cells.get(name) for at, name in scenarios.items()}))
    return maps


def _matrix(method: str, cells: Mapping[tuple[float, float], Cell | None]) -> HeatMap:
    transparencies = sorted({transparency for transparency, _ in cells}, reverse=True)
    homogeneities = sorted({homogeneity for _, homogeneity in cells})
    rows = (
        (f"{row:g}", tuple(heat_cell(cells.get((row, column))) for column in homogeneities)) for row in transparencies
    )
    return HeatMap(method, tuple(f"{column:g}" for column in homogeneities), tuple(rows))


def roc_chart(title: str, cells: Sequence[Cell], methods: Sequence[str]) -> RocChart:
    """The ROC curves of the methods on one scenario; curves with their own colour are drawn on top."""
    styles = curve_styles(methods)
    chart, size = UnitChart(_MARGIN, _MARGIN, _SIDE), _SIDE + 2 * _MARGIN
    curves = [
        chart.curve(
            _shares(cell), f"curve {styles.get(cell.method, 'other')}", title=f"{cell.method}: AUROC {cell.auroc:.3f}"
        )
        for cell in sorted(cells, key=lambda cell: cell.method in styles)
    ]
    figures = ", ".join(f"{cell.method} {figure(cell.auroc)}" for cell in cells)
    parts = (
        chart.frame(_TICKS, across="false facts let through", up="true facts found", is_small=True),
        chart.line((0, 0), (1, 1), "chance"),
        *curves,
    )
    label = escape(f"ROC curves, {title}: {figures}")
    return RocChart(title, element("svg", *parts, viewBox=f"0 0 {size} {size}", role="img", aria_label=label))


def legend(methods: Sequence[str]) -> list[tuple[str, str]]:
    """The style of each curve and the names of its methods."""
    styles = curve_styles(methods)
    others = ", ".join(method for method in methods if method not in styles)
    return [(style, method) for method, style in styles.items()] + ([("other", others)] if others else [])


def curve_styles(methods: Sequence[str]) -> dict[str, str]:
    """The style of each method's curve; with many methods, the minor ones have none and look alike."""
    chosen = methods if len(methods) <= _STYLES else [method for method in methods if method in _MAIN_METHODS]
    return {method: f"m{place}" for place, method in enumerate(chosen)}


def _shares(cell: Cell) -> list[tuple[float, float]]:
    """The points of a curve, as shares of the false facts and of the true ones."""
    false, true = cell.roc[-1]
    return [(at_false / max(false, 1), at_true / max(true, 1)) for at_false, at_true in cell.roc]
