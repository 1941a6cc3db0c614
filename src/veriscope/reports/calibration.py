"""Draws the reliability diagram and the risk–coverage curve as one SVG picture."""

from collections.abc import Iterable

from markupsafe import Markup, escape

from veriscope.reports.svg import UnitChart, element
from veriscope.scoring import Bin, Calibration, SelectiveAccuracy

_SIDE = 300
_LEFT, _TOP, _GAP = 60, 50, 90
_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.title{font-size:14px;font-weight:bold}"
    ".grid{stroke:#ddd}.ideal{stroke:#888;stroke-dasharray:4 4}.right{fill:#3b74b8}.gap{fill:#d9694a;fill-opacity:.45}"
    ".curve{stroke:#3b74b8;stroke-width:2;fill:none}.mark{stroke:#d9694a}"
)


def calibration_svg(calibration: Calibration, selective: SelectiveAccuracy, *, title: str) -> str:
    """The picture as self-contained SVG."""
    reliability = UnitChart(_LEFT, _TOP, _SIDE)
    coverage = UnitChart(_LEFT + _SIDE + _GAP, _TOP, _SIDE)
    width, height = 2 * _SIDE + _LEFT + _GAP + 30, _SIDE + _TOP + 60
    parts = [
        element("title", escape(title)),
        element("style", _STYLE),
        element("rect", width=width, height=height, fill="#fff"),
        element("text", escape(title), class_="title", x=_LEFT, y=22),
        reliability.frame(_TICKS, across="confidence", up="accuracy"),
        *_bars(reliability, calibration.bins),
        reliability.line((0, 0), (1, 1), "ideal"),
        reliability.text((0, 1), f"calibration error {calibration.ece:.3f}", moved=(8, 16)),
        reliability.text((0, 1), "red: gap to the confidence", moved=(8, 32)),
        coverage.frame(_TICKS, across="claims answered", up="accuracy among them"),
        coverage.curve(((point.coverage, point.accuracy) for point in selective.curve), "curve"),
        coverage.line((0.8, 0), (0.8, 1), "mark"),
        coverage.text((0, 0.1), f"at 80 %: {selective.at_80.accuracy:.3f}", moved=(8, 0)),
    ]
    size = {"viewBox": f"0 0 {width} {height}", "width": width, "height": height}
    return element("svg", *parts, xmlns="http://www.w3.org/2000/svg", role="img", **size) + "\n"


def _bars(chart: UnitChart, bins: Iterable[Bin]) -> Iterable[Markup]:
    """A bar for each bin's accuracy, and one for the gap to its confidence."""
    for each in bins:
        across = each.low, each.high
        yield chart.bar(across, (0.0, each.accuracy), "right", title=f"{each.claims} claims")
        yield chart.bar(across, (each.accuracy, each.confidence), "gap", title="between accuracy and confidence")
