"""Finds sentences that name both ends of a fact: we assume they state it, and learn how it is worded.

Mintz, Bills, Snow & Jurafsky, Distant supervision for relation extraction without labeled data (ACL 2009).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from random import Random
from typing import NamedTuple

from veriscope.domain import Page
from veriscope.graph import MOST_WORDS, EntityNames, NameKind, View, title_of
from veriscope.linking.canonical import canonical
from veriscope.linking.frames import Frame, Span, frame_of
from veriscope.linking.lexicon import Sense
from veriscope.linking.reading import Word, read_words
from veriscope.text import name_key, without_qualifier

_PRONOUNS = frozenset({"he", "she", "it", "they"})
# Two famous things share a sentence for many reasons; on the page of one of them, the reason is often the fact.
_RARE = 30
_MOST_BETWEEN = 14
# The share of pairs without a fact that is kept: on the page of one of the two, and elsewhere.
_KEPT_OWN, _KEPT_ELSEWHERE = 0.5, 0.05


class LabelledPair(NamedTuple):
    """Two nodes in the order of a sentence's usual form, the senses of their facts, and the words around them."""

    first: int
    second: int
    senses: tuple[Sense, ...]
    frame: Frame


@dataclass(frozen=True)
class DistantSupervision:
    """Finds sentences on pages that may state the seen facts of a view."""

    view: View
    names: EntityNames
    seed: int = 0

    def pairs(self, pages: Iterable[Page]) -> Iterator[LabelledPair]:
        """Pairs with facts between them, and some without, which show what else sentences say."""
        draw = Random(self.seed)  # noqa: S311
        for page in pages:
            own = self._titles.get(page.title)
            surname = self._surname(page.title) if own is not None else ""
            for sentence in page.sentences():
                yield from self._of_sentence(sentence.text, own, surname, draw)

    def _of_sentence(self, text: str, own: int | None, surname: str, draw: Random) -> Iterator[LabelledPair]:
        words = read_words(text)
        named = list(self._named(words, own, surname))
        for (one, first), (other, second) in combinations(named, 2):
            is_own = own in {first, second}
            if first == second or not (is_own or min(self._degrees[first], self._degrees[second]) <= _RARE):
                continue
            senses = self._senses(first, second)
            if not senses and draw.random() > (_KEPT_OWN if is_own else _KEPT_ELSEWHERE):
                continue
            frame, is_swapped = canonical(
                frame_of(words, one, other, [span for span, _ in named if span not in {one, other}])
            )
            if len(frame.between) <= _MOST_BETWEEN:
                yield _labelled_pair(first, second, senses, frame, is_swapped=is_swapped)

    def _named(self, words: Sequence[Word], own: int | None, surname: str) -> Iterator[tuple[Span, int]]:
        """The unambiguous names in a sentence; on a thing's own page, a leading pronoun and its surname name it too."""
        place = 0
        while place < len(words):
            span, node = self._longest(words, place)
            word = words[place]
            is_own = (place == 0 and word.text in _PRONOUNS) or (word.is_capital and word.text == surname)
            if node is None and own is not None and is_own:
                span, node = Span(place, place + 1), own
            if node is not None:
                yield span, node
            place = span.end

    def _longest(self, words: Sequence[Word], start: int) -> tuple[Span, int | None]:
        if words[start].is_capital:
            most = self._lengths.get(words[start].text, 0)
            for end in range(min(len(words), start + most), start, -1):
                node = self._unique.get(" ".join(word.text for word in words[start:end]))
                if node is not None:
                    return Span(start, end), node
        return Span(start, start + 1), None

    def _senses(self, first: int, second: int) -> tuple[Sense, ...]:
        forward = (Sense(predicate, is_forward=True) for predicate in self._facts.get((first, second), ()))
        backward = (Sense(predicate, is_forward=False) for predicate in self._facts.get((second, first), ()))
        return (*forward, *backward)

    @staticmethod
    def _surname(title: str) -> str:
        key = name_key(without_qualifier(title))
        return key.rpartition(" ")[2] if " " in key else ""

    @cached_property
    def _facts(self) -> dict[tuple[int, int], list[int]]:
        found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for subject, predicate, object_ in self.view.facts().tolist():
            found[subject, object_].append(predicate)
        return dict(found)

    @cached_property
    def _degrees(self) -> list[int]:
        degrees: list[int] = self.view.graph.popularity().tolist()
        return degrees

    @cached_property
    def _titles(self) -> dict[str, int]:
        return {title_of(iri): node for node, iri in enumerate(self.view.graph.nodes)}

    @cached_property
    def _unique(self) -> dict[str, int]:
        """The names that belong to only one node."""
        found = {}
        for name, nodes in self.names.items():
            sure = [named.node for named in nodes if named.kind >= NameKind.ALIAS]
            if len(sure) == 1:
                found[name] = sure[0]
        return found

    @cached_property
    def _lengths(self) -> dict[str, int]:
        """The number of words of the longest name, by its first word."""
        lengths: defaultdict[str, int] = defaultdict(int)
        for name in self._unique:
            first = name.partition(" ")[0]
            lengths[first] = max(lengths[first], min(MOST_WORDS, name.count(" ") + 1))
        return dict(lengths)


def _labelled_pair(
    first: int, second: int, senses: tuple[Sense, ...], frame: Frame, *, is_swapped: bool
) -> LabelledPair:
    if is_swapped:
        return LabelledPair(second, first, tuple(sense.reverse() for sense in senses), frame)
    return LabelledPair(first, second, senses, frame)
