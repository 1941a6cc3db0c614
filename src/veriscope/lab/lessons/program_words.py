"""Supplies the words of statements about a table: its names, values and numbers, and words for more and less."""

import random
from typing import NamedTuple

from veriscope.lab.lessons.rewordings import NUMBER_WORDS
from veriscope.programs import ALL_ROWS, Call, adjectives, column_units, measures_of
from veriscope.tables import Frame, OrderKind

LEAST_ROWS, MOST_ROWS = 4, 60
_LONGEST = 40
_UNITS = {"AREA": ("square kilometres",), "LENGTH": ("metres", "kilometres", "feet"), "MASS": ("kilograms", "tonnes"),
          "MONEY": ("euros", "dollars"), "SHARE": ("percent",)}  # fmt: skip
_MOST = {1: ("highest", "most", "largest", "greatest", "biggest"), -1: ("lowest", "least", "smallest", "fewest")}
_MORE = {1: ("more", "higher", "larger", "greater"), -1: ("fewer", "less", "lower", "smaller")}
_HIGHER = {1: ("higher", "larger", "greater", "bigger"), -1: ("lower", "smaller")}
_WHEN = {1: ("after", "later than"), -1: ("before", "earlier than", "prior to")}
_GREAT = 1_000_000


class Words(NamedTuple):
    """Names, values and numbers for one statement about a table."""

    draw: random.Random
    name: str
    one: str
    two: str
    kind: str
    value: str
    other: str
    measure: str
    low: str
    high: str
    number: int
    unit: str
    is_time: bool
    measures: tuple[str, ...]
    caption: str

    def row(self, name: str) -> Call:
        """A call for the row with a name."""
        return Call("filter_eq", (ALL_ROWS, self.name, name))

    def of_value(self) -> Call:
        """A call for the rows with the value."""
        return Call("filter_eq", (ALL_ROWS, self.kind, self.value))

    def hop(self, name: str) -> Call:
        """A call for the cell of a named row in the number column."""
        return Call("hop", (self.row(name), self.measure))

    def row_count(self) -> str:
        """A number of rows, in words or digits."""
        return number_word(self.number) if self.draw.random() < 0.7 else str(self.number)

    def fields(self, sign: int) -> dict[str, str]:
        """The values that fill a phrasing; `sign` is 1 for high numbers and -1 for low ones."""
        draw = self.draw
        found = {
            "one": self.one, "two": self.two, "value": self.value, "other": self.other, "kind": self.kind,
            "measure": self.measure, "n": self.row_count(), "low": self._with_unit(self.low),
            "high": self._with_unit(self.high),
            "most": draw.choice(_MOST[sign]), "more": draw.choice(_MORE[sign]), "higher": draw.choice(_HIGHER[sign]),
            "more_of": "more" if sign > 0 else "fewer", **self._nouns(), **self._adjectives(sign),
        }  # fmt: skip
        return found | {"when": draw.choice(_WHEN[sign])} if self.is_time else found

    def _with_unit(self, number: str) -> str:
        units = _UNITS.get(self.unit, ())
        written = (
            f"{float(number):,.10g}" if number.isdecimal() and not self.is_time and self.draw.random() < 0.5 else number
        )
        return f"{written} {self.draw.choice(units)}" if units and self.draw.random() < 0.6 else written

    def _nouns(self) -> dict[str, str]:
        noun = (
            self.name.lower()
            if self.name.isalpha() and self.draw.random() < 0.85
            else self.draw.choice(("entry", "one"))
        )
        return {"noun": noun, "nouns": f"{noun[:-1]}ies" if noun.endswith("y") else noun.removesuffix("s") + "s"}

    def _adjectives(self, sign: int) -> dict[str, str]:
        if not self.measures:
            return {}
        plain, more, most = adjectives(self.draw.choice(self.measures), sign)
        found = {"adjective": plain, "er": more, "est": most}
        return {name: self.draw.choice(words) for name, words in found.items() if words}


def number_word(number: int) -> str:
    """A number, in words if it is small."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def words_about(frame: Frame, draw: random.Random) -> Words | None:
    """Random words for a statement about a table; None if the table lacks names, shared values or numbers."""
    places = range(len(frame.columns))
    names = [place for place in places if _is_naming(frame, place)]
    numbers = [place for place in places if frame.kind(place) is OrderKind.AMOUNT and place not in names]
    kinds = [place for place in places if _is_shared(frame, place) and place not in numbers]
    if not names or not numbers or not kinds:
        return None
    measures = measures_of(frame)
    # Columns with adjectives are rare, and have the most phrasings.
    own = [place for place in numbers if measures[place]]
    measure = draw.choice(own if own and draw.random() < 0.5 else numbers)
    name, kind = names[0], draw.choice(kinds)
    rows = [row for row in range(len(frame.rows)) if row not in frame.totals]
    one, two = (frame.rows[row][name].text for row in draw.sample(rows, 2))
    value, other = (frame.rows[row][kind].text for row in draw.sample(rows, 2))
    amounts = [found.amount for row in rows if (found := frame.values(measure)[row]).amount]
    if not value or not one or not two or len(amounts) < LEAST_ROWS:
        return None
    low, high = sorted(amount.value / (amount.factor or 1.0) for amount in draw.sample(amounts, 2))
    told = frame.column_names
    return Words(
        draw, told[name], one, two, told[kind], value, other, told[measure], _number_text(low, draw),
        _number_text(high, draw), draw.randint(1, len(rows)), next(iter(sorted(column_units(frame)[measure])), ""),
        "time" in measures[measure], measures[measure],
        frame.caption or frame.title,
    )  # fmt: skip


def _number_text(number: float, draw: random.Random) -> str:
    if abs(number) >= _GREAT and draw.random() < 0.5:
        return f"{number / _GREAT:.3g} million"
    return f"{number:.12g}"


def _is_naming(frame: Frame, place: int) -> bool:
    texts = [row[place].text for row in frame.rows]
    return len(set(texts)) == len(texts) and all(0 < len(text) <= _LONGEST and text[0].isalpha() for text in texts)


def _is_shared(frame: Frame, place: int) -> bool:
    texts = [row[place].text for row in frame.rows if row[place].text]
    return 1 < len(set(texts)) <= len(texts) / 1.5 and all(
        text[:1].isalpha() and len(text) <= _LONGEST for text in texts
    )
