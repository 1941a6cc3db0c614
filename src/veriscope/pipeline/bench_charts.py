"""The pictures of a benchmark report: heat maps as tables, ROC curves as drawings; numbers stand in every cell."""

from collections.abc import Mapping, Sequence

from veriscope.pipeline.bench_effects import matrix_scenarios
from veriscope.pipeline.bench_figures import figure
from veriscope.pipeline.bench_results import Cell, Results
from veriscope.pipeline.html_parts import shown

_STYLES = 7  # of the curves, in the style sheet
_TOLD = ("auto", "kg-miner", "kl", "pra", "sfe", "transe")  # with colours of their own where there are more methods
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
    drawn = ""
    for method in results.methods:
        cells = {cell.scenario: cell for cell in results.of_method(method)}
        if any(name in cells for name in scenarios.values()):
            drawn += _matrix(method, {at: cells.get(name) for at, name in scenarios.items()})
    return f'<div class="matrices">{drawn}</div>'


def _matrix(method: str, cells: Mapping[tuple[float, float], Cell | None]) -> str:
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


def heat_cell(cell: Cell) -> str:
    """An AUROC in its colour, with its interval on hovering."""
    told = f"{cell.scenario}, {cell.method}: {cell.auroc:.3f}, 95 % from {cell.ci_low:.3f} to {cell.ci_high:.3f}"
    return f'<td style="{heat(cell.auroc)}" title="{shown(told)}">{figure(cell.auroc)}</td>'


def roc_chart(title: str, cells: Sequence[Cell], methods: Sequence[str]) -> str:
    """The ROC curves of the methods on one scenario, those with colours of their own on top."""
    styles = _styles(methods)
    curves = "".join(
        f'<path class="curve {styles.get(cell.method, "other")}" d="{_path(cell)}">'
        f"<title>{shown(cell.method)}: AUROC {cell.auroc:.3f}</title></path>"
        for cell in sorted(cells, key=lambda cell: cell.method in styles)
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
    styles = _styles(methods)
    named = [(style, method) for method, style in styles.items()]
    others = ", ".join(method for method in methods if method not in styles)
    items = "".join(
        f'<li><svg viewBox="0 0 34 8" aria-hidden="true"><path class="curve {style}" d="M1 4H33"/></svg>'
        f"{shown(name)}</li>"
        for style, name in [*named, *([("other", others)] if others else [])]
    )
    return f'<ul class="curves-legend">{items}</ul>'


def _styles(methods: Sequence[str]) -> dict[str, str]:
    """The style of each method's curve; of very many, some have none and are drawn alike."""
    told = methods if len(methods) <= _STYLES else [method for method in methods if method in _TOLD]
    return {method: f"m{place}" for place, method in enumerate(told)}


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
