"""Proposes programs for a claim from the cells, columns and numbers it names and its words for computations."""

from collections.abc import Callable, Iterator
from itertools import islice

from veriscope.programs.candidates import CandidateProgram
from veriscope.programs.comparing import bounds, comparisons, counts_compared, differences, pairs_alike, ratios
from veriscope.programs.counting import counts, existing, halves, nones, onlies, universals
from veriscope.programs.language import Call
from veriscope.programs.mentions import ClaimReading
from veriscope.programs.ordering import extremes, negated_extremes, orders, runners_up, superlatives
from veriscope.programs.scope import Scope
from veriscope.tables import Frame

MOST_PROGRAMS = 400
_MOST_OF_FAMILY = 60
_AGGREGATES = (("average", "avg", "round_eq"), ("total", "sum", "eq"))


def propose_programs(reading: ClaimReading, frame: Frame) -> list[CandidateProgram]:
    """At most `MOST_PROGRAMS` candidates, family by family, each program once."""
    if not frame.rows:
        # That a table without rows has no row of a kind proves nothing.
        return []
    scope = Scope(reading, frame)
    # With one row there is nothing to count or to order.
    chosen = _FAMILIES if len(frame.rows) > 1 else (lookups, bounds, existing)
    found: dict[Call, CandidateProgram] = {}
    for family in chosen:
        for candidate in islice(family(scope), _MOST_OF_FAMILY):
            found.setdefault(candidate.call, candidate)
    return list(found.values())[:MOST_PROGRAMS]


def lookups(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that a named row holds a named cell or number in another column."""
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
                    yield CandidateProgram(call, "lookup number", rows.mentions, used, (*rows.amounts, amount))


def aggregates(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say what the sum or the average of a column is."""
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
                            yield CandidateProgram(
                                call, operator, rows.mentions, used, (*rows.amounts, amount), trigger
                            )


_FAMILIES: tuple[Callable[[Scope], Iterator[CandidateProgram]], ...] = (
    lookups, counts, halves, superlatives, runners_up, negated_extremes, extremes, comparisons, counts_compared,
    differences, ratios, aggregates, onlies, universals, nones, bounds, pairs_alike, existing, orders,
)  # fmt: skip
