"""Families of programs that compare two rows, or a row and a number."""

from collections.abc import Iterator

from veriscope.programs.candidates import CandidateProgram, Filter
from veriscope.programs.language import Call
from veriscope.programs.mentions import ClaimNumber
from veriscope.programs.scope import MOST_COLUMNS, Scope

_BY_SIGN = {1: "greater", -1: "less"}
_IN_TIME = {1: "after", -1: "before"}


def _signs(scope: Scope, place: int) -> list[tuple[int, int, str]]:
    """Which of two rows has more of a column by the claim's words: the sign, how the claim says it, and the trigger."""
    is_time = scope.reading.times[place]
    found = [(sign, way, _BY_SIGN[sign]) for sign, way in scope.ways(place, is_superlative=False)]
    if is_time:
        when = [(sign, 2, name) for sign, name in _IN_TIME.items() if scope.has[name]]
        found = when or [one for one in found if one[1] == 2] or found
    if not found:
        named = ((1, "greater"), (-1, "less"), (1, "after"), (-1, "before"))
        found = [(sign, 0, name) for sign, name in named if scope.has[name]]
    return found


def comparisons(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say which of two rows has more of something, or comes first."""
    for one, two in scope.rivals():
        for place in scope.numeric:
            if place != one.mentions[0].column:
                for sign, way, trigger in _signs(scope, place):
                    test = (_IN_TIME if scope.reading.times[place] else _BY_SIGN)[sign]
                    call = Call(test, (scope.hop(one, place), scope.hop(two, place)))
                    used = (*one.mentions, *two.mentions)
                    yield CandidateProgram(call, "comparison", used, (place,), (), trigger, way)


def counts_compared(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say which of two kinds has more rows."""
    for one, two in scope.rivals():
        if max(len(one.mentions[0].rows), len(two.mentions[0].rows)) > 1:
            for sign, test in _BY_SIGN.items():
                if scope.has[test]:
                    call = Call(test, (Call("count", (one.rows,)), Call("count", (two.rows,))))
                    used = (*one.mentions, *two.mentions)
                    yield CandidateProgram(call, "counts compared", used, (), (), test, 1 if sign else 0)


def differences(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say by how much two rows differ."""
    if not scope.has["difference"]:
        return
    test = "round_eq" if scope.has["approximate"] else "eq"
    for one, two in scope.rivals():
        for place, amount in _measures(scope, one, two):
            signs = _signs(scope, place) or [(1, 0, ""), (-1, 0, "")]
            tests = [name for name, _ in scope.tests(amount)] if _is_bounded(scope, amount) else [test]
            for sign, way, _ in signs:
                first, second = (one, two) if sign > 0 else (two, one)
                gap = Call("diff", (scope.hop(first, place), scope.hop(second, place)))
                used = (*first.mentions, *second.mentions)
                for name in tests:
                    call = Call(name, (gap, scope.literal(amount, place)))
                    yield CandidateProgram(call, "difference", used, (place,), (amount,), "difference", way)


def _is_bounded(scope: Scope, amount: ClaimNumber) -> bool:
    """Whether words just before a number bound it: "more than 5 years older", not "5 more"."""
    words_before = scope.reading.words[max(0, amount.start - 2) : amount.start]
    return (
        words_before[-1:] == ("than",)
        or words_before in {("at", "least"), ("at", "most")}
        or words_before[-1:] in {("over",), ("under",)}
    )


def _measures(scope: Scope, one: Filter, two: Filter) -> Iterator[tuple[int, ClaimNumber]]:
    for amount in scope.amounts:
        for place in scope.places(amount):
            if not one.meets(amount) and not two.meets(amount) and place != one.mentions[0].column:
                yield place, amount


def ratios(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say how many times one row's value is another's."""
    if not scope.has["times"]:
        return
    for one, two in scope.rivals():
        for place, amount in _measures(scope, one, two):
            share = Call("ratio", (scope.hop(one, place), scope.hop(two, place)))
            for test in [name for name, _ in scope.tests(amount)] or ["round_eq"]:
                used = (*one.mentions, *two.mentions)
                yield CandidateProgram(Call(test, (share, amount.literal)), "ratio", used, (place,), (amount,), "times")


def bounds(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that a row's value is above or below a number."""
    for amount in scope.amounts:
        for place in scope.places(amount, 4):
            for test, way in scope.tests(amount, place):
                for rows in scope.singles:
                    if not rows.meets(amount) and not rows.reads(place):
                        call = Call(test, (scope.hop(rows, place), scope.literal(amount, place)))
                        yield CandidateProgram(call, "bound", rows.mentions, (place,), (amount,), test, way)


def pairs_alike(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that two rows, or all rows of a kind, have the same value in a column, or different ones."""
    for trigger, test in (("same", "eq"), ("different", "not_eq")):
        if not scope.has[trigger]:
            continue
        places = scope.named or range(min(len(scope.names), MOST_COLUMNS))
        for one, two in scope.rivals():
            for place in places:
                if place != one.mentions[0].column:
                    call = Call(test, (scope.hop(one, place), scope.hop(two, place)))
                    yield CandidateProgram(call, trigger, (*one.mentions, *two.mentions), (place,), (), trigger)
        for rows in [scope.whole, *scope.singles]:
            for place in scope.named:
                if not rows.reads(place):
                    call = Call(trigger, (rows.rows, scope.names[place]))
                    yield CandidateProgram(call, f"all {trigger}", rows.mentions, (place,), (), trigger)
