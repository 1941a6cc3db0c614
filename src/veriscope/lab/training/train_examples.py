"""Composes new examples for the cross-encoder from mined claims in each epoch.

Claims of every label come in the same shapes: with all ranked lines, some of them, or one. So neither the number nor
the form of the lines reveals the label; only their content does.
"""

import random
import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from veriscope.domain import Label
from veriscope.lab.lessons import LESSON, PAIR, MinedClaim, RankedLine
from veriscope.lab.training.examples import LABELS, UNKNOWN, Example, Head, computed_line
from veriscope.lab.training.lesson_examples import compose_lesson
from veriscope.models import Line, with_hints
from veriscope.text import load_headings, load_words

LIST_LINES = 5
# Claims with several parts have more lines, and so have made-up claims, whose lines are short.
_LONG_LIST = 8
_LONG_SOURCES = frozenset({"compound", "pair", "fact", "infobox", "linked", "mixed", "tabfact"})
_ROW_SOURCES = frozenset({"pair", "fact", "table", "linked", "infobox", "mixed"})
# One row of several is only a part of the evidence; claims of these sources need all of it.
_SEVERAL_SOURCES = frozenset({"linked", "mixed"})
_NAMED_SOURCES = frozenset({"fever", "compound", "exchanged", "negated", "loosened"})
_NAMES_TRIED = 6
# New names come from the first claims, so that a part of an epoch does not read all claims.
_NAME_GIVERS = 4_000
_WORD = re.compile(r"\w+")
_GOES_ON = re.compile(r"\w|[ -][A-Z\d]")
_COMMON_WORDS = load_words("stop_words.txt").union(
    *map(load_headings, ("months.txt", "numbers.txt", "ordinals.txt", "multiplicatives.txt"))
)
# About this share of claims has several gold lines; plain lists keep two as often, or their length would be a hint.
_TWO_GOLD = 0.2
# FEVER's corpus has no quotation marks and only one dash, but gold lines from elsewhere may have others.
_ALIKE = str.maketrans({'"': None, "“": None, "”": None, "–": "-", "—": "-"})

_Item = TypeVar("_Item")


class Mixture(NamedTuple):
    """How to draw examples: the shares of the shapes of lists, and how many other lines a claim has for ranking."""

    as_ranked: float = 0.6
    gold_left_out: float = 0.08
    row_left_out: float = 0.5
    foreign: float = 0.06
    no_title: float = 0.15
    renamed: float = 0.3
    computed: float = 0.75
    negatives: int = 2


def compose_examples(
    claims: Sequence[MinedClaim], *, seed: int, mixture: Mixture | None = None, part: slice = slice(None)
) -> list[Example]:
    """The examples of one epoch, or of a part of its claims; a seed gives the same examples, whole or in parts."""
    chosen = mixture or Mixture()
    names = min(len(claims), _NAME_GIVERS)
    examples: list[Example] = []
    for place in range(len(claims))[part]:
        draw = random.Random(f"{seed}-{place}")  # noqa: S311 - a repeatable choice, not a secret
        claim = claims[place]
        if claim.source in (LESSON, PAIR):
            examples += compose_lesson(claim, draw, wrong_title=_title_of(claims[draw.randrange(names)]))
            continue
        if claim.source in _NAMED_SOURCES and draw.random() < chosen.renamed:
            claim = rename_subject(claim, [claims[draw.randrange(names)] for _ in range(_NAMES_TRIED)]) or claim
        examples += _of_claim(claim, draw, chosen)
        if claim.source == "fever" and draw.random() < chosen.foreign:
            # The claim keeps its own name here: under the new name, the foreign lines might be about it.
            examples += _foreign(claims[place], claims[place - 1], draw, chosen)
    return examples


def _title_of(claim: MinedClaim) -> str:
    """The title of the first line of a claim."""
    lines = (*claim.gold, *(one.line for one in claim.found))
    return lines[0].title if lines else ""


def rename_subject(claim: MinedClaim, others: Sequence[MinedClaim]) -> MinedClaim | None:
    """The claim and its lines with a name from another claim: the first that fits; None if none fits.

    Test claims are about unseen names, so memorising facts about a name would not help there.
    """
    old = _name_words(claim)
    # A word that occurs already may mean another thing: the rename would merge the two.
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
    """The words of the title that the claim begins with, if it is a plain name and not part of a longer one."""
    titles = [line.title for line in claim.gold] + [one.line.title for one in claim.found[:2]]
    title = max((title for title in titles if claim.claim.startswith(title)), key=len, default="")
    words = tuple(title.split())
    is_plain = 0 < len(words) <= 3 and all(map(_is_name_word, words)) and len(set(words)) == len(words)
    return words if is_plain and not _GOES_ON.match(claim.claim, len(title)) else ()


def _is_name_word(word: str) -> bool:
    """Whether the word means the name wherever it occurs: "The" and "May" do not."""
    return word.isalpha() and word[0].isupper() and word.lower() not in _COMMON_WORDS


def _foreign(claim: MinedClaim, other: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[Example]:
    """Examples of a claim with lines found for another claim, which do not decide it."""
    lines = [one.line for one in other.found[:LIST_LINES]]
    if lines and claim.claim != other.claim:
        neutral = LABELS.index(Label.NOT_ENOUGH_INFO)
        shaped = _shape(lines, draw, mixture)
        yield Example(Head.LIST, claim.claim, with_hints(claim.claim, shaped), neutral, UNKNOWN, claim.source)
        yield Example(Head.LINE, claim.claim, with_hints(claim.claim, lines[:1]), neutral, 0, claim.source)


def _of_claim(claim: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[Example]:
    # A row is useless without the name of what it is about.
    titled = claim.source in _ROW_SOURCES or draw.random() >= mixture.no_title
    heads = (draw.choice(list(Head)),) if claim.source == "nli" else tuple(Head)
    if Head.LIST in heads:
        yield from _list_examples(claim, draw, mixture, titled=titled)
    if Head.LINE in heads:
        yield from _line_examples(claim, draw, mixture, titled=titled)
    if found := computed_line(claim):
        yield found


def _list_examples(claim: MinedClaim, draw: random.Random, mixture: Mixture, *, titled: bool) -> Iterator[Example]:
    for label, lines in _lists(claim, draw, mixture):
        if lines:
            text = with_hints(
                claim.claim, _with_titles(lines, titled=titled), known=_computed_words(claim, label, draw, mixture)
            )
            yield Example(Head.LIST, claim.claim, text, label, UNKNOWN, claim.source)


def _line_examples(claim: MinedClaim, draw: random.Random, mixture: Mixture, *, titled: bool) -> Iterator[Example]:
    for label, rank, line in _lines(claim, draw, mixture):
        text = with_hints(claim.claim, _with_titles([line], titled=titled))
        yield Example(Head.LINE, claim.claim, text, label, rank, claim.source)


def _computed_words(claim: MinedClaim, label: int, draw: random.Random, mixture: Mixture) -> tuple[str, ...]:
    """The finding of a program: at times left out, as in a check, and always if gold rows were left out of the list."""
    is_there = bool(claim.computed) and LABELS[label] is claim.label and draw.random() < mixture.computed
    return (claim.computed,) if is_there else ()


def _lists(claim: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[tuple[int, list[Line]]]:
    label = LABELS.index(claim.label)
    if claim.label is Label.NOT_ENOUGH_INFO or not claim.gold:
        yield label, _shape([one.line for one in claim.found[: _most(claim)]] or list(claim.gold), draw, mixture)
        return
    yield label, _shape(with_gold(claim, draw), draw, mixture, keep=set(claim.gold))
    # Claims about rows have no other neutral lists: without these, any row would mean a decision.
    left_out = {"fever": mixture.gold_left_out, **dict.fromkeys(("table", "linked"), mixture.row_left_out)}
    if draw.random() < left_out.get(claim.source, 0.0):
        others = [one.line for one in claim.found if not one.is_gold][:LIST_LINES]
        yield LABELS.index(Label.NOT_ENOUGH_INFO), _shape(others, draw, mixture)


def with_gold(claim: MinedClaim, draw: random.Random) -> list[Line]:
    """The best lines found, with up to two missing gold lines inserted near the front if they are needed."""
    lines = [one.line for one in claim.found[: _most(claim)]]
    missing = list(dict.fromkeys(line for line in claim.gold if line not in lines))
    if len(missing) < len(set(claim.gold)) and len({line.title for line in claim.gold}) == 1:
        return lines
    for line in missing[:2]:
        lines.insert(draw.randint(0, min(2, len(lines))), line)
    return lines[: _most(claim)]


def _most(claim: MinedClaim) -> int:
    return _LONG_LIST if claim.source in _LONG_SOURCES else LIST_LINES


def _shape(
    lines: Sequence[Line], draw: random.Random, mixture: Mixture, *, keep: set[Line] | None = None
) -> list[Line]:
    """All lines, or some: the gold lines, or the first one or two of a list without gold, and up to two others."""
    if draw.random() < mixture.as_ranked or not lines:
        return list(lines)
    kept = keep.intersection(lines) if keep else set(lines[: 1 + (draw.random() < _TWO_GOLD)])
    rest = set(_sample([line for line in lines if line not in kept], draw.randint(0, 2), draw))
    return [line for line in lines if line in kept or line in rest]


def _lines(claim: MinedClaim, draw: random.Random, mixture: Mixture) -> Iterator[tuple[int, int, Line]]:
    neutral = LABELS.index(Label.NOT_ENOUGH_INFO)
    if claim.source == "nli":
        yield LABELS.index(claim.label), UNKNOWN, claim.gold[0]
        return
    if claim.label is not Label.NOT_ENOUGH_INFO and not claim.gold:
        # It is unknown which of the lines decide.
        return
    if claim.label is Label.NOT_ENOUGH_INFO:
        for one in _sample(claim.found[:8], 2, draw):
            yield neutral, UNKNOWN, one.line
        return
    gold = list(dict.fromkeys(claim.gold))
    if claim.source in {"compound", "pair"}:
        # Each line is evidence, but for only a part of the claim.
        yield from ((UNKNOWN, 1, line) for line in _sample(gold, 1, draw))
        return
    # If the gold is on several pages, one line may not decide the claim, but it is still evidence.
    decides = len(gold) == 1 if claim.source in _SEVERAL_SOURCES else len({line.title for line in gold}) == 1
    for line in _sample(gold, 2, draw):
        yield LABELS.index(claim.label) if decides else UNKNOWN, 1, line
    for one in _sample(_others(claim, gold), mixture.negatives, draw):
        yield neutral, 0, one.line


def _others(claim: MinedClaim, gold: Sequence[Line]) -> list[RankedLine]:
    """The lines that are not evidence; without likely ones if the corpus lacks gold, as they may say the same."""
    likely = 1.0 if claim.is_complete else 0.2
    return [one for one in claim.found if not one.is_gold and one.line not in gold and one.score < likely]


def _sample(items: Sequence[_Item], count: int, draw: random.Random) -> list[_Item]:
    return draw.sample(list(items), min(count, len(items)))


def _with_titles(lines: Sequence[Line], *, titled: bool) -> list[Line]:
    return [Line(line.title if titled else "", line.text.translate(_ALIKE)) for line in lines]
