"""Documents with known content: headings, paragraphs of distinct sentences, lists and tables, by a fixed seed."""

import random
from dataclasses import dataclass, field

_PLACES = [
    "Vellmar",
    "Ostrava",
    "Carrick",
    "Lindau",
    "Tornio",
    "Brevik",
    "Sopron",
    "Arles",
    "Cadiz",
    "Nyborg",
    "Ystad",
    "Trogir",
    "Bergamo",
    "Leiden",
    "Tartu",
]
_THINGS = [
    "harbour",
    "bridge",
    "mill",
    "archive",
    "lighthouse",
    "tannery",
    "orchard",
    "quarry",
    "ferry",
    "observatory",
    "granary",
    "aqueduct",
]
_DEEDS = (
    "was rebuilt in {year} after a fire that lasted {n} days",
    "opened in {year} and employed {n} people before the railway arrived",
    "cost {n},500 crowns, which the council paid back until {year}",
    "closed in {year} because well-known merchants preferred the road",
    "received {n} visitors in {year}, more than any other building of the region",
    "lost its roof in the storm of {year}, but {n} volunteers restored it within weeks",
    "measured {n}.4 metres when the international commission surveyed it in {year}",
)
_HEADINGS = [
    "Origins",
    "Growth",
    "Decline",
    "Revival",
    "Administration",
    "Trade",
    "Buildings",
    "Population",
    "Transport",
    "Culture",
]


@dataclass(frozen=True)
class Heading:
    level: int
    text: str


@dataclass(frozen=True)
class Prose:
    sentences: list[str]


@dataclass(frozen=True)
class Bullets:
    items: list[str]


@dataclass(frozen=True)
class Grid:
    rows: list[list[str]]


@dataclass
class Document:
    title: str
    blocks: list[object] = field(default_factory=list)

    def sentences(self) -> list[str]:
        """All sentences and list items, in order."""
        texts: list[str] = []
        for block in self.blocks:
            texts += block.sentences if isinstance(block, Prose) else block.items if isinstance(block, Bullets) else []
        return texts

    def headings(self) -> list[str]:
        return [block.text for block in self.blocks if isinstance(block, Heading)]

    def grids(self) -> list[list[list[str]]]:
        return [block.rows for block in self.blocks if isinstance(block, Grid)]


def document(seed: int, *, sections: int = 6, has_tables: bool = True) -> Document:
    """One document; every seed gives another."""
    draw = random.Random(seed)
    made = Document(f"The annals of {draw.choice(_PLACES)}, volume {seed}")
    for heading in draw.sample(_HEADINGS, sections):
        made.blocks.append(Heading(2, heading))
        made.blocks += [Prose(_sentences(draw)) for _ in range(draw.randint(2, 4))]
        if draw.random() < 0.5:
            made.blocks.append(Heading(3, f"{heading} after {draw.randint(1700, 1990)}"))
            made.blocks.append(Prose(_sentences(draw)))
        if draw.random() < 0.5:
            made.blocks.append(Bullets([_sentence(draw) for _ in range(draw.randint(3, 5))]))
            made.blocks.append(Prose(_sentences(draw)))
        if has_tables and draw.random() < 0.6:
            made.blocks.append(Grid(_rows(draw)))
            made.blocks.append(Prose(_sentences(draw)))
    return made


def _sentences(draw: random.Random) -> list[str]:
    return [_sentence(draw) for _ in range(draw.randint(2, 6))]


def _sentence(draw: random.Random) -> str:
    deed = draw.choice(_DEEDS).format(year=draw.randint(1700, 1990), n=draw.randint(11, 980))
    return f"The {draw.choice(_THINGS)} of {draw.choice(_PLACES)} {deed}."


def _rows(draw: random.Random) -> list[list[str]]:
    header = ["Town", "Building", "Year", "Visitors"][: draw.randint(3, 4)]
    values = [
        [
            draw.choice(_PLACES),
            draw.choice(_THINGS).title(),
            str(draw.randint(1700, 1990)),
            f"{draw.randint(10, 99)},000",
        ]
        for _ in range(draw.randint(3, 7))
    ]
    return [header, *(row[: len(header)] for row in values)]
