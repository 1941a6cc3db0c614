"""The words of a sentence before, between and after two of its parts, as features."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from veriscope.linking.reading import NEGATION, NUMBER, Word, plain

FIRST, SECOND, OTHER, OWNER = "1", "2", "@", "'s"
_MARKS = frozenset({FIRST, SECOND})
_AROUND = 5
_BETWEEN = 14
_SHORT = 8
_DO = frozenset({"do", "does", "did"})


class Span(NamedTuple):
    """The words from `start` to before `end`."""

    start: int
    end: int

    def meets(self, other: "Span") -> bool:
        """Whether the two share a word."""
        return self.start < other.end and other.start < self.end


class Frame(NamedTuple):
    """The plain words around the first and the second part, in the order of the sentence."""

    before: tuple[str, ...]
    between: tuple[str, ...]
    behind: tuple[str, ...]


def frame_of(words: Sequence[Word], first: Span, second: Span, others: Iterable[Span] = ()) -> Frame:
    """The frame of two spans in order; each other span that names something becomes one mark."""
    marks = {place: span for span in others for place in range(span.start, span.end)}
    return Frame(
        _plain_words(words, range(first.start), marks)[-_AROUND:],
        (*_owner(words, first), *_plain_words(words, range(first.end, second.start), marks)),
        (*_owner(words, second), *_plain_words(words, range(second.end, len(words)), marks))[:_AROUND],
    )


def features(frame: Frame) -> frozenset[str]:
    """The words of a frame, with and without their position, and its pairs of words."""
    between = frame.between
    if len(between) > _BETWEEN:
        between = (*between[: _BETWEEN // 2], *between[-_BETWEEN // 2 :])
    return frozenset(
        [
            *(f"w {word}" for word in (*frame.before, *between, *frame.behind)),
            *_slot("b", (*frame.before, FIRST)),
            *_slot("m", (FIRST, *between, SECOND)),
            *_slot("a", (SECOND, *frame.behind)),
            *_whole(frame),
        ]
    )


def _whole(frame: Frame) -> Iterator[str]:
    """A short frame as one feature: the exact wording of the sentence."""
    words = (*frame.before, FIRST, *frame.between, SECOND, *frame.behind)
    if len(words) <= _SHORT:
        yield f"f {' '.join(words)}"


def _slot(slot: str, words: tuple[str, ...]) -> Iterator[str]:
    yield from (f"{slot} {word}" for word in words if word not in _MARKS)
    yield from (f"{slot} {one} {other}" for one, other in pairwise(words))


def _owner(words: Sequence[Word], span: Span) -> tuple[str, ...]:
    return (OWNER,) if words[span.end - 1].is_possessive else ()


def _plain_words(words: Sequence[Word], places: range, marks: dict[int, Span]) -> tuple[str, ...]:
    """The plain words at some places; a named thing or a number becomes one mark, however long it is.

    `not` is left out: a denied fact is worded like an asserted one.
    """
    found: list[str] = []
    for place in places:
        if _denies(words, place):
            continue
        word = OTHER if place in marks else plain(words[place].text)
        if word and not (word in {OTHER, NUMBER} and found and found[-1] == word):
            found.append(word)
    return tuple(found)


def _denies(words: Sequence[Word], place: int) -> bool:
    """Whether a word is `not` or belongs to it, like `does` in `does not`."""
    is_before = place + 1 < len(words) and words[place + 1].text == NEGATION
    return words[place].text == NEGATION or (is_before and words[place].text in _DO)
