"""Names of classes, and sentences that say what class a thing is of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from veriscope.graph import Graph, predicate_label, words_of
from veriscope.linking.frames import Span
from veriscope.linking.mentions import Mention
from veriscope.linking.phrases import class_names, class_phrases, local_name, predicate_phrases
from veriscope.linking.reading import NEGATION, Word, plain, read_words

_SLOT = "Subjectslot"


class ClassStatement(NamedTuple):
    """A sentence that only says that a thing is of a class, or that it is not."""

    mention: Mention
    kind: int
    is_negated: bool


@dataclass(frozen=True)
class ClassWords:
    """The words for the classes of a graph."""

    graph: Graph

    def words_of(self, node: int) -> frozenset[str]:
        """The plain words of the names of a node's classes."""
        kinds = self.graph.schema.types[node].tolist()
        return frozenset[str]().union(*(self._class_words[kind] for kind in kinds))

    def descriptions_of(self, node: int) -> frozenset[str]:
        """The same without words that name a predicate: `the capital Lisbon` says more than Lisbon's class."""
        return self.words_of(node) - self.predicate_words

    def statements(self, words: Sequence[Word], mentions: Sequence[Mention]) -> Iterator[ClassStatement]:
        """The class statements of a sentence that says nothing else."""
        for mention in mentions:
            said = _around(words, mention.span)
            positive = tuple(word for word in said if word != NEGATION)
            for pattern, is_negated in ((said, False), (positive, len(said) > len(positive))):
                kind = self._by_pattern.get(pattern)
                if kind is not None:
                    yield ClassStatement(mention, kind, is_negated)
                    break

    @cached_property
    def _class_words(self) -> list[frozenset[str]]:
        return [
            frozenset(plain(word.text) for name in class_names(iri) for word in read_words(name))
            for iri in self.graph.schema.classes
        ]

    @cached_property
    def predicate_words(self) -> frozenset[str]:
        """The plain words that are the name of a predicate, of the graph or of the phrase list."""
        labels = [predicate_label(self.graph, number) for number in range(len(self.graph.predicates))]
        names = (read_words(name) for name in (*labels, *map(words_of, predicate_phrases())))
        return frozenset(plain(words[0].text) for words in names if len(words) == 1)

    @cached_property
    def _by_pattern(self) -> dict[tuple[str, ...], int]:
        """Sentences in plain words, with a mark in place of the thing → the class that they state."""
        found: dict[tuple[str, ...], int] = {}
        for kind, iri in enumerate(self.graph.schema.classes):
            listed = class_phrases().get(local_name(iri))
            phrases = [*(f"{{s}} is a {name}" for name in class_names(iri)), *(listed.phrases if listed else ())]
            for phrase in phrases:
                words = read_words(phrase.format(s=_SLOT))
                place = next(place for place, word in enumerate(words) if word.text == _SLOT.lower())
                found.setdefault(_around(words, Span(place, place + 1)), kind)
        return found


def _around(words: Sequence[Word], span: Span) -> tuple[str, ...]:
    """The plain words of a sentence with one mark in the place of a span."""
    before = [plain(word.text) for word in words[: span.start]]
    behind = [plain(word.text) for word in words[span.end :]]
    return tuple(word for word in (*before, "1", *behind) if word)
