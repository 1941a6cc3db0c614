"""What can be computed from evidence and helps to judge a claim, in words that the cross-encoder reads.

"Lead is denser than copper" is decided by two numbers in two lines. The encoder reads words well and numbers badly, so
the comparison is made here: "Density : Lead 11.3 g/cm³ is more than Copper 8.96 g/cm³". The encoder still decides the
label: it must see whether the claim is about density.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import combinations, dropwhile
from typing import NamedTuple

from veriscope.models.amounts_compared import ClaimAmount, bounds_met, claim_amount, order_words, written_otherwise
from veriscope.models.evidence_lines import Line, join_lines
from veriscope.models.relative_dates import date_hints
from veriscope.tables import YEAR, Period, Quantity, comparable, ends_in_bound, periods, quantities, shares
from veriscope.text import load_alternatives, load_words

# The title under which computed statements stand.
COMPUTED = "Computed"
_MOST = 3
# How many numbers of a line are compared.
_READ = 20
_WORDS = load_alternatives(files("veriscope.models") / "data" / "hints.toml", "claim")
_COMPARED = re.compile(
    rf"\b(?:\w+er|{_WORDS['comparative']})\b(?:\s[\w'’-]+){{0,6}}?\s(?:than|before|after)\b|\bthan\b|"
    rf"\b(?:{_WORDS['comparing_verb']})\b",
    re.IGNORECASE,
)
_ALIKE = re.compile(
    rf"\b(?:{_WORDS['alike']}|as \w+ as)\b",
    re.IGNORECASE,
)
# "300 m higher than": such an amount is the difference of two, not a bound.
_GAP = re.compile(r"(?: (?!(?:and|but|or)\b)[a-z]+)? (?:more|fewer|less|\w+er)\b(?: \w+){0,3} than\b(?! \d)")
# "Rose by 3 km": such an amount is a change.
_CHANGE = re.compile(r"\bby (?:\w+ ){0,2}$", re.IGNORECASE)
_PERCENT, _POINTS, _TWO = "SHARE", "POINTS", 2
_COUNTED = re.compile(r"\b(?:only|sole|single)\b", re.IGNORECASE)
_ITEM = r"(?:(?:the|and) )?[A-ZÀ-ÖØ-Þ][\w'’.-]*+(?: (?:(?:of|the|and|de|d') ?){0,2}[A-ZÀ-ÖØ-Þ][\w'’.-]*+){0,4}"
_NAMES = re.compile(rf"{_ITEM}(?:, {_ITEM})+,? (?:and )?{_ITEM}|{_ITEM}(?:, {_ITEM})+")
_STOP_WORDS = load_words("stop_words.txt")
_SENTENCE_END = re.compile(r"[.!?][\s\"'’”)]*$")
_QUALIFIER = re.compile(r"\s*\([^()]*\)$")


class _Statement(NamedTuple):
    """What a line states: its subject, its label, and the value or text."""

    subject: str
    label: str
    value: str


def with_hints(claim: str, lines: Sequence[Line], *, unread: Sequence[Line] = (), known: Sequence[str] = ()) -> str:
    """The lines as one text, after what can be computed from them and from `unread` lines that do not fit in.

    `known` was computed elsewhere, for example by a program over a table, and comes first.
    """
    computed = [*known, *hints(claim, [*lines, *unread])]
    return join_lines([Line(COMPUTED, "; ".join(computed)), *lines] if computed else lines)


def hints(claim: str, lines: Sequence[Line]) -> list[str]:
    """At most three computed statements, from the best lines first; none for claims that compare nothing."""
    is_asked = any(_read_question(claim)) or any(line.date for line in lines)
    return list(_hints(claim, tuple(lines))) if is_asked else []


@lru_cache(maxsize=1 << 10)
def _hints(claim: str, lines: tuple[Line, ...]) -> tuple[str, ...]:
    """The statements of `hints`, cached because selection and verdict ask for the same lines."""
    question = _read_question(claim)
    found: dict[str, None] = {}
    if question.compares or question.is_alike:
        found |= dict.fromkeys(_of_pairs(claim, question, lines))
    if not found and (question.bounds or question.amounts or question.periods or question.counts):
        for fact in _of_named(claim, lines):
            found |= dict.fromkeys(_of_fact(question, fact))
    if question.counts_points:
        found |= dict.fromkeys(words for line in lines for words in _points_apart(line))
    for line in lines:
        found |= dict.fromkeys(date_hints(claim, line))
    return tuple(found)[:_MOST]


class _Question(NamedTuple):
    """What a claim needs computed: bounds on amounts, amounts, periods, counts of names, comparisons of two."""

    bounds: tuple[ClaimAmount, ...]
    amounts: tuple[Quantity, ...]
    periods: tuple[Period, ...]
    counts: bool
    counts_points: bool
    compares: bool
    is_alike: bool


@lru_cache(maxsize=1 << 12)
def _read_question(claim: str) -> _Question:
    amounts = quantities(claim)
    values = [one for one in amounts if not _GAP.match(claim, one.end)]
    bounds = tuple(claim_amount(one, _before(claim, one)) for one in values if ends_in_bound(_before(claim, one)))
    bounded = {one.amount for one in bounds}
    stated = tuple(one for one in values if one not in bounded and not _CHANGE.search(_before(claim, one)))
    small = any(one.unit != YEAR and 1 <= one.value <= 30 and not one.is_measured for one in amounts)
    return _Question(
        bounds,
        stated,
        tuple(periods(claim)),
        small or _COUNTED.search(claim) is not None,
        any(one.unit == _POINTS for one in amounts),
        _COMPARED.search(claim) is not None,
        _ALIKE.search(claim) is not None,
    )


def _before(claim: str, amount: Quantity) -> str:
    """The words just before an amount."""
    return claim[max(0, amount.start - 40) : amount.start]


def _of_named(claim: str, lines: Sequence[Line]) -> list[_Statement]:
    """What the lines say about the subjects that the claim names; if they name none of them, all that they say."""
    facts = [fact for line in lines for fact in _facts(claim, line)]
    return [fact for fact in facts if fact.subject] or facts


def _of_fact(question: _Question, fact: _Statement) -> Iterator[str]:
    name = f"{fact.label} : {fact.subject}" if fact.label and fact.subject else fact.subject or fact.label
    said = [*quantities(fact.value), *shares(fact.value)]
    for bound in question.bounds:
        yield from (f"{name} {words}".strip() for words in bounds_met(bound, said))
    for amount in question.amounts:
        yield from (f"{name} {words}".strip() for words in written_otherwise(amount, said))
    for period in question.periods:
        for one in said[:2]:
            if one.unit == YEAR:
                inside = period.first <= one.value <= period.last
                yield f"{name} {one.written} is {'' if inside else 'not '}in the {period.written}".strip()
    if question.counts and (match := _NAMES.search(fact.value)):
        yield f"{name} {_count(match[0])} names in all".strip()


def _count(names: str) -> int:
    """How many names a list has: "Bosnia and Herzegovina" is one name if another "and" closes the list."""
    listed_names = re.split(r", (?:and )?", names)
    is_closed = ", and " in names or " and " not in listed_names[-1]
    return len(listed_names) + (0 if is_closed else 1)


def _points_apart(line: Line) -> Iterator[str]:
    """How far apart the two percentages of a line are, if there are just two."""
    percentages = [one for one in quantities(line.text) if one.unit == _PERCENT]
    if len(percentages) == _TWO:
        one, other = percentages
        gap = f"{_number(abs(one.value - other.value))} percentage points"
        yield f"{one.written} is {order_words(one, other)} {other.written} by {gap}"


def _of_pairs(claim: str, question: _Question, lines: Sequence[Line]) -> Iterator[str]:
    """Comparisons of two subjects that the claim names, in its order."""
    facts = [fact for line in lines for fact in _facts(claim, line) if fact.subject]
    for one, other in combinations(facts, 2):
        label = one.label or other.label
        is_one = one.subject.lower() == other.subject.lower()
        if is_one or (one.label and other.label and one.label.lower() != other.label.lower()):
            continue
        first, second = sorted((one, other), key=lambda fact: claim.lower().find(fact.subject.lower()))
        if said := _pair(question, first, second, gives_difference=bool(quantities(claim))):
            yield f"{label} : {said}" if label else said


def _pair(question: _Question, first: _Statement, second: _Statement, *, gives_difference: bool) -> str | None:
    ones, others = quantities(first.value), quantities(second.value)
    # If a label says what is counted, a bare number is enough; in sentences, numbers must share a unit.
    is_labelled = bool(first.label and second.label)
    ones, others = ones[:_READ], others[:_READ]
    alike = [(one, other) for one in ones for other in others if _one_measure(one, other)]
    if not is_labelled and _several_years(ones, others):
        # Birth or death? The text does not say which year belongs to which.
        alike = [both for both in alike if both[0].unit != YEAR]
    alike += [(one, other) for one in ones for other in others if _is_counted_by(first.label, one, other)]
    alike += [(one, other) for one in ones for other in others if _is_counted_by(second.label, other, one)]
    # A measured amount says more than a counted one: "from one end to the other it measures 30 km".
    measured = min(alike, key=lambda both: not both[0].is_measured, default=None)
    both = measured or ((ones[0], others[0]) if ones and others and is_labelled else None)
    if both and comparable(*both):
        one, other = both
        is_apart = gives_difference and one.value != other.value and one.unit == other.unit
        # The difference is in the unit of the first amount, which comes first in the text.
        gap = f" by {_number(abs(one.value - other.value) / one.factor)}" if is_apart else ""
        return f"{first.subject} {one.written} is {order_words(one, other)} {second.subject} {other.written}{gap}"
    if question.is_alike and not ones and not others and is_labelled:
        is_same = first.value.strip(" .").lower() == second.value.strip(" .").lower()
        two = f"{first.subject} and {second.subject}"
        return f"{two} are the same" if is_same else f"{two} differ"
    return None


def _several_years(*sides: Sequence[Quantity]) -> bool:
    return any(sum(one.unit == YEAR for one in side) > 1 for side in sides)


def _one_measure(one: Quantity, other: Quantity) -> bool:
    return bool(one.unit) and one.unit == other.unit


def _is_counted_by(label: str, bare: Quantity, other: Quantity) -> bool:
    """Whether the label of a bare number names what the other number counts: "Readers is 900", "900 readers"."""
    return not bare.unit and bool(other.unit) and other.unit in label.lower().split()


def _facts(claim: str, line: Line) -> Iterator[_Statement]:
    """For each cell of a row, its subject, label and value; for a sentence, its subject and text without a label."""
    title = _QUALIFIER.sub("", line.title)
    named = title if names(claim, title) else ""
    is_row = line.text.count(" ; ") and all(" is " in part for part in line.text.split(" ; "))
    if not is_row and (_SENTENCE_END.search(line.text) or " is " not in line.text):
        yield _Statement(named or _name_in(claim, line.text), "", line.text)
        return
    cells = [part.partition(" is ") for part in line.text.split(" ; ")]
    for place, (head, _, value) in enumerate(cells):
        # In a table on one subject of the claim, a row may be about another: see its header or another cell.
        others = [said for other, (_, _, said) in enumerate(cells) if other != place]
        subject = _name_in(claim, head) or next(filter(None, (_whole(claim, said) for said in others)), "") or named
        yield _Statement(subject, _without(head, subject) if subject else head, value or head)


def _name_in(claim: str, text: str) -> str:
    """The longest name that the claim and the text share."""
    return max((name for name in _claim_names(claim) if names(text, name)), key=len, default="")


def _whole(claim: str, value: str) -> str:
    """The value if it is a name of the claim and nothing else."""
    return value if value in _claim_names(claim) else ""


@lru_cache(maxsize=1 << 12)
def _claim_names(claim: str) -> tuple[str, ...]:
    """The names of a claim, each part of two joined by "and" too, and without small words at the start of the claim."""
    whole = [match[0].removeprefix("The ").rstrip(".'’-") for match in re.finditer(_ITEM, claim)]
    names = [part for name in whole for part in (name, *name.split(" and "), _without_small_words(name))]
    return tuple(dict.fromkeys(name for name in names if len(name) > 2 and not _is_small(name)))


def _without_small_words(name: str) -> str:
    return " ".join(dropwhile(_is_small, name.split()))


def _is_small(word: str) -> bool:
    """Whether it is a stop word, except in capitals: "US" is a name, "A" is not."""
    return word.lower() in _STOP_WORDS and (len(word) == 1 or not word.isupper())


def names(text: str, name: str) -> bool:
    """Whether the text contains the name as a whole, in any case."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _without(head: str, subject: str) -> str:
    return " ".join(re.sub(rf"(?<!\w){re.escape(subject)}(?!\w)", " ", head, flags=re.IGNORECASE).split())


def _number(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".") if value >= 1 else f"{value:.3g}"
