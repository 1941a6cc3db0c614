"""Examples for the cross-encoder, composed anew each epoch from mined claims.

Claims of every label come in the same shapes: the lines as ranked, some of them, one of them. So neither the number of
lines nor their form tells the label; only what they say does.
"""

import random
import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import partial
from typing import NamedTuple, TypeVar

from veriscope.domain import Label
from veriscope.neural.evidence_lines import Line
from veriscope.neural.hints import told
from veriscope.neural.mined import Found, MinedClaim
from veriscope.text.word_lists import load_headings, load_words

LABELS = (Label.SUPPORTS, Label.REFUTES, Label.NOT_ENOUGH_INFO)
UNKNOWN = -1
LIST_LINES = 5
# Claims of several parts, and made-up ones, whose lines are short, have more of them.
_LONG_LIST = 8
_LONG_SOURCES = frozenset({"compound", "pair", "fact", "infobox", "linked", "mixed", "tabfact"})
_ROW_SOURCES = frozenset({"pair", "fact", "table", "linked", "infobox", "mixed"})
# One row of several says only a part; of these sources it is known that the rest is needed.
_SEVERAL_SOURCES = frozenset({"linked", "mixed"})
_NAMED_SOURCES = frozenset({"fever", "compound", "exchanged", "negated", "loosened"})
_NAMES_TRIED = 6
# Names are taken of the first claims, so that a part of an epoch need not read all.
_NAME_GIVERS = 4_000
_WORD = re.compile(r"\w+")
_GOES_ON = re.compile(r"\w|[ -][A-Z\d]")
_COMMON_WORDS = load_words("stop_words.txt") | {*load_headings("months.txt"), *load_headings("numbers.txt")}
# About so many claims have two gold lines or more; plain lists keep two as often, or their length would tell.
_TWO_GOLD = 0.2
# Gold lines that the corpus lacks are written as people write; those of FEVER's corpus know no quotes and one dash.
_ALIKE = str.maketrans({'"': None, "“": None, "”": None, "–": "-", "—": "-"})

_Item = TypeVar("_Item")


class Head(IntEnum):
    """What an example teaches: how one line stands to the claim, or what several lines say together."""

    LINE = 0
    LIST = 1


class Example(NamedTuple):
    """A claim with evidence as text; `label` is a place in `LABELS`; `rank` is 1 for gold lines, 0 for others."""

    head: Head
    claim: str
    evidence: str
    label: int
    rank: int
    source: str


class Mixture(NamedTuple):
    """How examples are drawn: shares of the shapes of lists, and the lines that teach ranking a claim."""

    as_ranked: float = 0.6
    gold_left_out: float = 0.08
    row_left_out: float = 0.5
    foreign: float = 0.06
    no_title: float = 0.15
    renamed: float = 0.3
    computed: float = 0.75
    negatives: int = 2


def composed(
    claims: Sequence[MinedClaim], *, seed: int, mixture: Mixture | None = None, part: slice = slice(None)
) -> list[Example]:
    """The examples of one epoch, or of a part of its claims; equal seeds give equal examples, whole or in parts."""
    chosen = mixture or Mixture()
    names = min(len(claims), _NAME_GIVERS)
    examples: list[Example] = []
    for place in range(len(claims))[part]:
        draw = random.Random(f"{seed}-{place}")  # noqa: S311 - a repeatable choice, not a secret
        claim = claims[place]
        if claim.source in _NAMED_SOURCES and draw.random() < chosen.renamed:
            claim = renamed(claim, [claims[draw.randrange(names)] for _ in range(_NAMES_TRIED)]) or claim
        examples += _of_claim(claim, draw, chosen)
        if claim.source == "fever" and draw.random() < chosen.foreign:
            # Under its own name: the other one might be of the name that it was told of.
            examples += _foreign(claims[place], claims[place - 1], draw, chosen)
    return examples


def renamed(claim: MinedClaim, others: Sequence[MinedClaim]) -> MinedClaim | None:
    """The claim and its lines about another name, the first of the others' that fits; none where none does.

    Claims of a test speak of names that were never met: what was learned of a name by heart does not help there.
    """
    old = _name_words(claim)
    # A word that is met already may be of another thing: the two would become one.
    met = frozenset(_WORD.findall(" ".join(_texts(claim))))
    fitting = (words for words in map(_name_words, others) if len(words) == len(old) and met.isdisjoint(words))
    new = next(fitting, ())
    if not old or not new:
        return None
    pairs = dict(zip(old, new, strict=True))
    put = partial(re.compile(rf"\b(?:{'|'.join(old)})\b").sub, lambda word: pairs[word[0]])
    return claim._replace(
        claim=put(claim.claim),
        gold=tuple(Line(put(line.title), put(line.text)) for line in claim.gold),
        found=tuple(one._replace(line=Line(put(one.line.title), put(one.line.text))) for one in claim.found),
    )


def _texts(claim: MinedClaim) -> Iterator[str]:
    yield claim.claim
    for line in (*claim.gold, *(one.line for one in claim.found)):
        yield from line


def _name_words(claim: MinedClaim) -> tuple[str, ...]:
    """The words of the title that the claim begins with, where it is a plain name and stands there as a whole."""
    titles = [line.title for line in claim.gold] + [one.line.title for one in claim.found[:2]]
    title = max((title for title in titles if claim.claim.startswith(title)), key=len, default="")
    words = tuple(title.split())
    is_plain = 0 < len(words) <= 3 and all(map(_is_name_word, words)) and len(set(words)) == len(words)
    return words if is_plain and not _GOES_ON.match(claim.claim, len(title)) else ()


def _is_name_word(word: str) -> bool:
    """Whether it may stand for the name wherever it is met: "The" or "May" may not."""
    return word.isalpha() and word[0].isupper() and word.lower() not in _COMMON_WORDS


def _foreign(claim: MinedClaim, other: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[Example]:
    """A claim with lines that were found for another one: they say nothing of it."""
    lines = [one.line for one in other.found[:LIST_LINES]]
    if lines and claim.claim != other.claim:
        neutral = LABELS.index(Label.NOT_ENOUGH_INFO)
        shaped = _shaped(lines, draw, mixture)
        yield Example(Head.LIST, claim.claim, told(claim.claim, shaped), neutral, UNKNOWN, claim.source)
        yield Example(Head.LINE, claim.claim, told(claim.claim, lines[:1]), neutral, 0, claim.source)


def _of_claim(claim: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[Example]:
    # A row says nothing without the name of what it is about.
    titled = claim.source in _ROW_SOURCES or draw.random() >= mixture.no_title
    for label, lines in _lists(claim, draw, mixture):
        if lines:
            text = told(claim.claim, _named(lines, titled=titled), known=_known(claim, label, draw, mixture))
            yield Example(Head.LIST, claim.claim, text, label, UNKNOWN, claim.source)
    for label, rank, line in _lines(claim, draw, mixture):
        text = told(claim.claim, _named([line], titled=titled))
        yield Example(Head.LINE, claim.claim, text, label, rank, claim.source)


def _known(claim: MinedClaim, label: int, draw: random.Random, mixture: Mixture) -> tuple[str, ...]:
    """What a program computed: not always, as when a claim is checked, and not where a list is left without its row."""
    is_there = bool(claim.computed) and LABELS[label] is claim.label and draw.random() < mixture.computed
    return (claim.computed,) if is_there else ()


def _lists(claim: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[tuple[int, list[Line]]]:
    label = LABELS.index(claim.label)
    if claim.label is Label.NOT_ENOUGH_INFO or not claim.gold:
        yield label, _shaped([one.line for one in claim.found[: _most(claim)]] or list(claim.gold), draw, mixture)
        return
    yield label, _shaped(with_gold(claim, draw), draw, mixture, keep=set(claim.gold))
    # Rows of tables come with no other neutral lists: without these a row would mean a decision.
    left_out = {"fever": mixture.gold_left_out, **dict.fromkeys(("table", "linked"), mixture.row_left_out)}
    if draw.random() < left_out.get(claim.source, 0.0):
        others = [one.line for one in claim.found if not one.is_gold][:LIST_LINES]
        yield LABELS.index(Label.NOT_ENOUGH_INFO), _shaped(others, draw, mixture)


def with_gold(claim: MinedClaim, draw: random.Random) -> list[Line]:
    """The best lines found, with a gold line put near the front where retrieval missed them all."""
    lines = [one.line for one in claim.found[: _most(claim)]]
    missing = list(dict.fromkeys(line for line in claim.gold if line not in lines))
    if len(missing) < len(set(claim.gold)) and len({line.title for line in claim.gold}) == 1:
        return lines
    for line in missing[:2]:
        lines.insert(draw.randint(0, min(2, len(lines))), line)
    return lines[: _most(claim)]


def _most(claim: MinedClaim) -> int:
    return _LONG_LIST if claim.source in _LONG_SOURCES else LIST_LINES


def _shaped(
    lines: Sequence[Line], draw: random.Random, mixture: Mixture, *, keep: set[Line] | None = None
) -> list[Line]:
    """All lines, or some of them: the gold ones of a list that has them, the first or first two of a plain one."""
    if draw.random() < mixture.as_ranked or not lines:
        return list(lines)
    kept = keep.intersection(lines) if keep else set(lines[: 1 + (draw.random() < _TWO_GOLD)])
    rest = set(_drawn([line for line in lines if line not in kept], draw.randint(0, 2), draw))
    return [line for line in lines if line in kept or line in rest]


def _lines(claim: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[tuple[int, int, Line]]:
    neutral = LABELS.index(Label.NOT_ENOUGH_INFO)
    if claim.source == "nli":
        yield LABELS.index(claim.label), UNKNOWN, claim.gold[0]
        return
    if claim.label is not Label.NOT_ENOUGH_INFO and not claim.gold:
        # Which of the lines decide is not known.
        return
    if claim.label is Label.NOT_ENOUGH_INFO:
        for one in _drawn(claim.found[:8], 2, draw):
            yield neutral, UNKNOWN, one.line
        return
    gold = list(dict.fromkeys(claim.gold))
    if claim.source in {"compound", "pair"}:
        # A line serves as evidence, but says only a part.
        yield from ((UNKNOWN, 1, line) for line in _drawn(gold, 1, draw))
        return
    # With gold on several pages one line alone may not decide, but it is evidence all the same.
    decides = len(gold) == 1 if claim.source in _SEVERAL_SOURCES else len({line.title for line in gold}) == 1
    for line in _drawn(gold, 2, draw):
        yield LABELS.index(claim.label) if decides else UNKNOWN, 1, line
    for one in _drawn(_others(claim, gold), mixture.negatives, draw):
        yield neutral, 0, one.line


def _others(claim: MinedClaim, gold: Sequence[Line]) -> list[Found]:
    """The lines that are no evidence; where gold is missing from the corpus, a likely one may say the same."""
    likely = 1.0 if claim.is_complete else 0.2
    return [one for one in claim.found if not one.is_gold and one.line not in gold and one.score < likely]


def _drawn(items: Sequence[_Item], count: int, draw: random.Random) -> list[_Item]:
    return draw.sample(list(items), min(count, len(items)))


def _named(lines: Sequence[Line], *, titled: bool) -> list[Line]:
    return [Line(line.title if titled else "", line.text.translate(_ALIKE)) for line in lines]
