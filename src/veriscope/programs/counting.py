"""Programs that count rows, or state how many satisfy a condition."""

from collections.abc import Iterator
from itertools import combinations, islice

from veriscope.programs.candidates import CandidateProgram, Filter
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import ClaimNumber
from veriscope.programs.scope import Scope

_MOST_TRIPLES = 60
_OF_ALL = {"before": "less", "after": "greater"}
_SHARES = (("every", "all"), ("mostly", "most"))


def counts(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say how many rows of a kind there are."""
    # Nobody counts millions of rows in a table of ten.
    most = max(50, 3 * len(scope.frame.rows))
    countable = [amount for amount in scope.amounts if 0 <= amount.value <= most and _counts_rows(scope, amount)]
    for amount in countable:
        tests = [name for name, _ in scope.tests(amount)] or ["eq"]
        for rows in [*scope.filters, scope.whole]:
            # "None uses the euro" is negative only once.
            is_twice = amount.value == 0 and rows.rows.operator == "filter_not_eq"
            if not rows.meets(amount) and not is_twice:
                for test in tests:
                    call = Call(test, (Call("count", (rows.rows,)), amount.literal))
                    used = (*rows.amounts, amount)
                    yield CandidateProgram(call, "count", rows.mentions, rows.columns, used, "count", rows.way)


def _counts_rows(scope: Scope, amount: ClaimNumber) -> bool:
    """Whether a number may count rows: it is whole and has no unit."""
    return amount.value == int(amount.value) and not scope.reading.measured.get(amount.start)


def halves(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that half of the rows are of a kind, or more or less than half."""
    if "half" not in scope.reading.words[:3]:
        return
    for rows in scope.filters:
        share = Call("ratio", (Call("count", (rows.rows,)), Call("count", (ALL_ROWS,))))
        first_words = scope.reading.words[:3]
        test = (
            "greater"
            if first_words[0] in {"more", "over"}
            else ("less" if first_words[0] in {"less", "fewer", "under"} else "eq")
        )
        yield CandidateProgram(
            Call(test, (share, "0.5")), "half", rows.mentions, rows.columns, rows.amounts, "times", rows.way
        )


def onlies(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that there is only one row of a kind, and which one."""
    if not scope.has["only"]:
        return
    for rows in scope.filters:
        only = Call("only", (rows.rows,))
        yield CandidateProgram(only, "only", rows.mentions, rows.columns, rows.amounts, "only", rows.way)
        for mention in scope.reading.mentions:
            if not rows.meets(mention) and not rows.reads(mention.column):
                named = scope.hop_is(rows, mention, "only which", "only")
                yield named._replace(call=Call("and", (only, named.call)))


def universals(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say what is true of all rows, or of most."""
    for trigger, share in [one for one in _SHARES if scope.has[one[0]]]:
        for rows in _of_all(scope):
            for mention in scope.reading.mentions:
                if not rows.meets(mention) and not rows.reads(mention.column):
                    call = Call(f"{share}_eq", (rows.rows, scope.names[mention.column], mention.literal))
                    yield CandidateProgram(call, share, (*rows.mentions, mention), (), (), trigger)
            yield from _universal_bounds(scope, rows, share, trigger)


def _of_all(scope: Scope) -> list[Filter]:
    """The rows that "all" may refer to; "both" refers to two."""
    rows = [scope.whole, *scope.singles]
    if "both" not in scope.reading.words:
        return rows
    pairs = [one for one in rows if one.mentions and len(one.mentions[0].rows) == 2]
    return pairs or rows


def _universal_bounds(scope: Scope, rows: Filter, share: str, trigger: str) -> Iterator[CandidateProgram]:
    for amount in scope.amounts:
        for place in scope.places(amount, 4):
            if not rows.meets(amount) and not rows.reads(place):
                for test, way in scope.tests(amount, place) or [("eq", -1)]:
                    call = Call(
                        f"{share}_{_OF_ALL.get(test, test)}",
                        (rows.rows, scope.names[place], scope.literal(amount, place)),
                    )
                    yield CandidateProgram(call, share, rows.mentions, (place,), (amount,), trigger, way)


def nones(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that there is no row of a kind."""
    if scope.has["negation"]:
        for rows in scope.filters:
            if rows.rows.operator == "filter_not_eq":
                continue
            call = Call("none", (rows.rows,))
            yield CandidateProgram(call, "none", rows.mentions, rows.columns, rows.amounts, "negation", rows.way)


def existing(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that some row holds everything that the claim names."""
    for rows in scope.filters:
        if len(rows.mentions) + len(rows.amounts) > 1:
            yield CandidateProgram(Call("any", (rows.rows,)), "any", rows.mentions, rows.columns, rows.amounts)
    for one, two, three in islice(combinations(scope.reading.mentions, 3), _MOST_TRIPLES):
        columns = {one.column, two.column, three.column}
        if len(columns) == 3 and not (one.meets(two) or one.meets(three) or two.meets(three)):
            all_three = scope.of(three, scope.both(one, two).rows)
            yield CandidateProgram(Call("any", (all_three.rows,)), "any", (one, two, three))
