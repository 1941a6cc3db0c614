"""The building blocks of programs: the rows a claim refers to, its columns, and its words for more and less."""

import re
from collections.abc import Iterator
from itertools import combinations, islice

from veriscope.programs.candidates import CandidateProgram, Filter
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import ClaimNumber, ClaimReading, Mention
from veriscope.programs.units import unit_fits
from veriscope.tables import Frame
from veriscope.text import MAGNITUDES

MOST_COLUMNS = 6
_MOST_FILTERS = 14
_AT_LIMIT = ("greater_eq", "less_eq")
_STRICT = ("greater", "less")
_TIMES = {"before": "before", "after": "after", "until": "less_eq", "from_on": "greater_eq"}
# "Hundred" in a header does not mean that the column counts in hundreds.
_MAGNITUDES = {word: value for word, value in MAGNITUDES.items() if value >= 1000}
_IN_MAGNITUDE = re.compile(rf"\b({'|'.join(_MAGNITUDES)})s?\b|\b(000)s?\b", re.IGNORECASE)


class Scope:
    """A claim and a table, prepared for proposing programs."""

    def __init__(self, reading: ClaimReading, frame: Frame) -> None:
        self.reading = reading
        self.frame = frame
        self.names = frame.column_names
        self.has = {name: bool(found) for name, found in reading.triggers.items()}
        self.amounts = reading.amounts
        self.measures = reading.measures
        self.ordered = [place for place in range(len(self.names)) if frame.kind(place) is not None]
        self.numeric = sorted(self.ordered, key=self._by_naming)[:MOST_COLUMNS]
        named = (place for place in range(len(self.names)) if reading.columns[place])
        self.named = sorted(named, key=self._by_naming)[:MOST_COLUMNS]
        self.whole = Filter(ALL_ROWS)
        singles = [self.of(mention) for mention in reading.mentions]
        pairs = [
            self.both(one, two)
            for one, two in combinations(reading.mentions, 2)
            if not one.meets(two) and one.column != two.column
        ]
        # In a table of one row, such as an infobox, the claim need not name the row.
        if len(frame.rows) == 1:
            singles, pairs = [self.whole], []
        self.singles = singles
        # Keep only a few: a claim of hundreds of numbers has a hundred thousand pairs of them.
        self.bounded = list(islice(self._bounded_rows(self.whole), _MOST_FILTERS))
        both = [two for one in singles[:3] for two in islice(self._bounded_rows(one), _MOST_FILTERS)]
        twice = list(islice(self._twice_bounded(), _MOST_FILTERS))
        self.filters = (singles + self.bounded + self._without() + pairs + both + twice)[: 2 * _MOST_FILTERS]

    def _by_naming(self, place: int) -> tuple[float, int, int]:
        """A sort key: columns that the claim names come first, then those with a word of their own for more or less."""
        is_own = any(way.is_own for way in self.reading.ways[place])
        return -self.reading.columns[place], -is_own, place

    def of(self, mention: Mention, rows: Call = ALL_ROWS, test: str = "filter_eq") -> Filter:
        """The rows that hold a mention, or that pass another test for it."""
        return Filter(Call(test, (rows, self.names[mention.column], mention.literal)), (mention,))

    def both(self, one: Mention, two: Mention) -> Filter:
        """The rows that hold both mentions."""
        return self.of(two, self.of(one).rows)._replace(mentions=(one, two))

    def hop(self, rows: Filter, place: int) -> Call:
        """The values of the rows in a column."""
        return Call("hop", (rows.rows, self.names[place]))

    def hop_is(self, rows: Filter, mention: Mention, family: str, trigger: str = "") -> CandidateProgram:
        """A program that says that the rows hold what the claim names."""
        call = Call("eq", (self.hop(rows, mention.column), mention.literal))
        return CandidateProgram(call, family, (*rows.mentions, mention), rows.columns, rows.amounts, trigger, rows.way)

    def rivals(self) -> Iterator[tuple[Filter, Filter]]:
        """Pairs of different rows that the claim names in one column."""
        for one, two in combinations(self.reading.mentions, 2):
            if one.column == two.column and not one.meets(two) and set(one.rows).isdisjoint(two.rows):
                yield self.of(one), self.of(two)

    def literal(self, amount: ClaimNumber, place: int) -> str:
        """A number in the unit of a column: "5 million" is 5 under "sales (million)"."""
        found = _IN_MAGNITUDE.search(self.names[place])
        each = _MAGNITUDES[(found[1] or "thousand").lower()] if found else 1
        if amount.value < each or each == 1:
            return amount.literal
        written = amount.literal.split()
        is_same = len(written) == 2 and _MAGNITUDES.get(written[1]) == each
        return written[0] if is_same else f"{amount.value / each:.10g}"

    def is_near(self, trigger: str, amount: ClaimNumber) -> bool:
        """Whether a trigger's words are just before a number, or just after it."""
        return bool(self._near(self.reading.triggers[trigger], amount))

    def _near(self, places: frozenset[int], amount: ClaimNumber) -> frozenset[int]:
        return frozenset(place for place in places if amount.start - 3 <= place <= amount.end)

    def _before(self, places: frozenset[int], amount: ClaimNumber) -> frozenset[int]:
        """The places just before a number: "more than 5" bounds it, "5 more than" does not."""
        return frozenset(place for place in places if amount.start - 3 <= place < amount.start)

    def places(self, amount: ClaimNumber, most: int = MOST_COLUMNS) -> list[int]:
        """The columns that a number may be compared with, preferably those in its unit."""
        unit = self.reading.measured.get(amount.start, "")
        fits = {place: unit_fits(unit, self.reading.column_units[place]) for place in self.numeric}
        fitting = [place for place in self.numeric if fits[place] > 0]
        return (fitting or [place for place in self.numeric if fits[place] == 0] or self.numeric)[:most]

    def tests(self, amount: ClaimNumber, place: int | None = None) -> list[tuple[str, int]]:
        """How a claim bounds a number of a column or a count: tests, each with its way; empty if there is no bound."""
        triggers = self.reading.triggers
        limits = [(name, 1) for name in _AT_LIMIT if self.is_near(name, amount)]
        if limits:
            return limits
        if place is not None:
            own = frozenset(way.place for way in self.reading.ways[place] if way.is_own and not way.is_superlative)
            near = self._before(own, amount)
            signs = {way.sign for way in self.reading.ways[place] if way.place in near}
            if signs and not self.reading.times[place]:
                return [("greater" if sign > 0 else "less", 2) for sign in sorted(signs)]
            if self.reading.times[place]:
                # "It has been a member since 1949" means that it joined in that year, not later.
                names = [name for name in _TIMES if name != "from_on" or "been" not in self.reading.words]
                found = [(_TIMES[name], 2) for name in names if self.is_near(name, amount)]
                if found:
                    return found
        return [(name, 1) for name in _STRICT if self._before(triggers[name], amount)]

    def ways(self, place: int, *, is_superlative: bool) -> list[tuple[int, int]]:
        """The signs by which a claim orders a column, and how: 2 by the column's own words, 1 by general words."""
        found = [way for way in self.reading.ways[place] if way.is_superlative is is_superlative]
        own = sorted({way.sign for way in found if way.is_own})
        general = sorted({way.sign for way in found if not way.is_own})
        if own:
            return [(sign, 2) for sign in own]
        if general:
            return [(sign, 1) for sign in general]
        return []

    def _bounded_rows(self, rows: Filter) -> Iterator[Filter]:
        """Rows above or below a number that the claim bounds, or between two."""
        amounts = [amount for amount in self.amounts if not rows.meets(amount)]
        for amount in amounts:
            for place in self.places(amount, 4):
                if rows.reads(place):
                    continue
                for test, way in self.tests(amount, place):
                    call = Call(f"filter_{test}", (rows.rows, self.names[place], self.literal(amount, place)))
                    yield rows._replace(rows=call, columns=(*rows.columns, place), amounts=(amount,), way=way)
        if self.has["between"]:
            for low, high in combinations(amounts, 2):
                is_range = self.is_near("between", low) and low.value < high.value
                for place in [one for one in self.places(high, 4) if not rows.reads(one)] if is_range else ():
                    limits = self.literal(low, place), self.literal(high, place)
                    call = Call("filter_within", (rows.rows, self.names[place], *limits))
                    yield rows._replace(rows=call, columns=(*rows.columns, place), amounts=(low, high), way=1)

    def _twice_bounded(self) -> Iterator[Filter]:
        """Rows that two numbers bound, each in its own column."""
        for one, two in combinations(self.bounded, 2):
            if len(one.amounts) == len(two.amounts) == 1 and one.columns != two.columns and one.amounts != two.amounts:
                call = two.rows._replace(arguments=(one.rows, *two.rows.arguments[1:]))
                columns, amounts = one.columns + two.columns, one.amounts + two.amounts
                yield Filter(call, (), columns, amounts, min(one.way, two.way))

    def _without(self) -> list[Filter]:
        """Rows that lack what the claim names, or have 0 of it."""
        if not self.has["negation"]:
            return []
        others = [self.of(mention, test="filter_not_eq") for mention in self.reading.mentions]
        none = [
            Filter(Call("filter_eq", (ALL_ROWS, self.names[place], "0")), (), (place,))
            for place in self.numeric
            if self.reading.columns[place]
        ]
        return none + others
