"""Predicates whose objects are numbers, years or texts, and the parts of a sentence that may be such an object."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from veriscope.graph import Graph, LiteralKind, literal_kinds, read_literal
from veriscope.linking.amounts import Amount
from veriscope.linking.frames import Span
from veriscope.linking.phrases import local_name, predicate_phrases
from veriscope.linking.reading import Word
from veriscope.tables import Unit, unit_named
from veriscope.text import name_key

_MOST_WORDS = 8
# A predicate with at most this many different values takes only one of them.
_FEW_VALUES = 30
_MOST_READ = 5000


class TextValue(NamedTuple):
    """A span that may be the value of some predicates, and its text as written."""

    span: Span
    written: str
    predicates: frozenset[int]


class _Shape(NamedTuple):
    """How the values of a predicate are written: the length of the longest, and whether one begins with a letter."""

    length: int
    has_letter_first: bool

    @classmethod
    def of(cls, values: Iterable[str]) -> "_Shape":
        written = [value for value in values if value]
        return cls(max(map(len, written), default=0), any(value[0].isalpha() for value in written))

    def fits(self, written: str) -> bool:
        """Whether a text may be one of them."""
        return len(written) <= self.length and (self.has_letter_first or not written[:1].isalpha())


@dataclass(frozen=True)
class LiteralPredicates:
    """The predicates of a graph that have literal values."""

    graph: Graph

    def convert(self, amount: Amount, predicate: int) -> Amount | None:
        """The amount in the unit of a predicate's values; None if it measures something else."""
        if self._kinds[predicate] is LiteralKind.YEAR:
            is_plain_year = not amount.unit and amount.written.isdecimal() and len(amount.written) in {3, 4}
            return amount if amount.is_year or is_plain_year else None
        if amount.is_year:
            return None
        if predicate not in self._units:
            return amount._replace(low=amount.low / amount.factor, high=amount.high / amount.factor, factor=1.0)
        dimension, factor = self._units[predicate]
        if not amount.unit.isupper():
            return amount
        if amount.unit != dimension:
            return None
        return amount._replace(low=amount.low / factor, high=amount.high / factor, factor=amount.factor / factor)

    def text_values(self, words: Sequence[Word], subject: Span) -> Iterator[TextValue]:
        """Spans outside the subject that may be values: known values, and anything written like a name."""
        for start in range(len(words)):
            for end in range(start + 1, min(len(words), start + _MOST_WORDS) + 1):
                span = Span(start, end)
                if span.meets(subject):
                    break
                own = words[start:end]
                known = self._by_value.get(" ".join(word.text for word in own), frozenset())
                is_name = own[0].is_name_like and own[-1].is_name_like and not _goes_on(words, span)
                written = " ".join(word.piece for word in _pieces(own))
                predicates = known | (self._open_to(written) if is_name else frozenset())
                if predicates:
                    yield TextValue(span, written, predicates)

    def _open_to(self, written: str) -> frozenset[int]:
        """Predicates of which a text may be a new value, because it is written like theirs."""
        return frozenset(predicate for predicate, shape in self._open_shapes.items() if shape.fits(written))

    @cached_property
    def with_numbers(self) -> frozenset[int]:
        """Predicates whose values are numbers or years."""
        return frozenset(predicate for predicate, kind in self._kinds.items() if kind is not LiteralKind.TEXT)

    @cached_property
    def with_texts(self) -> frozenset[int]:
        """Predicates whose values are texts."""
        return frozenset(predicate for predicate, kind in self._kinds.items() if kind is LiteralKind.TEXT)

    @cached_property
    def _kinds(self) -> dict[int, LiteralKind]:
        return literal_kinds(self.graph)

    @cached_property
    def _values(self) -> dict[int, frozenset[str]]:
        """The different texts of each predicate; only some if there are very many."""
        attributes = self.graph.attributes
        found = {}
        for predicate in sorted(self.with_texts):
            values = np.unique(attributes.values[attributes.predicates == predicate])[:_MOST_READ]
            found[predicate] = frozenset(read_literal(attributes.texts[int(value)]).text for value in values)
        return found

    @cached_property
    def _by_value(self) -> dict[str, frozenset[int]]:
        by_value: dict[str, set[int]] = {}
        for predicate, values in self._values.items():
            for value in values:
                by_value.setdefault(name_key(value), set()).add(predicate)
        return {value: frozenset(predicates) for value, predicates in by_value.items() if value}

    @cached_property
    def _open_shapes(self) -> dict[int, "_Shape"]:
        """How values are written, for text predicates that may have values unknown to the graph."""
        return {predicate: _Shape.of(values) for predicate, values in self._values.items() if len(values) > _FEW_VALUES}

    @cached_property
    def _units(self) -> dict[int, Unit]:
        """The unit of each predicate, where it is known."""
        listed = predicate_phrases()
        units = {}
        for predicate, iri in enumerate(self.graph.predicates):
            known = listed.get(local_name(iri))
            if known and (unit := unit_named(known.unit)):
                units[predicate] = unit
        return units


def _goes_on(words: Sequence[Word], span: Span) -> bool:
    """Whether a name goes on beyond a span: into the next word, or back into one that does not begin the sentence."""
    is_preceded = span.start > 1 and words[span.start - 1].is_name_like
    return is_preceded or (span.end < len(words) and words[span.end].is_name_like)


def _pieces(words: Sequence[Word]) -> Iterator[Word]:
    """The words, one of each piece of text."""
    for place, word in enumerate(words):
        if not place or words[place - 1].start != word.start:
            yield word
