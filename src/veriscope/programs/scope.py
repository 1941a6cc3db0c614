"""What programs are built from: the rows that a claim speaks of, its columns, and its words for more and less."""

import re
from collections.abc import Iterator
from itertools import combinations, islice

from veriscope.programs.candidates import Candidate, Filter
from veriscope.programs.frame import Frame
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import Amount, Mention, Reading
from veriscope.programs.units import unit_fits

MOST_COLUMNS = 6
_MOST_FILTERS = 14
_AT_LIMIT = ("greater_eq", "less_eq")
_STRICT = ("greater", "less")
_TIMES = {"before": "before", "after": "after", "until": "less_eq", "from_on": "greater_eq"}
_MAGNITUDES = {"thousand": 1e3, "million": 1e6, "billion": 1e9}
_IN_MAGNITUDE = re.compile(r"\b(thousand|million|billion)s?\b|\b(000)s?\b", re.IGNORECASE)


class Scope:
    """A claim beside a table, made ready for proposing programs."""

    def __init__(self, reading: Reading, frame: Frame) -> None:
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
        # A table of one row, as an infobox is, needs no naming of it.
        if len(frame.rows) == 1:
            singles, pairs = [self.whole], []
        self.singles = singles
        # No more than can be kept: a claim of hundreds of numbers has a hundred thousand pairs of them.
        self.bounded = list(islice(self._bounded(self.whole), _MOST_FILTERS))
        both = [two for one in singles[:3] for two in islice(self._bounded(one), _MOST_FILTERS)]
        twice = list(islice(self._twice_bounded(), _MOST_FILTERS))
        self.filters = (singles + self.bounded + self._without() + pairs + both + twice)[: 2 * _MOST_FILTERS]

    def _by_naming(self, place: int) -> tuple[float, int, int]:
        """Columns that the claim names come first; of others those for which it has a word of more or less."""
        is_own = any(way.is_own for way in self.reading.ways[place])
        return -self.reading.columns[place], -is_own, place

    def of(self, mention: Mention, rows: Call = ALL_ROWS, test: str = "filter_eq") -> Filter:
        """The rows that hold a mention, or that do not."""
        return Filter(Call(test, (rows, self.names[mention.column], mention.literal)), (mention,))

    def both(self, one: Mention, two: Mention) -> Filter:
        """The rows that hold two mentions."""
        return self.of(two, self.of(one).rows)._replace(mentions=(one, two))

    def hop(self, rows: Filter, place: int) -> Call:
        """What rows say in a column."""
        return Call("hop", (rows.rows, self.names[place]))

    def hop_is(self, rows: Filter, mention: Mention, family: str, trigger: str = "") -> Candidate:
        """That rows say what the claim names."""
        call = Call("eq", (self.hop(rows, mention.column), mention.literal))
        return Candidate(call, family, (*rows.mentions, mention), rows.columns, rows.amounts, trigger, rows.way)

    def rivals(self) -> Iterator[tuple[Filter, Filter]]:
        """Two rows that the claim names in one column."""
        for one, two in combinations(self.reading.mentions, 2):
            if one.column == two.column and not one.meets(two) and set(one.rows).isdisjoint(two.rows):
                yield self.of(one), self.of(two)

    def literal(self, amount: Amount, place: int) -> str:
        """A number as a column counts it: "5 million" is 5 under "sales (million)"."""
        found = _IN_MAGNITUDE.search(self.names[place])
        each = _MAGNITUDES[(found[1] or "thousand").lower()] if found else 1.0
        if amount.value < each or each == 1.0:
            return amount.literal
        written = amount.literal.split()
        is_same = len(written) == 2 and _MAGNITUDES.get(written[1]) == each
        return written[0] if is_same else f"{amount.value / each:.10g}"

    def is_near(self, trigger: str, amount: Amount) -> bool:
        """Whether words stand just before a number, or just behind it."""
        return bool(self._near(self.reading.triggers[trigger], amount))

    def _near(self, places: frozenset[int], amount: Amount) -> frozenset[int]:
        return frozenset(place for place in places if amount.start - 3 <= place <= amount.end)

    def _before(self, places: frozenset[int], amount: Amount) -> frozenset[int]:
        """The places just before a number: "more than 5" bounds it, "5 more than" does not."""
        return frozenset(place for place in places if amount.start - 3 <= place < amount.start)

    def places(self, amount: Amount, most: int = MOST_COLUMNS) -> list[int]:
        """The columns that a number may be compared with: those measured in what it is, where there are such."""
        unit = self.reading.measured.get(amount.start, "")
        fits = {place: unit_fits(unit, self.reading.column_units[place]) for place in self.numeric}
        fitting = [place for place in self.numeric if fits[place] > 0]
        return (fitting or [place for place in self.numeric if fits[place] == 0] or self.numeric)[:most]

    def tests(self, amount: Amount, place: int | None = None) -> list[tuple[str, int]]:
        """How a claim bounds a number, of a column or of a count, and by which way; none where it does not."""
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
                # "Members since 1949" joined in that year.
                names = [name for name in _TIMES if name != "from_on" or "been" not in self.reading.words]
                found = [(_TIMES[name], 2) for name in names if self.is_near(name, amount)]
                if found:
                    return found
        return [(name, 1) for name in _STRICT if self._before(triggers[name], amount)]

    def ways(self, place: int, *, is_superlative: bool) -> list[tuple[int, int]]:
        """The signs by which a claim orders a column, and how it says so: 2 by a word of its own, 1 by any."""
        found = [way for way in self.reading.ways[place] if way.is_superlative is is_superlative]
        own = sorted({way.sign for way in found if way.is_own})
        general = sorted({way.sign for way in found if not way.is_own})
        if own:
            return [(sign, 2) for sign in own]
        if general:
            return [(sign, 1) for sign in general]
        return []

    def _bounded(self, rows: Filter) -> Iterator[Filter]:
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
        """Rows that two numbers bound, each in a column of its own."""
        for one, two in combinations(self.bounded, 2):
            if len(one.amounts) == len(two.amounts) == 1 and one.columns != two.columns and one.amounts != two.amounts:
                call = two.rows._replace(arguments=(one.rows, *two.rows.arguments[1:]))
                columns, amounts = one.columns + two.columns, one.amounts + two.amounts
                yield Filter(call, (), columns, amounts, min(one.way, two.way))

    def _without(self) -> list[Filter]:
        """Rows that lack what the claim names, or have none of it."""
        if not self.has["negation"]:
            return []
        others = [self.of(mention, test="filter_not_eq") for mention in self.reading.mentions]
        none = [
            Filter(Call("filter_eq", (ALL_ROWS, self.names[place], "0")), (), (place,))
            for place in self.numeric
            if self.reading.columns[place]
        ]
        return none + others
