"""Composes examples from lessons and from claims with their evidence as text.

Titles of people's documents are seldom names, so a line must be read with its title, without it, and with a wrong one.
"""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.lab.lessons import LESSON, MinedClaim
from veriscope.lab.training.examples import LABELS, UNKNOWN, Example, Head, computed_line
from veriscope.models import Line, with_hints

_NEITHER = LABELS.index(Label.NOT_ENOUGH_INFO)
_HALF = 0.5


class LessonMixture(NamedTuple):
    """How often each claim is drawn in an epoch, the shares of titles, and the shapes of lists."""

    lesson_draws: int = 2
    own_title: float = 0.45
    no_title: float = 0.3
    in_order: float = 0.5
    gold_alone: float = 0.25
    gold_left_out: float = 0.12
    most: int = 8
    others: int = 1


def compose_lesson(
    claim: MinedClaim, draw: random.Random, *, wrong_title: str, mixture: LessonMixture | None = None
) -> Iterator[Example]:
    """The examples of one claim: lists of lines, and single lines; evidence of one line is either, by chance."""
    chosen = mixture or LessonMixture()
    for _ in range(chosen.lesson_draws if claim.source == LESSON else 1):
        retitled = _retitled(claim, draw, chosen, wrong_title)
        is_alone = len(retitled.found) == 1
        as_list = draw.random() < _HALF
        if as_list or not is_alone:
            yield from _list_examples(retitled, draw, chosen)
        if not (as_list and is_alone):
            yield from _line_examples(retitled, draw, chosen)


def _retitled(claim: MinedClaim, draw: random.Random, mixture: LessonMixture, wrong: str) -> MinedClaim:
    """The claim with its lines under their own title, under none, or under a wrong one."""
    chance = draw.random()
    if chance < mixture.own_title:
        return claim
    title = "" if chance < mixture.own_title + mixture.no_title else wrong
    own = claim.found[0].line.title
    return claim._replace(
        gold=tuple(_under(line, own, title) for line in claim.gold),
        found=tuple(one._replace(line=_under(one.line, own, title)) for one in claim.found),
    )


def _under(line: Line, own: str, title: str) -> Line:
    return line._replace(title=title) if line.title == own else line


def _list_examples(claim: MinedClaim, draw: random.Random, mixture: LessonMixture) -> Iterator[Example]:
    gold = list(dict.fromkeys(claim.gold))
    others = [one.line for one in claim.found if one.line not in gold]
    room = max(0, mixture.most - len(gold))
    kept = draw.sample(others, draw.randint(0 if gold else 1, min(room, len(others)))) if others and room else []
    if gold and draw.random() < mixture.gold_alone:
        kept = []
    yield _list(claim, _ordered([*gold, *kept], claim, draw, mixture), LABELS.index(claim.label))
    if gold and len(others) > 1 and claim.source == LESSON and draw.random() < mixture.gold_left_out:
        few = draw.sample(others, min(mixture.most, len(others)))
        yield _list(claim, _ordered(few, claim, draw, mixture), _NEITHER)


def _list(claim: MinedClaim, lines: Sequence[Line], label: int) -> Example:
    computed = (claim.computed,) if claim.computed and LABELS[label] is claim.label else ()
    text = with_hints(claim.claim, lines, known=computed)
    return Example(Head.LIST, claim.claim, text, label, UNKNOWN, claim.source)


def _ordered(lines: list[Line], claim: MinedClaim, draw: random.Random, mixture: LessonMixture) -> list[Line]:
    """The lines as the document has them, or as a ranking may give them."""
    if draw.random() < mixture.in_order:
        return [one.line for one in claim.found if one.line in lines]
    return draw.sample(lines, len(lines))


def _line_examples(claim: MinedClaim, draw: random.Random, mixture: LessonMixture) -> Iterator[Example]:
    gold = list(dict.fromkeys(claim.gold))
    # Only a claim that one line decides is decided by a line; each of several is evidence all the same.
    label = LABELS.index(claim.label) if len(gold) == 1 else UNKNOWN
    for line in draw.sample(gold, min(2, len(gold))):
        yield _line(claim, line, label, 1)
    others = [one.line for one in claim.found if one.line not in gold]
    rank = 0 if gold else UNKNOWN
    for line in draw.sample(others, min(mixture.others, len(others))):
        yield _line(claim, line, _NEITHER, rank)
    if found := computed_line(claim):
        yield found


def _line(claim: MinedClaim, line: Line, label: int, rank: int) -> Example:
    return Example(Head.LINE, claim.claim, with_hints(claim.claim, [line]), label, rank, claim.source)
