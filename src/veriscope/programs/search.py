"""Proposes programs for a claim: from the cells, columns and numbers that it names, and its words for computations."""

from collections.abc import Callable, Iterator
from itertools import islice

from veriscope.programs.candidates import Candidate
from veriscope.programs.comparing import bounds, comparisons, counts_compared, differences, pairs_alike, ratios
from veriscope.programs.counting import counts, existing, halves, nones, onlies, universals
from veriscope.programs.frame import Frame
from veriscope.programs.language import Call
from veriscope.programs.mentions import Reading
from veriscope.programs.ordering import extremes, orders, runners_up, superlatives, unsurpassed
from veriscope.programs.scope import Scope

MOST_PROGRAMS = 400
_MOST_OF_FAMILY = 60
_AGGREGATES = (("average", "avg", "round_eq"), ("total", "sum", "eq"))


def proposed(reading: Reading, frame: Frame) -> list[Candidate]:
    """The candidates, those of each family in the order of what they rest on; at most `MOST_PROGRAMS`."""
    if not frame.rows:
        # That a table without rows has none of a kind tells nothing.
        return []
    scope = Scope(reading, frame)
    # Of one row there is nothing to count or to order.
    chosen = _FAMILIES if len(frame.rows) > 1 else (lookups, bounds, existing)
    found: dict[Call, Candidate] = {}
    for family in chosen:
        for candidate in islice(family(scope), _MOST_OF_FAMILY):
            found.setdefault(candidate.call, candidate)
    return list(found.values())[:MOST_PROGRAMS]


def lookups(scope: Scope) -> Iterator[Candidate]:
    """What a row that the claim names says in another column: a cell that is named, or a number."""
    sources = scope.filters + [scope.whole] * (len(scope.frame.rows) == 1)
    for rows in sources:
        for mention in scope.reading.mentions:
            if not rows.meets(mention) and not rows.reads(mention.column):
                yield scope.hop_is(rows, mention, "lookup")._replace(way=-1)
    for rows in sources:
        for place in scope.named:
            for amount in scope.amounts if place in scope.ordered else ():
                if not rows.meets(amount) and not rows.reads(place):
                    call = Call("eq", (scope.hop(rows, place), scope.literal(amount, place)))
                    used = (*rows.columns, place)
                    yield Candidate(call, "lookup number", rows.mentions, used, (*rows.amounts, amount))


def aggregates(scope: Scope) -> Iterator[Candidate]:
    """The sum or the average of a column."""
    for trigger, operator, plain in _AGGREGATES:
        test = "round_eq" if scope.has["approximate"] else plain
        for amount in scope.amounts if scope.has[trigger] else ():
            tests = [name for name, _ in scope.tests(amount)] or [test]
            for place in scope.places(amount):
                for rows in [scope.whole, *scope.filters]:
                    if not rows.meets(amount):
                        literal = scope.literal(amount, place)
                        for name in tests:
                            call = Call(name, (Call(operator, (rows.rows, scope.names[place])), literal))
                            used = (*rows.columns, place)
                            yield Candidate(call, operator, rows.mentions, used, (*rows.amounts, amount), trigger)


_FAMILIES: tuple[Callable[[Scope], Iterator[Candidate]], ...] = (
    lookups, counts, halves, superlatives, runners_up, unsurpassed, extremes, comparisons, counts_compared, differences,
    ratios, aggregates, onlies, universals, nones, bounds, pairs_alike, existing, orders,
)  # fmt: skip
