"""Small tables for the tests of programs."""

from veriscope.domain import Cell, Table
from veriscope.tables import Frame


def table(header, *rows):
    """A table of that header and those rows."""
    cells = [Cell(0, column, text, is_header=True) for column, text in enumerate(header)]
    cells += [Cell(row, column, text) for row, line in enumerate(rows, start=1) for column, text in enumerate(line)]
    return Table(0, tuple(cells))


def frame(header, *rows, title="League"):
    """The same, laid out for programs."""
    return Frame.of(title, table(header, *rows))
