"""What can be computed from evidence and helps to judge a claim, in words that the cross-encoder reads.

"Lead is denser than copper" is decided by two numbers in two lines. The encoder reads words well and numbers badly, so
the comparison is made here: "Density : Lead 11.3 g/cm³ is more than Copper 8.96 g/cm³". The label is left to the
encoder, which must see whether density is what the claim speaks of.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, dropwhile
from typing import NamedTuple

from veriscope.neural.evidence_lines import Line, listed
from veriscope.text import load_words
from veriscope.text.quantities import YEAR, Period, Quantity, comparable, periods, quantities

TITLE = "Computed"
_MOST = 3
_NEAR = 0.1
# Numbers of a line that are compared.
_READ = 20
# What stands just before an amount and makes it a bound; between two years or amounts "and" does.
_BOUND = re.compile(
    r"\b(?:(?:more|less|fewer|greater|larger|smaller|higher|lower|older|younger|longer|shorter|earlier|later) than|"
    r"over|above|under|below|at (?:least|most)|up to|exceed\w*|nearly|almost|about|around|roughly|approximately|some|"
    r"upwards of|exactly|precisely|only|just|before|after|since|until|between|between \S+(?: \w+)? and)"
    r"\s(?:the (?:year |age of )?|age |an? |\w+ \d+, )?$",
    re.IGNORECASE,
)
_NEARLY = re.compile(r"\b(?:nearly|almost|about|around|roughly|approximately|some)\s*$", re.IGNORECASE)
_COMPARED = re.compile(
    r"\b(?:\w+er|more|less|earlier|later|before|after|worse|better)\b(?:\s[\w'’-]+){0,6}?\s(?:than|before|after)\b|\bthan\b|"
    r"\b(?:before|after|outlived|preceded|exceeds?|outnumbers?|predates?)\b",
    re.IGNORECASE,
)
_ALIKE = re.compile(
    r"\b(?:same|shares?|sharing|both|different|differ|equal(?:ly)?|identical|as (?:many|much)|as \w+ as)\b",
    re.IGNORECASE,
)
# "300 m higher than": such an amount lies between two, and is no bound of either.
_GAP = re.compile(r"(?: (?!(?:and|but|or)\b)[a-z]+)? (?:more|fewer|less|\w+er)\b(?: \w+){0,3} than\b(?! \d)")
_COUNTED = re.compile(r"\b(?:only|sole|single)\b", re.IGNORECASE)
_ITEM = r"(?:(?:the|and) )?[A-ZÀ-ÖØ-Þ][\w'’.-]*+(?: (?:(?:of|the|and|de|d') ?){0,2}[A-ZÀ-ÖØ-Þ][\w'’.-]*+){0,4}"
_NAMES = re.compile(rf"{_ITEM}(?:, {_ITEM})+,? (?:and )?{_ITEM}|{_ITEM}(?:, {_ITEM})+")
_STOP_WORDS = load_words("stop_words.txt")
_SENTENCE_END = re.compile(r"[.!?][\s\"'’”)]*$")
_QUALIFIER = re.compile(r"\s*\([^()]*\)$")


class _Said(NamedTuple):
    """What a line says in numbers: of whom, under which label."""

    subject: str
    label: str
    value: str


def told(claim: str, lines: Sequence[Line], *, unread: Sequence[Line] = (), known: Sequence[str] = ()) -> str:
    """The lines as one text, with what can be computed from them, and from others that do not fit in, in front.

    `known` was computed elsewhere, by a program over a table for one, and comes first.
    """
    computed = [*known, *hints(claim, [*lines, *unread])]
    return listed([Line(TITLE, "; ".join(computed)), *lines] if computed else lines)


def hints(claim: str, lines: Sequence[Line]) -> list[str]:
    """At most three computed statements, those of the best lines first; none for claims that compare nothing."""
    asked = _asked(claim)
    if not any(asked):
        return []
    found: dict[str, None] = {}
    if asked.compares or asked.is_alike:
        found |= dict.fromkeys(_of_pairs(claim, asked, lines))
    if not found and (asked.bounds or asked.periods or asked.counts):
        for fact in _of_named(claim, lines):
            found |= dict.fromkeys(_of_fact(asked, fact))
    return list(found)[:_MOST]


class _Asked(NamedTuple):
    """What a claim would have computed: bounds on amounts, periods of time, counts of names, comparisons of two."""

    bounds: tuple[tuple[Quantity, bool], ...]
    periods: tuple[Period, ...]
    counts: bool
    compares: bool
    is_alike: bool


@lru_cache(maxsize=1 << 12)
def _asked(claim: str) -> _Asked:
    amounts = quantities(claim)
    bounds = tuple(
        (one, _NEARLY.search(_before(claim, one)) is not None)
        for one in amounts
        if _BOUND.search(_before(claim, one)) and not _GAP.match(claim, one.start + len(one.written))
    )
    small = any(one.unit != YEAR and 1 <= one.value <= 30 and not one.is_measured for one in amounts)
    return _Asked(
        bounds,
        tuple(periods(claim)),
        small or _COUNTED.search(claim) is not None,
        _COMPARED.search(claim) is not None,
        _ALIKE.search(claim) is not None,
    )


def _before(claim: str, amount: Quantity) -> str:
    """The words just before an amount."""
    return claim[max(0, amount.start - 40) : amount.start]


def _of_named(claim: str, lines: Sequence[Line]) -> list[_Said]:
    """What the lines say of those that the claim names; all that they say, where they are of others."""
    facts = [fact for line in lines for fact in _facts(claim, line)]
    return [fact for fact in facts if fact.subject] or facts


def _of_fact(asked: _Asked, fact: _Said) -> Iterator[str]:
    name = f"{fact.label} : {fact.subject}" if fact.label and fact.subject else fact.subject or fact.label
    said = quantities(fact.value)
    for bound, is_near in asked.bounds:
        fit = [one for one in said if comparable(bound, one)]
        same_word = [one for one in fit if one.unit == bound.unit]
        for one in (same_word or fit)[:2]:
            yield f"{name} {_compared(one, bound, is_near=is_near)}".strip()
    for period in asked.periods:
        for one in said[:2]:
            if one.unit == YEAR:
                inside = period.first <= one.value <= period.last
                yield f"{name} {one.written} is {'' if inside else 'not '}in the {period.written}".strip()
    if asked.counts and (match := _NAMES.search(fact.value)):
        yield f"{name} {_count(match[0])} names in all".strip()


def _count(names: str) -> int:
    """How many names are listed: "Bosnia and Herzegovina" is one where "and" closes the list elsewhere."""
    listed_names = re.split(r", (?:and )?", names)
    is_closed = ", and " in names or " and " not in listed_names[-1]
    return len(listed_names) + (0 if is_closed else 1)


def _compared(one: Quantity, bound: Quantity, *, is_near: bool) -> str:
    if one.value == bound.value:
        return f"{one.written} equals {bound.written}"
    if is_near and abs(one.value - bound.value) <= _NEAR * max(abs(one.value), abs(bound.value)):
        return f"{one.written} is about {bound.written}"
    return f"{one.written} is {_order(one, bound)} {bound.written}"


def _order(one: Quantity, other: Quantity) -> str:
    if one.value == other.value:
        return "the same as"
    if one.unit == YEAR:
        return "later than" if one.value > other.value else "earlier than"
    return "more than" if one.value > other.value else "less than"


def _of_pairs(claim: str, asked: _Asked, lines: Sequence[Line]) -> Iterator[str]:
    """Comparisons of two that the claim names, in its order."""
    facts = [fact for line in lines for fact in _facts(claim, line) if fact.subject]
    for one, other in combinations(facts, 2):
        label = one.label or other.label
        is_one = one.subject.lower() == other.subject.lower()
        if is_one or (one.label and other.label and one.label.lower() != other.label.lower()):
            continue
        first, second = sorted((one, other), key=lambda fact: claim.lower().find(fact.subject.lower()))
        if said := _pair(asked, first, second, gives_difference=bool(quantities(claim))):
            yield f"{label} : {said}" if label else said


def _pair(asked: _Asked, first: _Said, second: _Said, *, gives_difference: bool) -> str | None:
    ones, others = quantities(first.value), quantities(second.value)
    # Where a label says what is counted, a bare number will do; in sentences numbers must be of one measure.
    is_labelled = bool(first.label and second.label)
    ones, others = ones[:_READ], others[:_READ]
    alike = [(one, other) for one in ones for other in others if _one_measure(one, other)]
    if not is_labelled and _several_years(ones, others):
        # Born, or died? Which year belongs to which is not told.
        alike = [both for both in alike if both[0].unit != YEAR]
    alike += [(one, other) for one in ones for other in others if _is_counted_by(first.label, one, other)]
    alike += [(one, other) for one in ones for other in others if _is_counted_by(second.label, other, one)]
    # What is measured says more than what is counted: "from one end to the other it measures 30 km".
    measured = min(alike, key=lambda both: not both[0].is_measured, default=None)
    both = measured or ((ones[0], others[0]) if ones and others and is_labelled else None)
    if both and comparable(*both):
        one, other = both
        is_apart = gives_difference and one.value != other.value
        # In the unit of the first one: its amount and that unit stand in front.
        gap = f" by {_number(abs(one.value - other.value) / one.factor)}" if is_apart else ""
        return f"{first.subject} {one.written} is {_order(one, other)} {second.subject} {other.written}{gap}"
    if asked.is_alike and not ones and not others and is_labelled:
        is_same = first.value.strip(" .").lower() == second.value.strip(" .").lower()
        two = f"{first.subject} and {second.subject}"
        return f"{two} are the same" if is_same else f"{two} differ"
    return None


def _several_years(*sides: Sequence[Quantity]) -> bool:
    return any(sum(one.unit == YEAR for one in side) > 1 for side in sides)


def _one_measure(one: Quantity, other: Quantity) -> bool:
    return bool(one.unit) and one.unit == other.unit


def _is_counted_by(label: str, bare: Quantity, other: Quantity) -> bool:
    """Whether the label of a bare number names what the other counts: "Readers is 900", "900 readers"."""
    return not bare.unit and bool(other.unit) and other.unit in label.lower().split()


def _facts(claim: str, line: Line) -> Iterator[_Said]:
    """What each cell of a row says, and of whom; of a sentence its numbers and names, without a label."""
    title = _QUALIFIER.sub("", line.title)
    named = title if names(claim, title) else ""
    is_row = line.text.count(" ; ") and all(" is " in part for part in line.text.split(" ; "))
    if not is_row and (_SENTENCE_END.search(line.text) or " is " not in line.text):
        yield _Said(named or _named_in(claim, line.text), "", line.text)
        return
    cells = [part.partition(" is ") for part in line.text.split(" ; ")]
    for place, (head, _, value) in enumerate(cells):
        # In a table about one that the claim names, a row may be about another: its header or another cell says whom.
        others = [said for other, (_, _, said) in enumerate(cells) if other != place]
        subject = _named_in(claim, head) or next(filter(None, (_whole(claim, said) for said in others)), "") or named
        yield _Said(subject, _without(head, subject) if subject else head, value or head)


def _named_in(claim: str, text: str) -> str:
    """The longest name of the claim that the text names too."""
    return max((name for name in _claim_names(claim) if names(text, name)), key=len, default="")


def _whole(claim: str, value: str) -> str:
    """The value where it is a name of the claim, and nothing more."""
    return value if value in _claim_names(claim) else ""


@lru_cache(maxsize=1 << 12)
def _claim_names(claim: str) -> tuple[str, ...]:
    """The names of a claim; of two that it joins each one too, and without a small word that begins the claim."""
    whole = [match[0].removeprefix("The ").rstrip(".'’-") for match in re.finditer(_ITEM, claim)]
    names = [part for name in whole for part in (name, *name.split(" and "), _without_small_words(name))]
    return tuple(dict.fromkeys(name for name in names if len(name) > 2 and not _is_small(name)))


def _without_small_words(name: str) -> str:
    return " ".join(dropwhile(_is_small, name.split()))


def _is_small(word: str) -> bool:
    """Whether it is a stop word, and not one in capitals: "US" is a name, "A" is none."""
    return word.lower() in _STOP_WORDS and (len(word) == 1 or not word.isupper())


def names(text: str, name: str) -> bool:
    """Whether the text has the name as a whole, in whatever case."""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _without(head: str, subject: str) -> str:
    return " ".join(re.sub(rf"(?<!\w){re.escape(subject)}(?!\w)", " ", head, flags=re.IGNORECASE).split())


def _number(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".") if value >= 1 else f"{value:.3g}"
