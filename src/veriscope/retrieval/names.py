"""Finds the names of pages in a text: every run of its words that is a title or a redirect."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from veriscope.corpus import ClaimWord
from veriscope.domain import SearchIndex

MAX_NAME_WORDS = 9


class Name(NamedTuple):
    """A run of words that names a page: its key, its first word, its length, and the share of words written as names.

    `is_inside` says that it is part of a longer name ("Guinea" in "Papua New Guinea").
    """

    key: str
    first: int
    length: int
    capitals: float
    is_inside: bool


def find_names(
    words: Sequence[ClaimWord],
    index: SearchIndex,
    *,
    everyday: AbstractSet[str],
    max_words: int = MAX_NAME_WORDS,
    only_names: bool = False,
) -> list[Name]:
    """The names in a text, plurals also by their singular; everyday words alone name nothing.

    With `only_names`, a name begins and ends with a word written as one.
    """
    runs = {
        (key, first, length): None
        for first, length in _runs(words, everyday, max_words=max_words, only_names=only_names)
        for key in _keys(words[first : first + length])
    }
    known = frozenset(index.known_names(dict.fromkeys(key for key, _, _ in runs)))
    found = [run for run in runs if run[0] in known]
    return [
        Name(key, first, length, _capitals(words[first : first + length]), _is_inside(first, length, found))
        for key, first, length in found
    ]


def _runs(
    words: Sequence[ClaimWord], everyday: AbstractSet[str], *, max_words: int, only_names: bool
) -> Iterator[tuple[int, int]]:
    is_everyday = [word.word in everyday and not word.is_acronym for word in words]
    for first, begin in enumerate(words):
        if only_names and not begin.is_name:
            continue
        for length in range(1 + is_everyday[first], min(max_words, len(words) - first) + 1):
            if not only_names or (words[first + length - 1].is_name and not is_everyday[first + length - 1]):
                yield first, length


def _keys(run: Sequence[ClaimWord]) -> Iterator[str]:
    key = " ".join([word.word for word in run])
    yield key
    last = run[-1].word
    if len(last) > 3 and last.endswith("s") and not last.endswith("ss"):
        yield key[:-1]


def _capitals(run: Sequence[ClaimWord]) -> float:
    return sum([word.is_name for word in run]) / len(run)


def _is_inside(first: int, length: int, runs: Sequence[tuple[str, int, int]]) -> bool:
    return any(begin <= first and begin + size >= first + length and size > length for _, begin, size in runs)
