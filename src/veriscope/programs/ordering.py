"""Families of programs that order rows: the most of something, the second, no other has more, the first row."""

from collections.abc import Iterator

from veriscope.programs.candidates import CandidateProgram, Filter
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.mentions import Mention
from veriscope.programs.scope import Scope

_SHORT = {1: "max", -1: "min"}
_TRIGGERS = {1: "highest", -1: "lowest"}


def _directions(scope: Scope, place: int) -> list[tuple[str, str, int]]:
    """The ways in which a claim asks for the end of a column: the trigger, `max` or `min`, and how it says so."""
    found = scope.ways(place, is_superlative=True)
    if not found and scope.has["unrivalled"]:
        found = scope.ways(place, is_superlative=False)
        return [("unrivalled", _SHORT[sign], way) for sign, way in found]
    if not found:
        # "third by area" only says that there is an order.
        is_told = [sign for sign in (1, -1) if scope.has[_TRIGGERS[sign]]]
        both = ((-1,) if "rank" in scope.measures[place] else (1, -1)) if scope.reading.ordinals else ()
        found = [(sign, 0) for sign in is_told or both]
    return [(_TRIGGERS[sign], _SHORT[sign], way) for sign, way in found]


def superlatives(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say which row has the most of something."""
    several = [rows for rows in scope.singles if len(rows.mentions) == 1 and len(rows.mentions[0].rows) > 1]
    for place in scope.numeric:
        for trigger, short, way in _directions(scope, place):
            for mention in scope.reading.mentions:
                for rows in [scope.whole, *several, *scope.bounded[:2]]:
                    if mention.column != place and not rows.meets(mention) and not rows.reads(mention.column):
                        yield from _superlative(scope, rows._replace(way=way), place, mention, trigger, short)


def _superlative(
    scope: Scope, rows: Filter, place: int, mention: Mention, trigger: str, short: str
) -> Iterator[CandidateProgram]:
    columns = (*rows.columns, place)
    for ordinal in scope.reading.ordinals[:2]:
        if ordinal.value > 1:
            best = Call(f"nth_arg{short}", (rows.rows, scope.names[place], ordinal.literal))
            used = rows._replace(rows=best, columns=columns, amounts=(*rows.amounts, ordinal))
            yield scope.hop_is(used, mention, "ordinal", trigger)
    if not _is_ordinal(scope, place):
        best = Call(f"arg{short}", (rows.rows, scope.names[place]))
        found = scope.hop_is(rows._replace(rows=best, columns=columns), mention, "superlative", trigger)
        yield found
        # "The Lions have the most points, 41."
        for amount in scope.amounts[:2]:
            if not rows.meets(amount) and not mention.meets(amount) and place in scope.places(amount):
                value = Call(short, (rows.rows, scope.names[place]))
                both = Call("and", (Call("eq", (value, scope.literal(amount, place))), found.call))
                yield found._replace(call=both, family="superlative value", amounts=(*found.amounts, amount))


def _is_ordinal(scope: Scope, place: int) -> bool:
    """Whether an ordinal is just before the word that orders a column: "second most populous" is not the most."""
    best = {way.place for way in scope.reading.ways[place] if way.is_superlative}
    behind = {one.start + step for one in scope.reading.ordinals if one.value > 1 for step in (1, 2)}
    return bool(best & behind)


def runners_up(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say which row comes next after the best: "After Norway, Sweden has the most teams"."""
    places = scope.reading.triggers["runner_up"]
    for one, two in scope.rivals() if places else ():
        for first, second in ((one.mentions[0], two.mentions[0]), (two.mentions[0], one.mentions[0])):
            if not {first.start - 1, first.start - 2} & places:
                continue
            for place in scope.numeric[:4]:
                for sign, way in scope.ways(place, is_superlative=True):
                    if place != second.column:
                        best = Call(f"nth_arg{_SHORT[sign]}", (ALL_ROWS, scope.names[place], "2"))
                        rows = Filter(best, (first,), (place,), (), way)
                        yield scope.hop_is(rows, second, "runner up", "runner_up")


def negated_extremes(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say that no row has more, or less, than a named one."""
    if not scope.has["negation"]:
        return
    for place in scope.numeric[:4]:
        for sign, way in scope.ways(place, is_superlative=False):
            for mention in scope.reading.mentions:
                if mention.column != place:
                    call = Call(f"arg{_SHORT[sign]}", (ALL_ROWS, scope.names[place]))
                    best = Filter(call, (), (place,), (), way)
                    yield scope.hop_is(best, mention, "unsurpassed", "greater" if sign > 0 else "less")


def extremes(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say what the highest or the second highest value is."""
    for place in scope.numeric:
        for trigger, short, way in _directions(scope, place):
            for amount in scope.amounts:
                for rows in [scope.whole, *scope.singles] if place in scope.places(amount) else ():
                    if not rows.meets(amount) and not rows.reads(place):
                        literal = scope.literal(amount, place)
                        value = Call(short, (rows.rows, scope.names[place]))
                        found = CandidateProgram(
                            Call("eq", (value, literal)), "extreme", rows.mentions, (place,), (amount,), trigger, way
                        )
                        yield found
                        for ordinal in scope.reading.ordinals[:1] if rows is scope.whole else ():
                            if ordinal.value > 1:
                                nth = Call(f"nth_{short}", (rows.rows, scope.names[place], ordinal.literal))
                                yield found._replace(call=Call("eq", (nth, literal)), amounts=(ordinal, amount))


def orders(scope: Scope) -> Iterator[CandidateProgram]:
    """Programs that say which row of the table is first, last, or at a place."""
    for ordinal in scope.reading.ordinals[:2]:
        nth = Filter(Call("nth", (ALL_ROWS, ordinal.literal)), (), (), (ordinal,))
        for mention in scope.reading.mentions:
            yield scope.hop_is(nth, mention, "nth")
    if scope.has["last_row"]:
        for mention in scope.reading.mentions:
            yield scope.hop_is(Filter(Call("last", (ALL_ROWS,))), mention, "last", "last_row")
