"""What statements about a table are written with: its names, values and numbers, and words for more and less."""

import random
from typing import NamedTuple

from veriscope.programs import ALL_ROWS, Call, Frame
from veriscope.programs.measures import adjectives, measures_of
from veriscope.programs.order import Kind
from veriscope.programs.units import column_units

LEAST_ROWS, MOST_ROWS = 4, 60
_LONGEST = 40
_SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_UNITS = {"AREA": ("square kilometres",), "LENGTH": ("metres", "kilometres", "feet"), "MASS": ("kilograms", "tonnes"),
          "MONEY": ("euros", "dollars"), "SHARE": ("percent",)}  # fmt: skip
_MOST = {1: ("highest", "most", "largest", "greatest", "biggest"), -1: ("lowest", "least", "smallest", "fewest")}
_MORE = {1: ("more", "higher", "larger", "greater"), -1: ("fewer", "less", "lower", "smaller")}
_HIGHER = {1: ("higher", "larger", "greater", "bigger"), -1: ("lower", "smaller")}
_WHEN = {1: ("after", "later than"), -1: ("before", "earlier than", "prior to")}
_GREAT = 1_000_000


class Words(NamedTuple):
    """Two names, a value that several rows share and another one, a number column, and some numbers."""

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
        """The row of a name."""
        return Call("filter_eq", (ALL_ROWS, self.name, name))

    def of_value(self) -> Call:
        """The rows of the value."""
        return Call("filter_eq", (ALL_ROWS, self.kind, self.value))

    def hop(self, name: str) -> Call:
        """What the row of a name says in the number column."""
        return Call("hop", (self.row(name), self.measure))

    def counted(self) -> str:
        """The number of rows, in words or digits."""
        return spelled(self.number) if self.draw.random() < 0.7 else str(self.number)

    def fields(self, sign: int) -> dict[str, str]:
        """What a form may be filled with where much, or little, of the number column is meant."""
        draw = self.draw
        found = {
            "one": self.one, "two": self.two, "value": self.value, "other": self.other, "kind": self.kind,
            "measure": self.measure, "n": self.counted(), "low": self._measured(self.low),
            "high": self._measured(self.high),
            "most": draw.choice(_MOST[sign]), "more": draw.choice(_MORE[sign]), "higher": draw.choice(_HIGHER[sign]),
            "more_of": "more" if sign > 0 else "fewer", **self._nouns(), **self._adjectives(sign),
        }  # fmt: skip
        return found | {"when": draw.choice(_WHEN[sign])} if self.is_time else found

    def _measured(self, number: str) -> str:
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


def spelled(number: int) -> str:
    """A number in words where it is small."""
    return _SPELLED[number] if number < len(_SPELLED) else str(number)


def words_about(frame: Frame, draw: random.Random) -> Words | None:
    """What a statement about a table may be written with; None where the table has no names, kinds or numbers."""
    places = range(len(frame.columns))
    names = [place for place in places if _is_naming(frame, place)]
    numbers = [place for place in places if frame.kind(place) is Kind.AMOUNT and place not in names]
    kinds = [place for place in places if _is_shared(frame, place) and place not in numbers]
    if not names or not numbers or not kinds:
        return None
    measures = measures_of(frame)
    # Columns with adjectives of their own are rare, and have the most ways of being spoken of.
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
        draw, told[name], one, two, told[kind], value, other, told[measure], _written(low, draw), _written(high, draw),
        draw.randint(1, len(rows)), next(iter(sorted(column_units(frame)[measure])), ""), "time" in measures[measure],
        measures[measure],
        frame.caption or frame.title,
    )  # fmt: skip


def _written(number: float, draw: random.Random) -> str:
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
