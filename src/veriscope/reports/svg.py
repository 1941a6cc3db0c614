"""Draws charts as SVG with attributes and classes only, so that a strict content security policy allows them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape


def element(tag: str, *children: str, **attributes: object) -> Markup:
    """An SVG element; attribute values are escaped, `class_` is written as `class`, and `_` in names as `-`."""
    written = Markup("").join(
        Markup(' {}="{}"').format(name.rstrip("_").replace("_", "-"), _number(value))
        for name, value in attributes.items()
    )
    inner = Markup("").join(children)
    return Markup(f"<{tag}{written}>{inner}</{tag}>" if inner else f"<{tag}{written}/>")  # noqa: S704 - made of escaped parts


def _number(value: object) -> object:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else value


@dataclass(frozen=True, slots=True)
class UnitChart:
    """A square diagram whose axes go from 0 to 1; `left`, `top` and `side` are in units of the picture."""

    left: int
    top: int
    side: int

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the diagram is in the picture."""
        return self.left + x * self.side, self.top + (1 - y) * self.side

    def line(self, start: tuple[float, float], end: tuple[float, float], kind: str) -> Markup:
        """A straight line between two points of the diagram."""
        (x1, y1), (x2, y2) = self.at(*start), self.at(*end)
        return element("line", class_=kind, x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2))

    def curve(self, points: Iterable[tuple[float, float]], kind: str, *, title: str = "") -> Markup:
        """A line through points of the diagram; hovering shows its title."""
        path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in (self.at(*point) for point in points))
        return element("path", *title_elements(title), class_=kind, d=path)

    def bar(self, across: tuple[float, float], up: tuple[float, float], kind: str, *, title: str) -> Markup:
        """A bar between two x values and two heights."""
        (x1, y1), (x2, y2) = self.at(across[0], min(up)), self.at(across[1], max(up))
        return element("rect", *title_elements(title), class_=kind, x=x1 + 0.5, y=y2, width=x2 - x1 - 1, height=y1 - y2)

    def text(self, point: tuple[float, float], words: str, *, moved: tuple[float, float] = (0, 0)) -> Markup:
        """Text that starts at a point of the diagram, moved by some units of the picture."""
        x, y = self.at(*point)
        return element("text", escape(words), x=float(x + moved[0]), y=float(y + moved[1]))

    def frame(self, ticks: Sequence[float], *, across: str, up: str, is_small: bool = False) -> Markup:
        """The grid with its numbers and the names of both axes; a small chart has numbers only at the ends."""
        grid = [
            self.line(start, end, "grid")
            for tick in ticks
            for start, end in (((tick, 0), (tick, 1)), ((0, tick), (1, tick)))
        ]
        (low_x, low_y), (high_x, high_y) = self.at(0, 0), self.at(1, 1)
        middle_x, middle_y = (low_x + high_x) / 2, (low_y + high_y) / 2
        below, beside = (16.0, 9.0) if is_small else (36.0, 40.0)
        turned = f"rotate(-90 {low_x - beside:.1f} {middle_y:.1f})"
        numbers = [each for tick in ((0, 1) if is_small else ticks) for each in self._numbers(tick)]
        names = [
            element("text", escape(across), x=middle_x, y=low_y + below, text_anchor="middle"),
            element("text", escape(up), x=low_x - beside, y=middle_y, text_anchor="middle", transform=turned),
        ]
        return Markup("").join([*grid, *numbers, *names])

    def _numbers(self, tick: float) -> list[Markup]:
        """The number of a tick, below one axis and beside the other."""
        (x, low_y), (low_x, y) = self.at(tick, 0), self.at(0, tick)
        return [
            element("text", f"{tick:g}", x=float(x), y=low_y + 16.0, text_anchor="middle"),
            element("text", f"{tick:g}", x=low_x - 6.0, y=y + 4.0, text_anchor="end"),
        ]


def title_elements(title: str) -> list[Markup]:
    """The title element of a shape, which hovering shows; none for an empty title."""
    return [element("title", escape(title))] if title else []
