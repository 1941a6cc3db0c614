"""Proposes programs for a claim: from the cells, columns and numbers that it names, and its words for computations."""

from collections.abc import Iterator
from itertools import combinations, islice
from typing import NamedTuple

from veriscope.programs.frame import Frame
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import Amount, Mention, Reading

MOST_PROGRAMS = 400
_MOST_OF_FAMILY = 60
_MOST_FILTERS = 14
_MOST_COLUMNS = 6
_COMPARISONS = ("greater", "less", "greater_eq", "less_eq")
_BOUNDS = (*_COMPARISONS, "before", "after")


class Candidate(NamedTuple):
    """A program with what of the claim it uses; `columns` are those it reads besides those of its mentions."""

    call: Call
    family: str
    mentions: tuple[Mention, ...] = ()
    columns: tuple[int, ...] = ()
    amounts: tuple[Amount, ...] = ()
    trigger: str = ""


class _Filter(NamedTuple):
    """Rows that a claim speaks of, as a call, and what of the claim tells them."""

    rows: Call
    mentions: tuple[Mention, ...] = ()
    columns: tuple[int, ...] = ()
    amounts: tuple[Amount, ...] = ()

    def meets(self, other: Mention | Amount) -> bool:
        return any(mention.meets(other) for mention in self.mentions) or any(
            amount.start < other.end and other.start < amount.end for amount in self.amounts
        )


def proposed(reading: Reading, frame: Frame) -> list[Candidate]:
    """The candidates, those of each family in the order of what they rest on; at most `MOST_PROGRAMS`."""
    if not frame.rows:
        # That a table without rows has none of a kind tells nothing.
        return []
    search = _Search(reading, frame)
    families = (
        search.lookups, search.counts, search.superlatives, search.unsurpassed, search.extremes, search.comparisons,
        search.differences, search.ratios, search.aggregates, search.onlies, search.universals, search.bounds,
        search.pairs_alike, search.existing, search.orders,
    )  # fmt: skip
    # Of one row there is nothing to count or to order.
    chosen = families if len(frame.rows) > 1 else (search.lookups, search.bounds, search.existing)
    found: dict[Call, Candidate] = {}
    for family in chosen:
        for candidate in islice(family(), _MOST_OF_FAMILY):
            found.setdefault(candidate.call, candidate)
    return list(found.values())[:MOST_PROGRAMS]


class _Search:
    def __init__(self, reading: Reading, frame: Frame) -> None:
        self.reading = reading
        self.frame = frame
        self.names = frame.column_names
        self.has = {name: bool(found) for name, found in reading.triggers.items()}
        self.ordered = [place for place in range(len(self.names)) if frame.kind(place) is not None]
        self.numeric = sorted(self.ordered, key=lambda place: (-reading.columns[place], place))[:_MOST_COLUMNS]
        self.named = sorted(
            (place for place in range(len(self.names)) if reading.columns[place]),
            key=lambda place: (-reading.columns[place], place),
        )[:_MOST_COLUMNS]
        singles = [self._of(mention) for mention in reading.mentions]
        pairs = [
            self._both(one, two)
            for one, two in combinations(reading.mentions, 2)
            if not one.meets(two) and one.column != two.column
        ]
        self.whole = _Filter(ALL_ROWS)
        # A table of one row, as an infobox is, needs no naming of it.
        self.singles = singles + [self.whole] * (len(frame.rows) == 1)
        # No more than can be kept: a claim of hundreds of numbers has a hundred thousand pairs of them.
        self.bounded = list(islice(self._bounded(self.whole), _MOST_FILTERS))
        both = [two for one in singles[:3] for two in islice(self._bounded(one), _MOST_FILTERS)]
        self.filters = (singles + self.bounded + self._without() + pairs + both)[:_MOST_FILTERS]
        self.amounts = reading.amounts

    def _of(self, mention: Mention, rows: Call = ALL_ROWS, test: str = "filter_eq") -> _Filter:
        return _Filter(Call(test, (rows, self.names[mention.column], mention.literal)), (mention,))

    def _both(self, one: Mention, two: Mention) -> _Filter:
        inner = self._of(one).rows
        return self._of(two, inner)._replace(mentions=(one, two))

    def _bounded(self, rows: _Filter) -> Iterator[_Filter]:
        """Rows above or below a number that the claim bounds, or between two."""
        amounts = [amount for amount in self.reading.amounts if not rows.meets(amount)]
        places = [place for place in self.numeric[:3] if all(one.column != place for one in rows.mentions)]
        for amount in amounts:
            for test in [name for name in _BOUNDS if self._is_near(name, amount)]:
                for place in places:
                    call = Call(f"filter_{test}", (rows.rows, self.names[place], amount.literal))
                    yield rows._replace(rows=call, columns=(*rows.columns, place), amounts=(amount,))
        if self.has["between"]:
            for low, high in combinations(amounts, 2):
                for place in places if self._is_near("between", low) and low.value < high.value else ():
                    call = Call("filter_within", (rows.rows, self.names[place], low.literal, high.literal))
                    yield rows._replace(rows=call, columns=(*rows.columns, place), amounts=(low, high))

    def _without(self) -> list[_Filter]:
        """Rows that lack what the claim names, or have none of it."""
        if not self.has["negation"]:
            return []
        others = [self._of(mention, test="filter_not_eq") for mention in self.reading.mentions]
        none = [
            _Filter(Call("filter_eq", (ALL_ROWS, self.names[place], "0")), (), (place,))
            for place in self.numeric
            if self.reading.columns[place]
        ]
        return none + others

    def _is_near(self, trigger: str, amount: Amount) -> bool:
        """Whether words stand just before a number, or just behind it."""
        found = self.reading.triggers[trigger]
        return any(amount.start - 3 <= place <= amount.end for place in found)

    def lookups(self) -> Iterator[Candidate]:
        """What a row that the claim names says in another column: a cell that is named, or a number."""
        sources = self.filters + [self.whole] * (len(self.frame.rows) == 1)
        for rows in sources:
            for mention in self.reading.mentions:
                if not rows.meets(mention) and all(one.column != mention.column for one in rows.mentions):
                    yield self._hop_is(rows, mention, "lookup")
        for rows in sources:
            for place in self.named:
                for amount in self.amounts if place in self.ordered else ():
                    if not rows.meets(amount) and all(one.column != place for one in rows.mentions):
                        call = Call("eq", (self._hop(rows, place), amount.literal))
                        yield Candidate(
                            call, "lookup number", rows.mentions, (*rows.columns, place), (*rows.amounts, amount)
                        )

    def _hop(self, rows: _Filter, place: int) -> Call:
        return Call("hop", (rows.rows, self.names[place]))

    def _hop_is(self, rows: _Filter, mention: Mention, family: str, trigger: str = "") -> Candidate:
        call = Call("eq", (self._hop(rows, mention.column), mention.literal))
        return Candidate(call, family, (*rows.mentions, mention), rows.columns, rows.amounts, trigger)

    def counts(self) -> Iterator[Candidate]:
        """How many rows there are of a kind."""
        # Nobody counts millions of rows in a table of ten.
        countable = [amount for amount in self.amounts if 0 <= amount.value <= max(50, 3 * len(self.frame.rows))]
        for amount in countable:
            tests = [name for name in _COMPARISONS if self._is_near(name, amount)] or ["eq"]
            for rows in [*self.filters, self.whole]:
                if not rows.meets(amount):
                    for test in tests:
                        call = Call(test, (Call("count", (rows.rows,)), amount.literal))
                        yield Candidate(call, "count", rows.mentions, rows.columns, (*rows.amounts, amount), "count")

    def _directions(self) -> list[tuple[str, str]]:
        ways = (("highest", "max"), ("lowest", "min"))
        # "third by area" says no more of the way than that it is an order.
        return [way for way in ways if self.has[way[0]]] or list(ways if self.reading.ordinals else ())

    def superlatives(self) -> Iterator[Candidate]:
        """Which row has the most of something."""
        for trigger, short in self._directions():
            for place in self.numeric:
                for mention in self.reading.mentions:
                    for rows in [self.whole, *self.singles]:
                        if mention.column != place and not rows.meets(mention):
                            yield from self._superlative(rows, place, mention, trigger, short)

    def unsurpassed(self) -> Iterator[Candidate]:
        """That no row has more, or less, than one that is named."""
        if not self.has["negation"]:
            return
        for trigger, short in (("less", "min"), ("greater", "max")):
            for place in self.numeric[:3] if self.has[trigger] else ():
                for mention in self.reading.mentions:
                    if mention.column != place:
                        best = _Filter(Call(f"arg{short}", (ALL_ROWS, self.names[place])), (), (place,))
                        yield self._hop_is(best, mention, "unsurpassed", trigger)

    def _superlative(
        self, rows: _Filter, place: int, mention: Mention, trigger: str, short: str
    ) -> Iterator[Candidate]:
        for ordinal in self.reading.ordinals[:2]:
            if ordinal.value > 1:
                best = Call(f"nth_arg{short}", (rows.rows, self.names[place], ordinal.literal))
                used = rows._replace(rows=best, columns=(place,), amounts=(ordinal,))
                yield self._hop_is(used, mention, "ordinal", trigger)
        best = Call(f"arg{short}", (rows.rows, self.names[place]))
        yield self._hop_is(rows._replace(rows=best, columns=(place,)), mention, "superlative", trigger)

    def extremes(self) -> Iterator[Candidate]:
        """What the most of something is."""
        for trigger, short in self._directions():
            for place in self.numeric:
                for amount in self.amounts:
                    for rows in [self.whole, *self.singles]:
                        if not rows.meets(amount) and all(one.column != place for one in rows.mentions):
                            call = Call("eq", (Call(short, (rows.rows, self.names[place])), amount.literal))
                            yield Candidate(call, "extreme", rows.mentions, (place,), (amount,), trigger)

    def _rivals(self) -> Iterator[tuple[_Filter, _Filter]]:
        """Two rows that the claim names in one column."""
        for one, two in combinations(self.reading.mentions, 2):
            if one.column == two.column and not one.meets(two) and set(one.rows).isdisjoint(two.rows):
                yield self._of(one), self._of(two)

    def comparisons(self) -> Iterator[Candidate]:
        """Which of two rows has more of something, or comes first."""
        tests = [name for name in ("greater", "less", "before", "after") if self.has[name]]
        for one, two in self._rivals():
            for place in self.numeric:
                if place != one.mentions[0].column:
                    for test in tests:
                        call = Call(test, (self._hop(one, place), self._hop(two, place)))
                        yield Candidate(call, "comparison", (*one.mentions, *two.mentions), (place,), (), test)

    def differences(self) -> Iterator[Candidate]:
        """By how much two rows differ."""
        if not self.has["difference"]:
            return
        test = "round_eq" if self.has["approximate"] else "eq"
        for one, two in self._rivals():
            for place, amount in self._measures(one, two):
                for first, second in self._leading(one, two):
                    gap = Call("diff", (self._hop(first, place), self._hop(second, place)))
                    used = (*first.mentions, *second.mentions)
                    call = Call(test, (gap, amount.literal))
                    yield Candidate(call, "difference", used, (place,), (amount,), "difference")

    def _leading(self, one: _Filter, two: _Filter) -> list[tuple[_Filter, _Filter]]:
        """Which of two has more by the words of the claim; both ways where they do not tell."""
        more = self.has["greater"] or self.has["after"]
        less = self.has["less"] or self.has["before"]
        return [pair for pair, said in (((one, two), more or not less), ((two, one), less or not more)) if said]

    def _measures(self, one: _Filter, two: _Filter) -> Iterator[tuple[int, Amount]]:
        for place in self.numeric:
            for amount in self.amounts:
                if not one.meets(amount) and not two.meets(amount) and place != one.mentions[0].column:
                    yield place, amount

    def ratios(self) -> Iterator[Candidate]:
        """How many times what one row says is of what another says."""
        if not self.has["times"]:
            return
        for one, two in self._rivals():
            for place, amount in self._measures(one, two):
                share = Call("ratio", (self._hop(one, place), self._hop(two, place)))
                for test in [name for name in _COMPARISONS if self._is_near(name, amount)] or ["round_eq"]:
                    used = (*one.mentions, *two.mentions)
                    yield Candidate(Call(test, (share, amount.literal)), "ratio", used, (place,), (amount,), "times")

    def aggregates(self) -> Iterator[Candidate]:
        """The sum or the average of a column."""
        for trigger, operator, test in (("average", "avg", "round_eq"), ("total", "sum", "eq")):
            if not self.has[trigger]:
                continue
            for amount in self.amounts:
                tests = [name for name in _COMPARISONS if self._is_near(name, amount)] or [test]
                for place in self.numeric:
                    for rows in [self.whole, *self.filters]:
                        if not rows.meets(amount):
                            for name in tests:
                                call = Call(name, (Call(operator, (rows.rows, self.names[place])), amount.literal))
                                used = (*rows.columns, place)
                                yield Candidate(call, operator, rows.mentions, used, (*rows.amounts, amount), trigger)

    def onlies(self) -> Iterator[Candidate]:
        """That there is one row of a kind, and which it is."""
        if not self.has["only"]:
            return
        for rows in self.filters:
            only = Call("only", (rows.rows,))
            yield Candidate(only, "only", rows.mentions, rows.columns, rows.amounts, "only")
            for mention in self.reading.mentions:
                if not rows.meets(mention) and all(one.column != mention.column for one in rows.mentions):
                    named = self._hop_is(rows, mention, "only which", "only")
                    yield named._replace(call=Call("and", (only, named.call)))

    def universals(self) -> Iterator[Candidate]:
        """What holds of all rows, of most, or of none."""
        shares = [(trigger, share) for trigger, share in (("every", "all"), ("mostly", "most")) if self.has[trigger]]
        for trigger, share in shares:
            for rows in [self.whole, *self.singles]:
                for mention in self.reading.mentions:
                    if not rows.meets(mention) and all(one.column != mention.column for one in rows.mentions):
                        call = Call(f"{share}_eq", (rows.rows, self.names[mention.column], mention.literal))
                        yield Candidate(call, share, (*rows.mentions, mention), (), (), trigger)
                yield from self._universal_bounds(rows, share, trigger)
        if self.has["negation"]:
            for rows in self.filters:
                yield Candidate(
                    Call("none", (rows.rows,)), "none", rows.mentions, rows.columns, rows.amounts, "negation"
                )

    def _universal_bounds(self, rows: _Filter, share: str, trigger: str) -> Iterator[Candidate]:
        for amount in self.amounts:
            tests = [name for name in _COMPARISONS if self._is_near(name, amount)] or ["eq"]
            for place in self.numeric[:3]:
                if not rows.meets(amount):
                    for test in tests:
                        call = Call(f"{share}_{test}", (rows.rows, self.names[place], amount.literal))
                        yield Candidate(call, share, rows.mentions, (place,), (amount,), trigger)

    def bounds(self) -> Iterator[Candidate]:
        """That what a row says is above or below a number."""
        for amount in self.amounts:
            for test in [name for name in _BOUNDS if self._is_near(name, amount)]:
                for rows in self.singles:
                    for place in self.numeric[:4]:
                        if not rows.meets(amount) and all(one.column != place for one in rows.mentions):
                            call = Call(test, (self._hop(rows, place), amount.literal))
                            yield Candidate(call, "bound", rows.mentions, (place,), (amount,), test)

    def pairs_alike(self) -> Iterator[Candidate]:
        """That two rows, or all of a kind, say the same in a column, or not."""
        for trigger, test in (("same", "eq"), ("different", "not_eq")):
            if not self.has[trigger]:
                continue
            places = self.named or range(min(len(self.names), _MOST_COLUMNS))
            for one, two in self._rivals():
                for place in places:
                    if place != one.mentions[0].column:
                        call = Call(test, (self._hop(one, place), self._hop(two, place)))
                        yield Candidate(call, trigger, (*one.mentions, *two.mentions), (place,), (), trigger)
            for rows in [self.whole, *self.singles]:
                for place in self.named:
                    if all(one.column != place for one in rows.mentions):
                        call = Call(trigger, (rows.rows, self.names[place]))
                        yield Candidate(call, f"all {trigger}", rows.mentions, (place,), (), trigger)

    def existing(self) -> Iterator[Candidate]:
        """That some row says all that the claim names."""
        for rows in self.filters:
            if len(rows.mentions) + len(rows.amounts) > 1:
                yield Candidate(Call("any", (rows.rows,)), "any", rows.mentions, rows.columns, rows.amounts)
        for one, two, three in islice(combinations(self.reading.mentions, 3), _MOST_OF_FAMILY):
            columns = {one.column, two.column, three.column}
            if len(columns) == 3 and not (one.meets(two) or one.meets(three) or two.meets(three)):
                all_three = self._of(three, self._both(one, two).rows)
                yield Candidate(Call("any", (all_three.rows,)), "any", (one, two, three))

    def orders(self) -> Iterator[Candidate]:
        """Which row of the table stands first, last, or at a place."""
        for ordinal in self.reading.ordinals[:2]:
            nth = _Filter(Call("nth", (ALL_ROWS, ordinal.literal)), (), (), (ordinal,))
            for mention in self.reading.mentions:
                yield self._hop_is(nth, mention, "nth")
        if self.has["last_row"]:
            for mention in self.reading.mentions:
                yield self._hop_is(_Filter(Call("last", (ALL_ROWS,))), mention, "last", "last_row")
