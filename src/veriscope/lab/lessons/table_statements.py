"""Writes true and false statements about tables, so that the encoder learns to read linearised rows."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.lab.lessons.synthetic_claims import PlainTable

_FORMS = (
    "The {header} of {key} is {value}.",
    "{key} has {value} as its {header}.",
    "In {title}, {key} has the {header} {value}.",
    "{value} is the {header} of {key}.",
    "For {key}, {header} was {value}.",
    "According to {title}, the {header} of {key} was {value}.",
)
_LONGEST = 60


class Statement(NamedTuple):
    """A sentence about one cell of a table, and the row that decides it; a refuted one has a value of another row."""

    text: str
    label: Label
    table: PlainTable
    row: int


def statements(tables: Sequence[PlainTable], *, each: int, seed: int) -> Iterator[Statement]:
    """At most `each` statements about every table, half of them false."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    for table in tables:
        for _ in range(each):
            if made := _statement(table, draw):
                yield made


def _statement(table: PlainTable, draw: random.Random) -> Statement | None:
    column = draw.randrange(1, len(table.header))
    row = draw.choice(table.rows)
    key, value, header = row[0].text, row[column].text, table.header[column]
    others = sorted({line[column].text for line in table.rows if line[0].text != key} - {value, ""})
    is_named_once = sum(line[0].text == key for line in table.rows) == 1
    if not (key and value and header and others and is_named_once) or len(key + value) > _LONGEST:
        return None
    label = draw.choice((Label.SUPPORTS, Label.REFUTES))
    said = value if label is Label.SUPPORTS else draw.choice(others)
    text = draw.choice(_FORMS).format(header=header.lower(), key=key, value=said, title=table.page.title)
    return Statement(text[0].upper() + text[1:], label, table, row[0].row)
