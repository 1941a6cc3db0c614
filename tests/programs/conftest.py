from collections.abc import Callable, Sequence

import pytest

from veriscope.domain import Cell, Table
from veriscope.programs import Frame

TEAMS = (
    ("Team", "Country", "Points", "Founded"),
    ("Alpha", "Norway", "10", "3 May 1901"),
    ("Bravo", "Sweden", "41", "12 June 1920"),
    ("Charlie", "Norway", "7", "1950"),
    ("Delta", "Oslo, Norway", "12[a]", "1 May 1901"),
    ("Echo", "Denmark", "-", "1999"),
    ("Total", "", "70", ""),
)


@pytest.fixture(scope="session")
def table_of() -> Callable[[Sequence[Sequence[str]]], Table]:
    """Makes a table of rows of texts, the first of which is its header."""

    def make(rows: Sequence[Sequence[str]]) -> Table:
        cells = tuple(Cell(y, x, text, is_header=y == 0) for y, row in enumerate(rows) for x, text in enumerate(row))
        return Table(0, cells)

    return make


@pytest.fixture(scope="session")
def frame_of(table_of) -> Callable[[Sequence[Sequence[str]]], Frame]:
    """Makes the frame of a table of the page `Page`, from rows of texts, the first of which is its header."""
    return lambda rows: Frame.of("Page", table_of(rows))


@pytest.fixture(scope="session")
def teams(frame_of) -> Frame:
    """Five teams with points, one of which has none, and their total."""
    return frame_of(TEAMS)
