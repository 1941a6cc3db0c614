"""Makes up facts and claims about them, so that the encoder learns to read labels, amounts, years, names and lists.

Names of pages get made-up facts. A claim states a fact, bounds it, or compares two names by it. So only the evidence
decides a claim, and every phrasing occurs with every label. If the deciding fact is left out, other facts about the
name remain: the year of a discovery does not show who made it.
"""

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.lab.lessons.fact_phrases import number_phrase, number_text, year_phrase
from veriscope.lab.lessons.mined import MinedClaim, RankedLine
from veriscope.models import Line

_KINDS = {"number": 0.34, "year": 0.3, "name": 0.2, "list": 0.16}
_NEGATED = 0.08
_LINES = 8
_MOST_LISTED = 9
_SECTIONS = ("", "", "", "History ; ", "Further facts ; ", "Geography ; ", "Career ; ")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A property of things, with the phrasings of its evidence and its claims."""

    kind: str
    label: tuple[str, ...]
    prose: tuple[str, ...]
    claim: tuple[str, ...]
    near: tuple[str, ...]
    unit: str = ""
    range: tuple[int, int] = (1, 100)
    values: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    less: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()
    count: tuple[str, ...] = ()
    only: tuple[str, ...] = ()


class Fact(NamedTuple):
    """The value of an attribute for a name; `names` holds the members of a list, or a single name."""

    name: str
    attribute: Attribute
    label: str
    number: int
    names: tuple[str, ...]

    @property
    def value(self) -> str:
        """The value as a table writes it."""
        if self.attribute.kind == "year":
            return str(self.number)
        if self.names:
            return ", ".join(self.names)
        return number_text(self.number, self.attribute.unit)


class _StatedClaim(NamedTuple):
    """A claim, whether it is true, and the facts that decide it."""

    text: str
    is_true: bool
    facts: tuple[Fact, ...]


@cache
def attributes() -> dict[str, tuple[Attribute, ...]]:
    """All attributes, by kind."""
    text = (files("veriscope.lab.lessons") / "data" / "synthetic_facts.toml").read_text(encoding="utf-8")
    return {kind: tuple(_attribute(kind, row) for row in rows) for kind, rows in tomllib.loads(text).items()}


def _attribute(kind: str, row: Mapping[str, Any]) -> Attribute:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return Attribute(kind, **fields)


def synthetic_facts(names: Sequence[str], *, count: int, seed: int) -> Iterator[MinedClaim]:
    """`count` claims, with each label in turn; `names` are titles of pages, at least ten unless `count` is 0."""
    if count and len(names) <= _MOST_LISTED:
        raise InputError(
            f"{len(names)} names of pages are too few to make up facts; at least {_MOST_LISTED + 1} are right"
        )
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    labels = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)
    for number in range(count):
        yield _make_up(f"fact-{number}", labels[number % len(labels)], names, draw)


def _make_up(name: str, label: Label, names: Sequence[str], draw: random.Random) -> MinedClaim:
    (kind,) = draw.choices(list(_KINDS), list(_KINDS.values()))
    attribute = draw.choice(attributes()[kind])
    wanted = label is Label.SUPPORTS or (label is Label.NOT_ENOUGH_INFO and draw.random() < 0.5)
    is_negated = draw.random() < _NEGATED
    said = _SAYINGS[kind](attribute, names, draw, wanted=wanted is not is_negated)
    text = f"{draw.choice(('It is not true that', 'It is not the case that'))} {said.text}" if is_negated else said.text
    # Both facts of a comparison often come from one table.
    table = f"List of {draw.choice(names)}" if len(said.facts) > 1 and draw.random() < 0.4 else ""
    is_known = label is not Label.NOT_ENOUGH_INFO
    deciding = [_line(fact, table, draw) for fact in (said.facts if is_known else _known_part(said.facts, draw))]
    lines = list(dict.fromkeys((*deciding, *_others(said.facts, names, table, draw))))[:_LINES]
    found = [RankedLine(line, round(draw.uniform(0.5, 1), 3), is_known and line in deciding) for line in lines]
    source = "pair" if len(said.facts) > 1 else "fact"
    return MinedClaim(
        name, source, text, label, tuple(deciding) if is_known else (),
        tuple(sorted(found, key=lambda one: -one.score)), is_complete=True,
    )  # fmt: skip


def _known_part(facts: Sequence[Fact], draw: random.Random) -> Sequence[Fact]:
    """At most one of two facts; the missing one leaves the claim undecided."""
    return [draw.choice(facts)] if len(facts) > 1 and draw.random() < 0.7 else []


def _fact(name: str, attribute: Attribute, names: Sequence[str], draw: random.Random, *, label: str = "") -> Fact:
    label = label or draw.choice(attribute.label)
    if attribute.kind == "year":
        return Fact(name, attribute, label, draw.choice((draw.randint(1000, 2020), draw.randint(1800, 2020))), ())
    if attribute.kind == "number":
        low, high = attribute.range
        largest = high if draw.random() < 0.3 else max(low + 20, round(high ** draw.uniform(0.4, 1)))
        return Fact(name, attribute, label, draw.randint(low, min(high, largest)), ())
    count = 1 if attribute.kind == "name" or draw.random() < 0.1 else draw.randint(2, _MOST_LISTED)
    pool = attribute.values or names
    return Fact(name, attribute, label, count, tuple(draw.sample(pool, min(count, len(pool)))))


def _say_amount(attribute: Attribute, names: Sequence[str], draw: random.Random, *, wanted: bool) -> _StatedClaim:
    if draw.random() < 0.4:
        return _say_pair(attribute, names, draw, wanted=wanted)
    fact = _fact(draw.choice(names), attribute, names, draw)
    if attribute.kind == "year":
        value = year_phrase(fact.number, draw, wanted=wanted)
    else:
        value = number_phrase(fact.number, attribute.unit, draw, wanted=wanted)
    return _StatedClaim(_fill(draw.choice(attribute.claim), fact, value), wanted, (fact,))


def _say_pair(attribute: Attribute, names: Sequence[str], draw: random.Random, *, wanted: bool) -> _StatedClaim:
    one, other = draw.sample(names, 2)
    first = _fact(one, attribute, names, draw)
    second = _fact(other, attribute, names, draw, label=first.label)
    if attribute.apart and draw.random() < 0.3:
        return _say_apart(first, second, draw, wanted=wanted)
    if draw.random() < 0.25:
        if wanted:
            second = second._replace(number=first.number)
        elif first.number == second.number:
            second = second._replace(number=first.number + 1)
        form = draw.choice(attribute.same)
    else:
        if first.number == second.number:
            second = second._replace(number=first.number + 1)
        form = draw.choice(attribute.more if (first.number > second.number) is wanted else attribute.less)
    return _StatedClaim(_pair_text(form, first, second), wanted, (first, second))


def _say_apart(first: Fact, second: Fact, draw: random.Random, *, wanted: bool) -> _StatedClaim:
    """How much higher the first number is than the second; if it is lower, every gap is false."""
    if first.number == second.number:
        first = first._replace(number=first.number + 1)
    if wanted and first.number < second.number:
        first, second = first._replace(number=second.number), second._replace(number=first.number)
    gap = first.number - second.number
    unit = " years" if first.attribute.kind == "year" else first.attribute.unit
    # Some would say that the lower of two is "at most 5 m higher", so that wording is not used.
    is_right = wanted if gap > 0 else draw.random() < 0.5
    said = number_phrase(abs(gap), unit, draw, wanted=is_right, is_bounded_above=gap > 0)
    form = draw.choice(first.attribute.apart).replace("{gap}", said)
    return _StatedClaim(_pair_text(form, first, second), wanted, (first, second))


def _say_name(attribute: Attribute, names: Sequence[str], draw: random.Random, *, wanted: bool) -> _StatedClaim:
    one, another = draw.sample(names, 2)
    fact = _fact(one, attribute, names, draw)
    if draw.random() < 0.2:
        other = _fact(another, attribute, names, draw, label=fact.label)
        second = other._replace(names=fact.names if wanted else (_another(fact, names, draw),))
        return _StatedClaim(_pair_text(draw.choice(attribute.same), fact, second), wanted, (fact, second))
    value = fact.names[0] if wanted else _another(fact, names, draw)
    return _StatedClaim(_fill(draw.choice(attribute.claim), fact, value), wanted, (fact,))


def _say_list(attribute: Attribute, names: Sequence[str], draw: random.Random, *, wanted: bool) -> _StatedClaim:
    fact = _fact(draw.choice(names), attribute, names, draw)
    way = draw.random()
    if way < 0.45:
        value = number_phrase(len(fact.names), "", draw, wanted=wanted)
        return _StatedClaim(_fill(draw.choice(attribute.count), fact, value), wanted, (fact,))
    if way < 0.65:
        fact = fact._replace(names=fact.names[: 1 if wanted else len(fact.names)])
        is_other = not wanted and (len(fact.names) == 1 or draw.random() < 0.3)
        value = _another(fact, names, draw) if is_other else draw.choice(fact.names)
        return _StatedClaim(_fill(draw.choice(attribute.only), fact, value), wanted, (fact,))
    value = draw.choice(fact.names) if wanted else _another(fact, names, draw)
    return _StatedClaim(_fill(draw.choice(attribute.claim), fact, value), wanted, (fact,))


class _Saying(Protocol):
    def __call__(
        self, attribute: Attribute, names: Sequence[str], draw: random.Random, *, wanted: bool
    ) -> _StatedClaim: ...


_SAYINGS: Mapping[str, _Saying] = {
    "number": _say_amount, "year": _say_amount, "name": _say_name, "list": _say_list,
}  # fmt: skip


def _another(fact: Fact, names: Sequence[str], draw: random.Random) -> str:
    pool = fact.attribute.values or names
    return next(name for name in draw.sample(pool, min(12, len(pool))) if name not in fact.names)


def _others(facts: Sequence[Fact], names: Sequence[str], table: str, draw: random.Random) -> Iterator[Line]:
    """Lines that decide nothing: related rows, other facts about the names, and the same attribute of other names."""
    for fact in facts:
        if draw.random() < 0.6:
            near = draw.choice(fact.attribute.near)
            yield Line(fact.name, _row(near, fact.name, _any_value(names, draw), draw))
        for _ in range(draw.randint(0, 2)):
            other = _fact(fact.name, _other_attribute(fact, draw), names, draw)
            yield _line(other, "", draw)
    if len(facts) > 1 and draw.random() < 0.4:
        # A comparison of both names by another attribute.
        first = _fact(facts[0].name, _other_attribute(facts[0], draw), names, draw)
        second = _fact(facts[1].name, first.attribute, names, draw, label=first.label)
        yield from (Line(one.name, _row(one.label, one.name, one.value, draw)) for one in (first, second))
    fact = draw.choice(facts)
    for _ in range(draw.randint(0, 2)):
        name = draw.choice(names)
        if name not in {one.name for one in facts}:
            yield _line(_fact(name, fact.attribute, names, draw, label=fact.label), table, draw)


def _other_attribute(fact: Fact, draw: random.Random) -> Attribute:
    return draw.choice(_other_attributes(fact.attribute))


@cache
def _other_attributes(attribute: Attribute) -> tuple[Attribute, ...]:
    """The attributes that share neither a label nor a phrasing ("is older than") with this one."""
    words = _words(attribute)
    return tuple(one for some in attributes().values() for one in some if words.isdisjoint(_words(one)))


def _words(attribute: Attribute) -> frozenset[str]:
    """The labels, and the phrasings of comparisons that do not contain the label."""
    forms = (*attribute.more, *attribute.less, *attribute.same, *attribute.apart)
    return frozenset((*attribute.label, *(form for form in forms if "{label}" not in form)))


def _any_value(names: Sequence[str], draw: random.Random) -> str:
    return draw.choice((draw.choice(names), str(draw.randint(1500, 2020)), number_text(draw.randint(1, 9000), "")))


def _line(fact: Fact, table: str, draw: random.Random) -> Line:
    """The fact as a row of a table, a row of an infobox, or a sentence."""
    if table:
        rank = f" ; Rank is {draw.randint(1, 90)}" if draw.random() < 0.4 else ""
        return Line(table, f"{fact.name} {fact.label} is {fact.value}{rank}")
    if draw.random() < 0.6:
        return Line(fact.name, _row(fact.label, fact.name, fact.value, draw))
    value = _in_words(fact, draw)
    return Line(fact.name, draw.choice(_SECTIONS) + _fill(draw.choice(fact.attribute.prose), fact, value))


def _row(label: str, name: str, value: str, draw: random.Random) -> str:
    return f"{label}{draw.choice(('', f' {name}'))} is {value}"


def _in_words(fact: Fact, draw: random.Random) -> str:
    if fact.attribute.kind == "number" and draw.random() < 0.5:
        return number_text(fact.number, fact.attribute.unit, spelled=True)
    if len(fact.names) > 1:
        return f"{', '.join(fact.names[:-1])}{draw.choice((' and ', ', and '))}{fact.names[-1]}"
    return fact.value


def _fill(form: str, fact: Fact, value: str) -> str:
    text = form.format(name=fact.name, it="it", value=value, label=fact.label.lower())
    return text[0].upper() + text[1:]


def _pair_text(form: str, first: Fact, second: Fact) -> str:
    return f"{first.name} {form.format(label=first.label.lower())} {second.name}."
