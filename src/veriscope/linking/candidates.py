"""Facts that a sentence may state: two things, or a thing and a value, with every predicate that fits them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.graph import End, EndTypes, Graph, NameKind, predicate_facts
from veriscope.linking.amounts import Amount
from veriscope.linking.frames import Frame, Span, frame_of
from veriscope.linking.lexicon import Lexicon, Sense
from veriscope.linking.literal_predicates import LiteralPredicates, TextValue
from veriscope.linking.mentions import Mention
from veriscope.linking.reading import Word

# A node does not fit an end of a predicate if fewer of the ends than this share its classes.
_LEAST_FIT = 0.01
_MOST_NAMESAKES = 4
_NAME_WEIGHTS = {NameKind.WHOLE: 0.0, NameKind.ALIAS: -0.3, NameKind.PLACED: -1.5, NameKind.SHORTENED: -0.7}
# A single word in lower case may be a common word.
_LOWER_CASE = -0.5
# Words read as a value are less certain than a known name.
_TEXT_WEIGHT = -1.0


class CandidateFact(NamedTuple):
    """A fact that a sentence may state, by numbers; the object is a node, an amount or a text. `strength`: log-odds."""

    subject: int
    predicate: int
    object: int | Amount | TextValue
    strength: float
    sense: Sense
    frame: Frame
    spans: tuple[Span, Span]


class _Parts(NamedTuple):
    """Two spans of a sentence in order, the words around them, and the score of each sense given these words."""

    spans: tuple[Span, Span]
    frame: Frame
    scores: NDArray[np.float64]


@dataclass(frozen=True)
class CandidateFinder:
    """Finds candidates over a graph."""

    graph: Graph
    ends: EndTypes
    lexicon: Lexicon
    literals: LiteralPredicates

    def of_things(
        self, words: Sequence[Word], mentions: Sequence[Mention], others: Sequence[Span]
    ) -> Iterator[CandidateFact]:
        """Facts between any two of the named things."""
        for one, other in combinations(mentions, 2):
            parts = self._parts(words, one.span, other.span, others)
            for first, first_weight in self.namesakes(one):
                for second, second_weight in self.namesakes(other):
                    if first != second:
                        yield from self._of_pair((first, second), parts, first_weight + second_weight)

    def of_amounts(
        self, words: Sequence[Word], mentions: Sequence[Mention], amounts: Sequence[Amount], others: Sequence[Span]
    ) -> Iterator[CandidateFact]:
        """Facts between a thing and an amount."""
        for mention in mentions:
            for amount in amounts:
                parts = self._parts(words, mention.span, amount.span, others)
                for node, place, strength in self._of_literal(mention, parts, self.literals.with_numbers):
                    sense = self.lexicon.senses[place]
                    value = self.literals.convert(amount, sense.predicate)
                    if value:
                        yield CandidateFact(node, sense.predicate, value, strength, sense, parts.frame, parts.spans)

    def of_texts(
        self, words: Sequence[Word], mentions: Sequence[Mention], others: Sequence[Span]
    ) -> Iterator[CandidateFact]:
        """Facts between a thing and words that may be a text value."""
        for mention in mentions:
            for value in self.literals.text_values(words, mention.span):
                parts = self._parts(
                    words, mention.span, value.span, [one for one in others if not one.meets(value.span)]
                )
                for node, place, strength in self._of_literal(mention, parts, value.predicates):
                    sense = self.lexicon.senses[place]
                    yield CandidateFact(
                        node, sense.predicate, value, strength + _TEXT_WEIGHT, sense, parts.frame, parts.spans
                    )

    def _parts(self, words: Sequence[Word], one: Span, other: Span, others: Sequence[Span]) -> _Parts:
        first, second = sorted((one, other))
        frame = frame_of(words, first, second, [span for span in others if span not in {first, second}])
        return _Parts((first, second), frame, self.lexicon.scores(frame))

    def namesakes(self, mention: Mention) -> list[tuple[int, float]]:
        """The likeliest nodes of a mention, weighted by how the name belongs to them and how popular they are."""
        degrees = {named.node: 1 + self._degree(named.node) for named in mention.nodes}
        total = sum(degrees.values())
        is_common = not mention.is_capital and mention.span.end - mention.span.start == 1
        case = _LOWER_CASE if is_common else 0.0
        weighed = [
            (named.node, case + _NAME_WEIGHTS[named.kind] + 0.5 * math.log(degrees[named.node] / total))
            for named in mention.nodes
        ]
        return sorted(weighed, key=lambda one: (-one[1], one[0]))[:_MOST_NAMESAKES]

    def _of_pair(self, nodes: tuple[int, int], parts: _Parts, weight: float) -> Iterator[CandidateFact]:
        as_subject, as_object = ([self._fits(node, end) for node in nodes] for end in (End.SUBJECT, End.OBJECT))
        subject_fits = np.where(self._are_forward, as_subject[0], as_subject[1])
        object_fits = np.where(self._are_forward, as_object[1], as_object[0])
        fits = np.minimum(subject_fits, object_fits)
        places = np.flatnonzero(fits >= _LEAST_FIT)
        types = np.log(subject_fits[places]) + np.log(object_fits[places])
        strengths = parts.scores[places] + self.lexicon.weighing.types * types + self._priors[places] + weight
        for place, strength in zip(places.tolist(), strengths.tolist(), strict=True):
            if parts.scores[place] > 0:
                sense = self.lexicon.senses[place]
                subject, object_ = nodes if sense.is_forward else nodes[::-1]
                yield CandidateFact(subject, sense.predicate, object_, strength, sense, parts.frame, parts.spans)

    def _of_literal(
        self, mention: Mention, parts: _Parts, predicates: frozenset[int]
    ) -> Iterator[tuple[int, int, float]]:
        """Nodes, places of senses, and strengths of facts whose object is a literal value."""
        is_forward = mention.span == parts.spans[0]
        places = [place for place in self._places[is_forward] if self.lexicon.senses[place].predicate in predicates]
        for node, weight in self.namesakes(mention):
            fits = self._fits(node, End.SUBJECT)
            for place in places:
                fit, score = float(fits[place]), float(parts.scores[place])
                if fit >= _LEAST_FIT and score > 0:
                    prior = self.lexicon.weighing.types * math.log(fit) + float(self._priors[place])
                    yield node, place, score + prior + weight

    def _fits(self, node: int, end: End) -> NDArray[np.float32]:
        fits: NDArray[np.float32] = self.ends.fits(self.graph.schema.types, node, end)[self._predicates]
        return fits

    def _degree(self, node: int) -> int:
        out, into = self.graph.out.starts, self.graph.into.starts
        return int(out[node + 1] - out[node] + into[node + 1] - into[node])

    @cached_property
    def _predicates(self) -> NDArray[np.int64]:
        return np.array([sense.predicate for sense in self.lexicon.senses], dtype=np.int64)

    @cached_property
    def _are_forward(self) -> NDArray[np.bool_]:
        return np.array([sense.is_forward for sense in self.lexicon.senses], dtype=np.bool_)

    @cached_property
    def _priors(self) -> NDArray[np.float64]:
        facts: NDArray[np.float64] = np.log(1 + predicate_facts(self.graph))[self._predicates]
        priors: NDArray[np.float64] = self.lexicon.weighing.facts * (facts - facts.mean())
        return priors

    @cached_property
    def _places(self) -> dict[bool, list[int]]:
        """The places of the literal senses, by whether the subject stands first."""
        known = self.literals.with_numbers | self.literals.with_texts
        places = [place for place, sense in enumerate(self.lexicon.senses) if sense.predicate in known]
        return {
            way: [place for place in places if self.lexicon.senses[place].is_forward is way] for way in (True, False)
        }
