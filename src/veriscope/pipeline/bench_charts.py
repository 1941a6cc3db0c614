"""The pictures of a benchmark report: heat maps as tables, ROC curves as drawings; numbers stand in every cell."""

from collections.abc import Mapping, Sequence

from veriscope.pipeline.bench_effects import matrix_scenarios
from veriscope.pipeline.bench_figures import figure
from veriscope.pipeline.bench_results import Cell, Results
from veriscope.pipeline.html_parts import shown

STYLES = 12  # of the curves, in the style sheet
_SIDE = 200
_MARGIN = 26


def heat(value: float) -> str:
    """The background of an AUROC: blue above chance, orange below; it lies over the page's own colour."""
    distance = min(abs(value - 0.5) * 2, 1.0)
    colour = "33,102,196" if value >= 0.5 else "214,110,10"
    return f"background:rgba({colour},{0.06 + 0.62 * distance**1.4:.2f})"


def matrices(results: Results, predicate: str) -> str:
    """One matrix of transparency by homogeneity for each method."""
    scenarios = {
        (scenario.transparency, scenario.homogeneity): scenario.name
        for scenario in matrix_scenarios(results)
        if scenario.predicate == predicate
    }
    drawn = [
        _matrix(method, {at: cells[name] for at, name in scenarios.items() if name in cells})
        for method in results.methods
        if (cells := {cell.scenario: cell for cell in results.of_method(method)})
    ]
    return f'<div class="matrices">{"".join(drawn)}</div>'


def _matrix(method: str, cells: Mapping[tuple[float, float], Cell]) -> str:
    if not cells:
        return ""
    rows = sorted({transparency for transparency, _ in cells}, reverse=True)
    columns = sorted({homogeneity for _, homogeneity in cells})
    head = "".join(f'<th scope="col">{column:g}</th>' for column in columns)
    body = "".join(
        f'<tr><th scope="row">{row:g}</th>{"".join(_cell(cells.get((row, column))) for column in columns)}</tr>'
        for row in rows
    )
    return (
        f'<table class="matrix"><caption>{shown(method)}</caption><thead><tr><td></td>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _cell(cell: Cell | None) -> str:
    return "<td>–</td>" if cell is None else heat_cell(cell)


def heat_cell(cell: Cell, *, is_best: bool = False) -> str:
    """An AUROC in its colour, with its interval on hovering."""
    told = f"{cell.scenario}, {cell.method}: {cell.auroc:.3f}, 95 % from {cell.ci_low:.3f} to {cell.ci_high:.3f}"
    value = f"<b>{figure(cell.auroc)}</b>" if is_best else figure(cell.auroc)
    return f'<td style="{heat(cell.auroc)}" title="{shown(told)}">{value}</td>'


def roc_chart(title: str, cells: Sequence[Cell], methods: Sequence[str]) -> str:
    """The ROC curves of the methods on one scenario."""
    curves = "".join(
        f'<path class="curve m{methods.index(cell.method) % STYLES}" d="{_path(cell)}">'
        f"<title>{shown(cell.method)}: AUROC {cell.auroc:.3f}</title></path>"
        for cell in cells
    )
    told = ", ".join(f"{cell.method} {figure(cell.auroc)}" for cell in cells)
    size = _SIDE + 2 * _MARGIN
    return (
        f'<figure class="roc"><figcaption>{shown(title)}</figcaption>'
        f'<svg viewBox="0 0 {size} {size}" role="img" aria-label="{shown(f"ROC curves, {title}: {told}")}">'
        f"{_frame()}{curves}</svg></figure>"
    )


def legend(methods: Sequence[str]) -> str:
    """Which line is which method's."""
    items = "".join(
        f'<li><svg viewBox="0 0 34 8" aria-hidden="true"><path class="curve m{place % STYLES}" d="M1 4H33"/></svg>'
        f"{shown(method)}</li>"
        for place, method in enumerate(methods)
    )
    return f'<ul class="curves-legend">{items}</ul>'


def _frame() -> str:
    low, high = _MARGIN, _MARGIN + _SIDE
    ticks = "".join(
        f'<path class="grid" d="M{low + share * _SIDE:g} {low}V{high}M{low} {low + share * _SIDE:g}H{high}"/>'
        for share in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'{ticks}<path class="chance" d="M{low} {high}L{high} {low}"/>'
        f'<text x="{low}" y="{high + 16}">0</text><text x="{high}" y="{high + 16}" text-anchor="end">1</text>'
        f'<text x="{(low + high) / 2:g}" y="{high + 16}" text-anchor="middle">false facts let through</text>'
        f'<text x="{low - 8}" y="{high}" text-anchor="end">0</text><text x="{low - 8}" y="{low + 9}" '
        f'text-anchor="end">1</text><text transform="translate({low - 9} {(low + high) / 2:g}) rotate(-90)" '
        f'text-anchor="middle">true facts found</text>'
    )


def _path(cell: Cell) -> str:
    false, true = cell.roc[-1]
    points = (
        f"{_MARGIN + _SIDE * at_false / max(false, 1):.1f} {_MARGIN + _SIDE * (1 - at_true / max(true, 1)):.1f}"
        for at_false, at_true in cell.roc
    )
    return "M" + "L".join(points)
