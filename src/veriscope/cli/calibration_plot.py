"""Draws the reliability diagram and the risk–coverage curve as one SVG picture."""

from collections.abc import Iterable, Sequence
from html import escape

from veriscope.scoring.calibration import Bin, Calibration
from veriscope.scoring.selective import CoveragePoint, Selective

_SIDE = 300
_LEFT, _TOP, _GAP = 60, 50, 90
_TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
_STYLE = (
    "text{font:12px sans-serif;fill:#222}.title{font-size:14px;font-weight:bold}.axis{stroke:#222;fill:none}"
    ".grid{stroke:#ddd}.ideal{stroke:#888;stroke-dasharray:4 4}.right{fill:#3b74b8}.gap{fill:#d9694a;fill-opacity:.45}"
    ".curve{stroke:#3b74b8;stroke-width:2;fill:none}.mark{stroke:#d9694a}"
)


def calibration_svg(calibration: Calibration, selective: Selective, *, title: str) -> str:
    """The picture; it needs no other file."""
    width, height = 2 * _SIDE + _LEFT + _GAP + 30, _SIDE + _TOP + 60
    right = _LEFT + _SIDE + _GAP
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>',
        f"<title>{escape(title)}</title><style>{_STYLE}</style>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text class="title" x="{_LEFT}" y="22">{escape(title)}</text>',
        *_frame(_LEFT, across="confidence", up="accuracy"),
        *_reliability(calibration.bins),
        _line(_LEFT, 0, 0, 1, 1, "ideal"),
        _label(_LEFT + 8, _TOP + 16, f"calibration error {calibration.ece:.3f}"),
        _label(_LEFT + 8, _TOP + 32, "red: gap to the confidence"),
        *_frame(right, across="claims answered", up="accuracy among them"),
        *_curve(right, selective.curve),
        _label(right + 8, _at(0, 0.1)[1], f"at 80 %: {selective.at_80.accuracy:.3f}"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _at(x: float, y: float, *, left: int = 0) -> tuple[float, float]:
    """The place in the picture of a point of a diagram whose axes go from 0 to 1."""
    return left + x * _SIDE, _TOP + (1 - y) * _SIDE


def _frame(left: int, *, across: str, up: str) -> Iterable[str]:
    for tick in _TICKS:
        yield _line(left, tick, 0, tick, 1, "grid")
        yield _line(left, 0, tick, 1, tick, "grid")
        x, y = _at(tick, 0, left=left)
        yield f'<text x="{x:.1f}" y="{y + 16:.1f}" text-anchor="middle">{tick:.1f}</text>'
        x, y = _at(0, tick, left=left)
        yield f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{tick:.1f}</text>'
    yield f'<rect class="axis" x="{left}" y="{_TOP}" width="{_SIDE}" height="{_SIDE}"/>'
    x, y = _at(0.5, 0, left=left)
    yield f'<text x="{x:.1f}" y="{y + 36:.1f}" text-anchor="middle">{across}</text>'
    x, y = left - 40, _at(0, 0.5)[1]
    yield f'<text x="{x}" y="{y:.1f}" text-anchor="middle" transform="rotate(-90 {x} {y:.1f})">{up}</text>'


def _reliability(bins: Sequence[Bin]) -> Iterable[str]:
    """A bar a bin as high as it is right, and what lies between that and its confidence."""
    for found in bins:
        yield _bar(found, (0.0, found.accuracy), "right", f"{found.claims} claims")
        yield _bar(found, (found.accuracy, found.confidence), "gap", "between accuracy and confidence")


def _bar(found: Bin, ends: tuple[float, float], kind: str, told: str) -> str:
    x, y = _at(found.low, max(ends), left=_LEFT)
    width, height = (found.high - found.low) * _SIDE - 1, (max(ends) - min(ends)) * _SIDE
    shape = f'x="{x + 0.5:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="{kind}" {shape}><title>{told}</title></rect>'


def _curve(left: int, curve: Sequence[CoveragePoint]) -> Iterable[str]:
    places = [_at(point.coverage, point.accuracy, left=left) for point in curve]
    yield f'<polyline class="curve" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>'
    yield _line(left, 0.8, 0, 0.8, 1, "mark")


def _line(left: int, x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    start, end = _at(x1, y1, left=left), _at(x2, y2, left=left)
    return f'<line class="{kind}" x1="{start[0]:.1f}" y1="{start[1]:.1f}" x2="{end[0]:.1f}" y2="{end[1]:.1f}"/>'


def _label(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
