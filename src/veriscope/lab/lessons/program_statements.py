"""Writes plain statements about tables by rule, with the programs that they assert, for choosing programs.

Whether a statement is true does not matter here: the lesson is which program means the same as the statement.
"""

import random
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from veriscope.lab.lessons.program_words import LEAST_ROWS, MOST_ROWS, Words, number_word, words_about
from veriscope.programs import ALL_ROWS, Call
from veriscope.tables import Frame

_PHRASINGS = Path(__file__).parent / "data" / "program_phrasings.toml"
_ORDINALS = ("second", "third", "fourth", "fifth")
_THAN = {
    "greater": ("more than", "over", "above", "greater than", "in excess of"),
    "less": ("less than", "fewer than", "under", "below"),
    "greater_eq": ("at least", "no less than", "no fewer than"),
    "less_eq": ("at most", "no more than", "up to"),
}
_STRICT = {1: "greater", -1: "less"}
_IN_TIME = {1: "after", -1: "before"}
_SHORT = {1: "max", -1: "min"}
_ALL = {"all": {"all": "all", "each": "every"}, "most": {"all": "most", "bulk": "the majority of"}}
_LEADS = ("among the {nouns}, ", "of all the {nouns}, ", "in the {caption}, ", "according to the table, ",
          "in the list of {nouns}, ",
          "of the {nouns} in the {caption}, ", "among the {nouns} of {caption}, ")  # fmt: skip
_LED = 0.3


class ProgramStatement(NamedTuple):
    """A statement with the program that it asserts."""

    statement: str
    program: Call


class _Form(NamedTuple):
    """A kind of statement: the name of its phrasings, further values that fill them, and the program."""

    name: str
    program: Call
    sign: int = 1
    more: dict[str, str] = {}  # noqa: RUF012 - never written to


def lessons(frames: Sequence[Frame], *, count: int, seed: int) -> Iterator[tuple[Frame, ProgramStatement]]:
    """`count` statements, each about a random table; fewer if hardly any table is suitable."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    fitting = [frame for frame in frames if LEAST_ROWS <= len(frame.rows) <= MOST_ROWS]
    made = 0
    for _ in range(20 * count if fitting else 0):
        frame = draw.choice(fitting)
        words = words_about(frame, draw)
        if words is not None:
            yield frame, _lesson(words, draw.choice(_KINDS))
            made += 1
            if made == count:
                return


def _lesson(words: Words, kind: Callable[[Words], _Form]) -> ProgramStatement:
    form = kind(words)
    fields = words.fields(form.sign) | form.more
    fitting = [text for text in _phrasings()[form.name] if _fields(text) <= fields.keys()]
    text = words.draw.choice(fitting).format_map(fields)
    if words.draw.random() < _LED:
        text = words.draw.choice(_LEADS).format_map(fields | {"caption": words.caption}) + text
    return ProgramStatement(f"{text[0].upper()}{text[1:]}.", form.program)


@cache
def _phrasings() -> dict[str, list[str]]:
    return tomllib.loads(_PHRASINGS.read_text(encoding="utf-8"))


@cache
def _fields(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def _sign(w: Words) -> int:
    return w.draw.choice((1, -1))


def _than(w: Words, sign: int) -> tuple[str, dict[str, str]]:
    """A test that bounds a number, and its wording."""
    test = _STRICT[sign] if w.draw.random() < 0.75 else f"{_STRICT[sign]}_eq"
    return test, {"than": w.draw.choice(_THAN[test])}


def _is(rows: Call, w: Words) -> Call:
    return Call("eq", (Call("hop", (rows, w.name)), w.one))


def _counts(rows: Call, w: Words, test: str = "eq") -> Call:
    return Call(test, (Call("count", (rows,)), str(w.number)))


def _superlative(w: Words) -> _Form:
    sign = _sign(w)
    return _Form("superlative", _is(Call(f"arg{_SHORT[sign]}", (ALL_ROWS, w.measure)), w), sign)


def _superlative_value(w: Words) -> _Form:
    sign = _sign(w)
    is_it = _is(Call(f"arg{_SHORT[sign]}", (ALL_ROWS, w.measure)), w)
    is_so = Call("eq", (Call(_SHORT[sign], (ALL_ROWS, w.measure)), w.low))
    return _Form("superlative_value", Call("and", (is_so, is_it)), sign)


def _first(w: Words) -> _Form:
    return _Form("first", _is(Call("argmax", (ALL_ROWS, w.measure)), w))


def _superlative_of_kind(w: Words) -> _Form:
    sign = _sign(w)
    return _Form("superlative_of_kind", _is(Call(f"arg{_SHORT[sign]}", (w.of_value(), w.measure)), w), sign)


def _ordinal(w: Words) -> _Form:
    place, sign = w.draw.randint(2, 5), _sign(w)
    rows = Call(f"nth_arg{_SHORT[sign]}", (ALL_ROWS, w.measure, str(place)))
    return _Form("ordinal", _is(rows, w), sign, {"nth": _ORDINALS[place - 2]})


def _ranked(w: Words) -> _Form:
    place = w.draw.randint(2, 5)
    rows = Call("nth_argmax", (ALL_ROWS, w.measure, str(place)))
    return _Form("ranked", _is(rows, w), 1, {"nth": _ORDINALS[place - 2]})


def _runner_up(w: Words) -> _Form:
    sign = _sign(w)
    return _Form("runner_up", _is(Call(f"nth_arg{_SHORT[sign]}", (ALL_ROWS, w.measure, "2")), w), sign)


def _extreme(w: Words) -> _Form:
    sign = _sign(w)
    return _Form("extreme", Call("eq", (Call(_SHORT[sign], (ALL_ROWS, w.measure)), w.low)), sign)


def _count(w: Words) -> _Form:
    return _Form("count", _counts(w.of_value(), w))


def _count_times(w: Words) -> _Form:
    return _Form("count_times", _counts(w.of_value(), w))


def _count_compared_with(w: Words) -> _Form:
    test, than = _than(w, _sign(w))
    return _Form("count_compared_with", _counts(w.of_value(), w, test), 1, than)


def _count_bound(w: Words) -> _Form:
    """A count of the rows above or below a number, or before or after a year."""
    sign = _sign(w)
    if w.is_time and w.draw.random() < 0.7:
        rows = Call(f"filter_{_IN_TIME[sign]}", (ALL_ROWS, w.measure, w.low))
        return _Form("count_when", _counts(rows, w), sign, {"low": w.low})
    test, than = _than(w, sign)
    rows = Call(f"filter_{test}", (ALL_ROWS, w.measure, w.low))
    # "older than 5" is a strict bound, so it is used only with a strict test.
    return _Form("count_bound" if test == _STRICT[sign] else "count_limit", _counts(rows, w), sign, than)


def _count_at(w: Words) -> _Form:
    return _Form("count_at", _counts(Call("filter_eq", (ALL_ROWS, w.measure, w.low)), w))


def _count_both(w: Words) -> _Form:
    sign = _sign(w)
    rows = Call(f"filter_{_STRICT[sign]}", (w.of_value(), w.measure, w.low))
    return _Form("count_both", _counts(rows, w), sign, {"than": w.draw.choice(_THAN[_STRICT[sign]])})


def _count_within(w: Words) -> _Form:
    rows = Call("filter_within", (ALL_ROWS, w.measure, w.low, w.high))
    return _Form("count_within", _counts(rows, w), 1, {"low": w.low})


def _count_not(w: Words) -> _Form:
    return _Form("count_not", _counts(Call("filter_not_eq", (ALL_ROWS, w.kind, w.value)), w))


def _count_zero(w: Words) -> _Form:
    rows = Call("filter_eq", (ALL_ROWS, w.measure, "0"))
    if w.draw.random() < 0.3:
        return _Form("only_zero", Call("and", (Call("only", (rows,)), _is(rows, w))))
    return _Form("count_zero", _counts(rows, w))


def _count_all(w: Words) -> _Form:
    return _Form("count_all", _counts(ALL_ROWS, w))


def _only(w: Words) -> _Form:
    rows, name = w.of_value(), "only"
    more: dict[str, str] = {}
    sign = _sign(w)
    if w.draw.random() < 0.4:
        more = {"than": w.draw.choice(_THAN[_STRICT[sign]])}
        rows, name = Call(f"filter_{_STRICT[sign]}", (ALL_ROWS, w.measure, w.low)), "only_bound"
    only = Call("only", (rows,))
    if w.draw.random() < 0.4:
        return _Form(name.replace("only", "only_one"), only, sign, more)
    return _Form(name, Call("and", (only, _is(rows, w))), sign, more)


def _comparison(w: Words) -> _Form:
    sign = _sign(w)
    name = "comparison_when" if w.is_time else "comparison"
    return _Form(name, Call(_STRICT[sign], (w.hop(w.one), w.hop(w.two))), sign)


def _counts_compared(w: Words) -> _Form:
    sign = _sign(w)
    others = Call("filter_eq", (ALL_ROWS, w.kind, w.other))
    return _Form(
        "counts_compared", Call(_STRICT[sign], (Call("count", (w.of_value(),)), Call("count", (others,)))), sign
    )


def _difference(w: Words) -> _Form:
    sign = _sign(w)
    if w.is_time:
        span = str(w.draw.randint(1, 60))
        gap = Call("eq", (Call("diff", (w.hop(w.one), w.hop(w.two))), span))
        said = number_word(int(span)) if w.draw.random() < 0.5 else span
        return _Form("difference_when", gap, sign, {"span": said})
    gap = Call("eq", (Call("diff", (w.hop(w.one), w.hop(w.two))), w.low))
    return _Form("difference", gap, sign) if w.draw.random() < 0.6 else _Form("difference_over", gap)


def _ratio(w: Words) -> _Form:
    times = w.draw.randint(2, 9)
    share = Call("ratio", (w.hop(w.one), w.hop(w.two)))
    if w.draw.random() < 0.3:
        return _Form("ratio_twice", Call("greater", (share, "2")))
    if w.draw.random() < 0.4:
        return _Form("ratio_equal", Call("round_eq", (share, str(times))), 1, {"times": number_word(times)})
    return _Form("ratio", Call("greater", (share, str(times))), 1, {"times": number_word(times)})


def _total(w: Words) -> _Form:
    sign = _sign(w)
    rows = w.of_value() if w.draw.random() < 0.5 else ALL_ROWS
    found = Call("sum", (rows, w.measure))
    if w.draw.random() < 0.4:
        than = {"than": w.draw.choice(_THAN[_STRICT[sign]])}
        return _Form(
            "sum_all_bound" if rows == ALL_ROWS else "sum_bound", Call(_STRICT[sign], (found, w.low)), sign, than
        )
    return _Form("sum" if rows == ALL_ROWS else "sum_of_kind", Call("eq", (found, w.low)))


def _average(w: Words) -> _Form:
    sign = _sign(w)
    found = Call("avg", (ALL_ROWS, w.measure))
    if w.draw.random() < 0.4:
        than = {"than": w.draw.choice(_THAN[_STRICT[sign]])}
        return _Form("average_bound", Call(_STRICT[sign], (found, w.low)), sign, than)
    return _Form("average", Call("round_eq", (found, w.low)))


def _every(w: Words) -> _Form:
    share, sign = w.draw.choice(("all", "most")), _sign(w)
    said = {**_ALL[share], "than": w.draw.choice(_THAN[_STRICT[sign]])}
    if w.draw.random() < 0.4:
        return _Form("every_of_kind", Call(f"{share}_{_STRICT[sign]}", (w.of_value(), w.measure, w.low)), sign, said)
    return _Form("every", Call(f"{share}_{_STRICT[sign]}", (ALL_ROWS, w.measure, w.low)), sign, said)


def _every_value(w: Words) -> _Form:
    share = w.draw.choice(("all", "most"))
    said = _ALL[share]
    if w.draw.random() < 0.4:
        return _Form("every_at", Call(f"{share}_eq", (ALL_ROWS, w.measure, w.low)), 1, said)
    return _Form("every_value", Call(f"{share}_eq", (ALL_ROWS, w.kind, w.value)), 1, said)


def _none(w: Words) -> _Form:
    if w.draw.random() < 0.5:
        return _Form("none", Call("none", (w.of_value(),)))
    sign = _sign(w)
    rows = Call(f"filter_{_STRICT[sign]}", (ALL_ROWS, w.measure, w.low))
    return _Form("none_bound", Call("none", (rows,)), sign, {"than": w.draw.choice(_THAN[_STRICT[sign]])})


def _unsurpassed(w: Words) -> _Form:
    sign = _sign(w)
    return _Form("unsurpassed", _is(Call(f"arg{_SHORT[sign]}", (ALL_ROWS, w.measure)), w), sign)


def _bound(w: Words) -> _Form:
    sign = _sign(w)
    if w.is_time:
        return _Form("bound_when", Call(_IN_TIME[sign], (w.hop(w.one), w.low)), sign, {"low": w.low})
    than = {"than": w.draw.choice(_THAN[_STRICT[sign]])}
    return _Form("bound", Call(_STRICT[sign], (w.hop(w.one), w.low)), sign, than)


def _same(w: Words) -> _Form:
    if w.draw.random() < 0.5:
        return _Form("same", Call("eq", (w.hop(w.one), w.hop(w.two))))
    one, two = (Call("hop", (w.row(name), w.kind)) for name in (w.one, w.two))
    return _Form("same_kind", Call("eq", (one, two)))


def _half(w: Words) -> _Form:
    share = Call("ratio", (Call("count", (w.of_value(),)), Call("count", (ALL_ROWS,))))
    return _Form("half", Call("eq", (share, "0.5")))


def _lookup(w: Words) -> _Form:
    if w.draw.random() < 0.5:
        return _Form("lookup", Call("eq", (w.hop(w.one), w.low)))
    return _Form("lookup_kind", Call("eq", (Call("hop", (w.row(w.one), w.kind)), w.value)))


_KINDS: tuple[Callable[[Words], _Form], ...] = (
    _superlative, _superlative, _superlative_value, _first,
    _superlative_of_kind, _ordinal, _ranked, _runner_up, _extreme, _count, _count,
    _count_times, _count_compared_with, _count_bound, _count_at, _count_both, _count_within, _count_not, _count_zero,
    _count_all,
    _only, _only, _comparison, _comparison, _counts_compared, _difference, _ratio, _total, _average, _every,
    _every_value, _none, _unsurpassed, _bound, _same, _half, _lookup,
)  # fmt: skip
