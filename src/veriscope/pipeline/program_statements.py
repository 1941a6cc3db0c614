"""Plain statements about tables with the programs that they assert, written by rules: lessons for the chooser.

Whether a statement is true does not matter here: what is learned is which program says what the statement says.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from veriscope.programs import ALL_ROWS, Call, Frame
from veriscope.programs.order import Kind

_LEAST_ROWS, _MOST_ROWS = 4, 60
_LONGEST = 40
_ORDINALS = ("second", "third", "fourth", "fifth")
_SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Lesson(NamedTuple):
    """A statement with the program that it asserts."""

    statement: str
    program: Call


class _Words(NamedTuple):
    """What a statement is written with: two names, a value that several rows share, a number column, some numbers."""

    draw: random.Random
    name: str
    one: str
    two: str
    kind: str
    value: str
    measure: str
    low: str
    high: str
    number: int

    def row(self, name: str) -> Call:
        return Call("filter_eq", (ALL_ROWS, self.name, name))

    def of_value(self) -> Call:
        return Call("filter_eq", (ALL_ROWS, self.kind, self.value))

    def hop(self, name: str) -> Call:
        return Call("hop", (self.row(name), self.measure))

    def counted(self) -> str:
        return _SPELLED[self.number] if self.number < len(_SPELLED) and self.draw.random() < 0.6 else str(self.number)

    def said(self, *forms: str) -> str:
        return self.draw.choice(forms)


def lessons(frames: Sequence[Frame], *, count: int, seed: int) -> Iterator[tuple[Frame, Lesson]]:
    """So many statements, each about a table drawn at random; fewer where hardly a table fits."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    fitting = [frame for frame in frames if _LEAST_ROWS <= len(frame.rows) <= _MOST_ROWS]
    made = 0
    for _ in range(20 * count if fitting else 0):
        frame = draw.choice(fitting)
        words = _words(frame, draw)
        if words is not None:
            yield frame, draw.choice(_KINDS)(words)
            made += 1
            if made == count:
                return


def _words(frame: Frame, draw: random.Random) -> _Words | None:
    names = [place for place in range(len(frame.columns)) if _is_naming(frame, place)]
    numbers = [place for place in range(len(frame.columns)) if frame.kind(place) is Kind.AMOUNT and place not in names]
    kinds = [place for place in range(len(frame.columns)) if _is_shared(frame, place) and place not in numbers]
    if not names or not numbers or not kinds:
        return None
    name, measure, kind = names[0], draw.choice(numbers), draw.choice(kinds)
    rows = [row for row in range(len(frame.rows)) if row not in frame.totals]
    one, two = (frame.rows[row][name].text for row in draw.sample(rows, 2))
    value = frame.rows[draw.choice(rows)][kind].text
    amounts = sorted(found.amount.value for row in rows if (found := frame.values(measure)[row]).amount)
    if not value or not one or not two or len(amounts) < _LEAST_ROWS:
        return None
    low, high = sorted(draw.sample(amounts, 2))
    told = frame.column_names
    return _Words(
        draw,
        told[name],
        one,
        two,
        told[kind],
        value,
        told[measure],
        f"{low:.12g}",
        f"{high:.12g}",
        draw.randint(1, len(rows)),
    )


def _is_naming(frame: Frame, place: int) -> bool:
    texts = [row[place].text for row in frame.rows]
    return len(set(texts)) == len(texts) and all(0 < len(text) <= _LONGEST and text[0].isalpha() for text in texts)


def _is_shared(frame: Frame, place: int) -> bool:
    texts = [row[place].text for row in frame.rows if row[place].text]
    return 1 < len(set(texts)) <= len(texts) / 1.5 and all(
        text[:1].isalpha() and len(text) <= _LONGEST for text in texts
    )


def _superlative(w: _Words) -> Lesson:
    way = w.draw.choice(("max", "min"))
    most = w.said("highest", "most", "largest") if way == "max" else w.said("lowest", "least", "smallest")
    call = Call("eq", (Call("hop", (Call(f"arg{way}", (ALL_ROWS, w.measure)), w.name)), w.one))
    return Lesson(w.said(f"{w.one} has the {most} {w.measure}.", f"The {most} {w.measure} is that of {w.one}."), call)


def _superlative_of_kind(w: _Words) -> Lesson:
    way = w.draw.choice(("max", "min"))
    most = w.said("highest", "most") if way == "max" else w.said("lowest", "least")
    call = Call("eq", (Call("hop", (Call(f"arg{way}", (w.of_value(), w.measure)), w.name)), w.one))
    return Lesson(w.said(f"Of all with {w.value}, {w.one} has the {most} {w.measure}.",
                         f"{w.one} has the {most} {w.measure} of {w.value}."), call)  # fmt: skip


def _ordinal(w: _Words) -> Lesson:
    place = w.draw.randint(2, 5)
    way = w.draw.choice(("max", "min"))
    most = "highest" if way == "max" else "lowest"
    call = Call("eq", (Call("hop", (Call(f"nth_arg{way}", (ALL_ROWS, w.measure, str(place))), w.name)), w.one))
    return Lesson(w.said(f"{w.one} has the {_ORDINALS[place - 2]} {most} {w.measure}.",
                         f"{w.one} comes {_ORDINALS[place - 2]} by {most} {w.measure}."), call)  # fmt: skip


def _extreme(w: _Words) -> Lesson:
    way = w.draw.choice(("max", "min"))
    most = "highest" if way == "max" else "lowest"
    return Lesson(f"The {most} {w.measure} is {w.high}.", Call("eq", (Call(way, (ALL_ROWS, w.measure)), w.high)))


def _count(w: _Words) -> Lesson:
    call = Call("eq", (Call("count", (w.of_value(),)), str(w.number)))
    return Lesson(w.said(f"{w.value} stands there {w.counted()} times.", f"There are {w.counted()} with {w.value}.",
                         f"{w.counted()} have {w.kind} {w.value}."), call)  # fmt: skip


def _count_bound(w: _Words) -> Lesson:
    test = w.draw.choice(("greater", "less"))
    than = "more than" if test == "greater" else w.said("less than", "fewer than")
    call = Call("eq", (Call("count", (Call(f"filter_{test}", (ALL_ROWS, w.measure, w.low)),)), str(w.number)))
    return Lesson(w.said(f"{w.counted()} have {than} {w.low} {w.measure}.",
                         f"There are {w.counted()} with a {w.measure} of {than} {w.low}."), call)  # fmt: skip


def _count_both(w: _Words) -> Lesson:
    rows = Call("filter_greater", (w.of_value(), w.measure, w.low))
    call = Call("eq", (Call("count", (rows,)), str(w.number)))
    return Lesson(f"{w.counted()} of {w.value} have more than {w.low} {w.measure}.", call)


def _count_within(w: _Words) -> Lesson:
    rows = Call("filter_within", (ALL_ROWS, w.measure, w.low, w.high))
    call = Call("eq", (Call("count", (rows,)), str(w.number)))
    return Lesson(f"{w.counted()} have a {w.measure} between {w.low} and {w.high}.", call)


def _comparison(w: _Words) -> Lesson:
    test = w.draw.choice(("greater", "less"))
    more = w.said("more", "higher") if test == "greater" else w.said("less", "lower")
    call = Call(test, (w.hop(w.one), w.hop(w.two)))
    return Lesson(w.said(f"{w.one} has {more} {w.measure} than {w.two}.",
                         f"The {w.measure} of {w.one} is {more} than that of {w.two}."), call)  # fmt: skip


def _difference(w: _Words) -> Lesson:
    call = Call("eq", (Call("diff", (w.hop(w.one), w.hop(w.two))), w.low))
    return Lesson(w.said(f"{w.one} has {w.low} more {w.measure} than {w.two}.",
                         f"The {w.measure} of {w.one} is higher than that of {w.two} by {w.low}."), call)  # fmt: skip


def _ratio(w: _Words) -> Lesson:
    times = w.draw.randint(2, 9)
    call = Call("greater", (Call("ratio", (w.hop(w.one), w.hop(w.two))), str(times)))
    return Lesson(f"{w.one} has more than {_SPELLED[times]} times the {w.measure} of {w.two}.", call)


def _total(w: _Words) -> Lesson:
    operator, test = w.draw.choice((("sum", "eq"), ("avg", "round_eq")))
    kind = "total" if operator == "sum" else "average"
    call = Call(test, (Call(operator, (ALL_ROWS, w.measure)), w.high))
    return Lesson(w.said(f"The {kind} {w.measure} is {w.high}.", f"They have {w.high} {w.measure} in {kind}."), call)


def _total_of_kind(w: _Words) -> Lesson:
    call = Call("greater", (Call("sum", (w.of_value(), w.measure)), w.low))
    return Lesson(f"Together, those of {w.value} have more than {w.low} {w.measure}.", call)


def _only(w: _Words) -> Lesson:
    which = Call("eq", (Call("hop", (w.of_value(), w.name)), w.one))
    call = Call("and", (Call("only", (w.of_value(),)), which))
    return Lesson(w.said(f"{w.one} is the only one with {w.value}.", f"Only {w.one} has {w.kind} {w.value}."), call)


def _every(w: _Words) -> Lesson:
    share = w.draw.choice(("all", "most"))
    test = w.draw.choice(("greater", "less"))
    than = "more than" if test == "greater" else "less than"
    call = Call(f"{share}_{test}", (ALL_ROWS, w.measure, w.low))
    return Lesson(f"{share.capitalize()} have {than} {w.low} {w.measure}.", call)


def _none(w: _Words) -> Lesson:
    if w.draw.random() < 0.5:
        return Lesson(f"None has {w.kind} {w.value}.", Call("none", (w.of_value(),)))
    rows = Call("filter_greater", (ALL_ROWS, w.measure, w.high))
    return Lesson(f"None has more than {w.high} {w.measure}.", Call("none", (rows,)))


def _unsurpassed(w: _Words) -> Lesson:
    way, more = w.draw.choice((("max", "more"), ("min", "less")))
    call = Call("eq", (Call("hop", (Call(f"arg{way}", (ALL_ROWS, w.measure)), w.name)), w.one))
    return Lesson(f"No other has {more} {w.measure} than {w.one}.", call)


def _bound(w: _Words) -> Lesson:
    test, than = w.draw.choice((("greater", "more than"), ("less", "less than"), ("greater_eq", "at least")))
    return Lesson(f"{w.one} has {than} {w.low} {w.measure}.", Call(test, (w.hop(w.one), w.low)))


def _lookup(w: _Words) -> Lesson:
    if w.draw.random() < 0.5:
        return Lesson(f"{w.one} has {w.low} {w.measure}.", Call("eq", (w.hop(w.one), w.low)))
    call = Call("eq", (Call("hop", (w.row(w.one), w.kind)), w.value))
    return Lesson(w.said(f"The {w.kind} of {w.one} is {w.value}.", f"{w.one} has {w.value}."), call)


_KINDS: tuple[Callable[[_Words], Lesson], ...] = (
    _superlative, _superlative_of_kind, _ordinal, _extreme, _count, _count_bound, _count_both, _count_within,
    _comparison, _difference, _ratio, _total, _total_of_kind, _only, _every, _none, _unsurpassed, _bound, _lookup,
)  # fmt: skip
