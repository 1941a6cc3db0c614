"""Links claims to triples: the things they name, the predicate they express, and how sure that is."""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from veriscope.domain import Claim, LinkedTriple, Triple
from veriscope.graph import TYPE, EndTypes, EntityNames, Graph, Inverses, NamedNode
from veriscope.linking.amounts import Amount, find_amounts
from veriscope.linking.candidates import CandidateFact, CandidateFinder
from veriscope.linking.class_words import ClassWords
from veriscope.linking.coverage import SentenceReading, unsaid_cost
from veriscope.linking.frames import Span
from veriscope.linking.lexicon import Lexicon
from veriscope.linking.literal_predicates import LiteralPredicates, TextValue
from veriscope.linking.mentions import Mention, find_mentions, with_kind
from veriscope.linking.other_names import OtherNames
from veriscope.linking.phrases import local_name, predicate_phrases
from veriscope.linking.reading import NEGATION, Word, read_words

_MOST_WEIGHED = 40
# `one drives on the left`, `one neighbour is`: this word is no amount.
_NO_AMOUNTS = frozenset({"one"})
# The score of a sentence that only says what class a thing is of.
_CLASS_SCORE = 0.9


class _ParsedClaim(NamedTuple):
    """A claim split into its words, mentions and amounts."""

    words: Sequence[Word]
    mentions: Sequence[Mention]
    amounts: Sequence[Amount]

    @property
    def is_negated(self) -> bool:
        return any(word.text == NEGATION for word in self.words)


@dataclass(frozen=True)
class GraphLinker:
    """Links claims to the triples of one graph.

    `value_years` gives the year of all values of a predicate: a claim that names this year says no more than the fact.
    """

    graph: Graph
    names: EntityNames
    ends: EndTypes
    lexicon: Lexicon
    value_years: Mapping[str, int] = field(default_factory=dict)

    def link(self, claim: Claim, *, limit: int = 3) -> list[LinkedTriple]:
        """The triples the claim may assert, likeliest first; none if it names no two things or no relation."""
        sure = (one for one in self.weigh(claim) if one.score >= self.lexicon.weighing.least_score)
        return [one for one, _ in zip(sure, range(limit), strict=False)]

    def weigh(self, claim: Claim) -> list[LinkedTriple]:
        """Every reading with its score, however unsure."""
        read = self._read(claim.text)
        best: dict[Triple, LinkedTriple] = {}
        for linked in (*self._class_statements(read), *self._readings(read)):
            if linked.triple not in best or best[linked.triple].score < linked.score:
                best[linked.triple] = linked
        # Two readings that are each other's inverse score the same; the one worded like the claim stays first.
        return sorted(best.values(), key=lambda one: -round(one.score, 6))

    def _read(self, text: str) -> _ParsedClaim:
        words = read_words(text)
        found = find_mentions(words, self._find)
        amounts = [
            one for one in find_amounts(text, words) if not any(_is_inside(one.span, each.span) for each in found)
        ]
        mentions = [one for one in found if not any(one.span.meets(amount.span) for amount in amounts)]
        return _ParsedClaim(
            words, [with_kind(words, one, self._class_words.descriptions_of) for one in mentions], amounts
        )

    def _find(self, key: str) -> Sequence[NamedNode]:
        return [*self.names.find(key), *self._other_names.find(key)]

    def _class_statements(self, read: _ParsedClaim) -> Iterator[LinkedTriple]:
        for mention, kind, is_negated in self._class_words.statements(read.words, read.mentions):
            nodes = [node for node, _ in self._finder.namesakes(mention)]
            # `Mercury is a planet` is about the planet.
            fitting = (node for node in nodes if kind in self.graph.schema.types[node])
            node = next(fitting, nodes[0])
            triple = Triple(self.graph.nodes[node], TYPE, self.graph.schema.classes[kind])
            yield LinkedTriple(triple, _CLASS_SCORE, is_negated)

    def _readings(self, read: _ParsedClaim) -> Iterator[LinkedTriple]:
        sharpness = self.lexicon.weighing.sharpness
        candidates = self._candidates(read)
        odds = [math.exp(sharpness * one.strength) for one in candidates]
        total = math.exp(sharpness * self.lexicon.weighing.nothing) + sum(odds)
        said = self._odds_with_inverses(candidates[:_MOST_WEIGHED], odds)
        for one, own in zip(candidates, said, strict=False):
            yield self._linked(one, own / total / (1 + self._cost(read, one)), is_negated=read.is_negated)

    def _odds_with_inverses(self, candidates: Sequence[CandidateFact], odds: Sequence[float]) -> list[float]:
        """The odds of each candidate, plus those of candidates that say the same in the other direction."""
        by_ends: defaultdict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
        for one, own in zip(candidates, odds, strict=False):
            if isinstance(one.object, int):
                by_ends[one.subject, one.object].append((one.predicate, own))
        said = []
        for one, own in zip(candidates, odds, strict=False):
            turned = by_ends.get((one.object, one.subject), ()) if isinstance(one.object, int) else ()
            said.append(own + sum(odd for other, odd in turned if self._inverses.are_inverse(one.predicate, other)))
        return said

    def _candidates(self, read: _ParsedClaim) -> list[CandidateFact]:
        words, mentions, amounts = read
        # A name in lower case may be a common word, so the lexicon sees it as a word.
        others = [*(one.span for one in mentions if one.is_capital), *(one.span for one in amounts)]
        found = [
            *self._finder.of_things(words, mentions, others),
            *self._finder.of_amounts(words, mentions, amounts, others),
            *self._finder.of_texts(words, mentions, others),
        ]
        return sorted(found, key=lambda one: (-one.strength, one.subject, one.predicate))

    def _cost(self, read: _ParsedClaim, one: CandidateFact) -> float:
        nodes = [one.subject, *([one.object] if isinstance(one.object, int) else [])]
        known = self.lexicon.words_for(one.frame, one.sense).union(
            *(self._class_words.words_of(node) for node in nodes)
        )
        listed = predicate_phrases().get(local_name(self.graph.predicates[one.predicate]))
        dated = self._value_year_spans(read, one)
        is_of_today = listed is not None and listed.is_of_today and not dated
        return unsaid_cost(
            read.words,
            SentenceReading((*one.spans, *dated), known, self._class_words.predicate_words, is_of_today=is_of_today),
            names=[mention.span for mention in read.mentions],
            amounts=[amount.span for amount in read.amounts if amount.written.lower() not in _NO_AMOUNTS],
            word_cost=self.lexicon.weighing.unsaid,
        )

    def _value_year_spans(self, read: _ParsedClaim, one: CandidateFact) -> list[Span]:
        """Where a claim names the year of the graph's value."""
        year = self.value_years.get(self.graph.predicates[one.predicate])
        return [amount.span for amount in read.amounts if amount.is_year and amount.low == amount.high == year]

    def _linked(self, one: CandidateFact, score: float, *, is_negated: bool) -> LinkedTriple:
        subject, predicate = self.graph.nodes[one.subject], self.graph.predicates[one.predicate]
        match one.object:
            case Amount(low=low, high=high, written=written):
                return LinkedTriple(Triple(subject, predicate, written), score, is_negated, (low, high))
            case TextValue(written=written):
                return LinkedTriple(Triple(subject, predicate, written), score, is_negated)
            case node:
                return LinkedTriple(Triple(subject, predicate, self.graph.nodes[node]), score, is_negated)

    @cached_property
    def _finder(self) -> CandidateFinder:
        return CandidateFinder(self.graph, self.ends, self.lexicon, LiteralPredicates(self.graph))

    @cached_property
    def _inverses(self) -> Inverses:
        return Inverses(self.graph)

    @cached_property
    def _class_words(self) -> ClassWords:
        return ClassWords(self.graph)

    @cached_property
    def _other_names(self) -> OtherNames:
        return OtherNames(self.graph, self.names)


def _is_inside(inner: Span, outer: Span) -> bool:
    """Whether a span is a part of another: `four` in `The Four III`."""
    return outer != inner and outer.start <= inner.start and inner.end <= outer.end
