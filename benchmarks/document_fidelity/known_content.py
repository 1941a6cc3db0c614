"""Documents of our own whose content is known: drawn by seed, and what a reader should give back of them."""

import datetime as dates
import random
from dataclasses import dataclass, field

PLACES = ("Lemvik", "Hornsund", "Åsgård", "Dølvær", "Kvæfjord", "Saltum", "Brekke", "Ulsteinholm")
SHIPS = ("Alma", "Freya", "Nordlys", "Havørn", "Tordis", "Solveig")
GOODS = ("timber", "herring", "salt & spice", "coal", "“fine” glass", "wool")


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Prose:
    """A paragraph; `note` is a footnote at its end."""

    sentences: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class Listing:
    """A list: the level and the text of each item."""

    items: tuple[tuple[int, str], ...]
    is_ordered: bool = False


@dataclass(frozen=True)
class Grid:
    """A table of texts; each merged range has its first and its last place, and holds text in its first place only."""

    rows: tuple[tuple[str, ...], ...]
    merged: tuple[tuple[int, int, int, int], ...] = ()


@dataclass(frozen=True)
class Slide:
    title: str
    points: tuple[tuple[int, str], ...] = ()
    grid: Grid | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Sheet:
    """A sheet: numbers, texts, shares (shown as percentages), dates and truth values."""

    name: str
    rows: tuple[tuple[object, ...], ...]
    shares: frozenset[tuple[int, int]] = frozenset()
    merged: tuple[tuple[int, int, int, int], ...] = ()


@dataclass
class Content:
    """What a reader should give back, in order: lines (sentences and items), headings, and cells by their rows."""

    lines: list[str] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    cells: list[tuple[int, str]] = field(default_factory=list)


def sentence(draw):
    year, number, goods = draw.randint(1790, 2020), draw.randint(2, 99_999), draw.choice(GOODS)
    return draw.choice(
        [
            f"In {year} the {draw.choice(SHIPS)} carried {number:,} barrels of {goods} to {draw.choice(PLACES)}.",
            f"The quay of {draw.choice(PLACES)} is {number / 10} metres long and was built in {year}.",
            f"Was {draw.choice(PLACES)} ever larger than {draw.choice(PLACES)} (in {year})?",
            f"{number} people of {draw.choice(PLACES)} lived on {draw.choice(GOODS)} in {year}, says the register.",
        ]
    )


def prose(draw, *, with_note=False):
    sentences = tuple(sentence(draw) for _ in range(draw.randint(1, 4)))
    return Prose(sentences, sentence(draw) if with_note else "")


def listing(draw):
    items = [(0, f"Berth {draw.randint(1, 999)} for {draw.choice(GOODS)}")]
    for _ in range(draw.randint(2, 5)):
        level = draw.choice((0, 0, 1))
        items.append((level, f"{draw.choice(SHIPS)}, {draw.randint(10, 4000)} tonnes of {draw.choice(GOODS)}"))
    return Listing(tuple(items), draw.random() < 0.5)


def grid(draw, *, with_merged=True):
    width, height = draw.randint(2, 5), draw.randint(2, 7)
    rows = [[f"Column {draw.randint(1, 999)}{chr(97 + column)}" for column in range(width)]]
    rows += (
        [draw.choice(PLACES), *(f"{draw.randint(1, 99_999) / 10}" for _ in range(width - 1))] for _ in range(height)
    )
    merged = ()
    if with_merged and draw.random() < 0.6:
        merged = ((1, 0, 2, 0),) if draw.random() < 0.5 else ((1, 0, 1, 1),)
        (top, left, bottom, right) = merged[0]
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if (row, column) != (top, left):
                    rows[row][column] = ""
    return Grid(tuple(map(tuple, rows)), merged)


def text_document(seed, *, with_notes=True, with_merged=True):
    """The title and the blocks of a document."""
    draw = random.Random(seed)
    blocks = [prose(draw)]
    for chapter in range(1, draw.randint(3, 5)):
        blocks.append(Heading(1, f"{chapter} The trade of {draw.choice(PLACES)}"))
        blocks.append(prose(draw, with_note=with_notes and draw.random() < 0.5))
        for _ in range(draw.randint(2, 4)):
            kind = draw.choice(("prose", "list", "table", "section"))
            if kind == "list":
                blocks += [listing(draw), prose(draw)]
            elif kind == "table":
                blocks += [grid(draw, with_merged=with_merged), prose(draw)]
            elif kind == "section":
                blocks += [Heading(2, f"Goods of {draw.choice(PLACES)}"), prose(draw)]
            else:
                blocks.append(prose(draw, with_note=with_notes and draw.random() < 0.3))
    return f"The harbours of {draw.choice(PLACES)}", blocks


def slides(seed):
    """The title and the slides of a presentation."""
    draw = random.Random(seed)
    found = []
    for number in range(draw.randint(4, 7)):
        points = listing(draw).items if number % 3 != 2 else ()
        notes = tuple(sentence(draw) for _ in range(draw.randint(1, 3))) if draw.random() < 0.5 else ()
        found.append(Slide(f"Trade of {draw.choice(PLACES)}", points, None if points else grid(draw), notes))
    return f"The harbours of {draw.choice(PLACES)}", found


def sheets(seed):
    """The sheets of a workbook."""
    draw = random.Random(seed)
    found = []
    for name in ("Ships", "Tolls & duties"):
        rows = [("Harbour", "Ships", "Tonnes", "Share", "Opened", "Deep")]
        for _ in range(draw.randint(5, 30)):
            day = dates.date(draw.randint(1950, 2020), draw.randint(1, 12), draw.randint(1, 28))
            rows.append(
                (
                    draw.choice(PLACES),
                    draw.randint(1, 900),
                    draw.randint(1, 99_999) / 8,
                    draw.randint(1, 100) / 100,
                    day,
                    draw.random() < 0.5,
                )
            )
        rows.append(("Sum of all", "", "", "", "", ""))
        shares = frozenset((row, 3) for row in range(1, len(rows) - 1))
        found.append(Sheet(name, tuple(rows), shares, ((len(rows) - 1, 0, len(rows) - 1, 2),)))
    return found


def expected_text(title, blocks):
    """What a reader should give back of a text document."""
    content = Content(headings=[title])
    for block in blocks:
        match block:
            case Heading(_, text):
                content.headings.append(text)
            case Prose(sentences, note):
                content.lines += [*sentences, *filter(None, [note])]
            case Listing(items):
                content.lines += (text for _, text in items)
            case Grid(rows):
                content.cells += grid_cells(rows)
    return content


def expected_slides(title, found):
    content = Content(headings=[title])
    for slide in found:
        content.headings += [slide.title, *(["Notes"] if slide.notes else [])]
        content.lines += [*(text for _, text in slide.points), *slide.notes]
        content.cells += grid_cells(slide.grid.rows) if slide.grid else []
    return content


def expected_sheets(found):
    content = Content()
    for sheet in found:
        content.headings.append(sheet.name)
        content.cells += grid_cells([[shown(sheet, r, c) for c in range(len(row))] for r, row in enumerate(sheet.rows)])
    return content


def grid_cells(rows):
    return [(number, text) for number, row in enumerate(rows) for text in row if text]


def shown(sheet, row, column):
    value = sheet.rows[row][column]
    if (row, column) in sheet.shares:
        return f"{value * 100:.10g}%"
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
