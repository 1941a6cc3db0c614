"""Links claims to triples: the things they name, the predicate they say, and how sure that is."""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from veriscope.domain import Claim, LinkedTriple, Triple
from veriscope.graph import Graph
from veriscope.graph.end_types import EndTypes
from veriscope.graph.entity_names import EntityNames, NamedNode
from veriscope.graph.inverses import Inverses
from veriscope.graph.vocabulary import TYPE
from veriscope.linking.amounts import Amount, find_amounts
from veriscope.linking.candidates import Candidate, CandidateFinder
from veriscope.linking.coverage import Reading, unsaid_cost
from veriscope.linking.frames import Span
from veriscope.linking.kinds import Kinds
from veriscope.linking.lexicon import Lexicon
from veriscope.linking.literal_predicates import LiteralPredicates, TextValue
from veriscope.linking.mentions import Mention, find_mentions, with_kind
from veriscope.linking.other_names import OtherNames
from veriscope.linking.phrases import PredicatePhrases, local_name, predicate_phrases
from veriscope.linking.reading import NEGATION, Word, read_words

_MOST_WEIGHED = 40
_STARTER = "https://veriscope.example/"
# `one drives on the left`, `one neighbour is`: the word counts nothing.
_NO_AMOUNTS = frozenset({"one"})
# A sentence that says of a thing what it is, and nothing else, is read with this sureness.
_KIND_SCORE = 0.9


class _Read(NamedTuple):
    """A claim taken apart."""

    words: Sequence[Word]
    mentions: Sequence[Mention]
    amounts: Sequence[Amount]

    @property
    def is_negated(self) -> bool:
        return any(word.text == NEGATION for word in self.words)


@dataclass(frozen=True)
class GraphLinker:
    """Links claims to the triples of one graph."""

    graph: Graph
    names: EntityNames
    ends: EndTypes
    lexicon: Lexicon

    def link(self, claim: Claim, *, limit: int = 3) -> list[LinkedTriple]:
        """The triples the claim may assert, likeliest first; none where it names no two things or no relation."""
        sure = (one for one in self.weigh(claim) if one.score >= self.lexicon.weighing.least_score)
        return [one for one, _ in zip(sure, range(limit), strict=False)]

    def weigh(self, claim: Claim) -> list[LinkedTriple]:
        """Every reading with its score, however unsure."""
        read = self._read(claim.text)
        best: dict[Triple, LinkedTriple] = {}
        for linked in (*self._kind_statements(read), *self._readings(read)):
            if linked.triple not in best or best[linked.triple].score < linked.score:
                best[linked.triple] = linked
        # Of two that say the same, the one stays first that is worded so.
        return sorted(best.values(), key=lambda one: -round(one.score, 6))

    def _read(self, text: str) -> _Read:
        words = read_words(text)
        found = find_mentions(words, self._find)
        amounts = [
            one for one in find_amounts(text, words) if not any(_is_inside(one.span, each.span) for each in found)
        ]
        mentions = [one for one in found if not any(one.span.meets(amount.span) for amount in amounts)]
        return _Read(words, [with_kind(words, one, self._kinds.descriptions_of) for one in mentions], amounts)

    def _find(self, key: str) -> Sequence[NamedNode]:
        return [*self.names.find(key), *self._other_names.find(key)]

    def _kind_statements(self, read: _Read) -> Iterator[LinkedTriple]:
        for mention, kind, is_negated in self._kinds.statements(read.words, read.mentions):
            nodes = [node for node, _ in self._finder.namesakes(mention)]
            # `Mercury is a planet` speaks of the planet.
            fitting = (node for node in nodes if kind in self.graph.schema.types[node])
            node = next(fitting, nodes[0])
            triple = Triple(self.graph.nodes[node], TYPE, self.graph.schema.classes[kind])
            yield LinkedTriple(triple, _KIND_SCORE, is_negated)

    def _readings(self, read: _Read) -> Iterator[LinkedTriple]:
        sharpness = self.lexicon.weighing.sharpness
        candidates = self._candidates(read)
        odds = [math.exp(sharpness * one.strength) for one in candidates]
        total = math.exp(sharpness * self.lexicon.weighing.nothing) + sum(odds)
        said = self._said_by(candidates[:_MOST_WEIGHED], odds)
        for one, own in zip(candidates, said, strict=False):
            yield self._linked(one, own / total / (1 + self._cost(read, one)), is_negated=read.is_negated)

    def _said_by(self, candidates: Sequence[Candidate], odds: Sequence[float]) -> list[float]:
        """The odds of each candidate together with those of candidates that say the same the other way round."""
        by_ends: defaultdict[tuple[int, int], list[tuple[int, float]]] = defaultdict(list)
        for one, own in zip(candidates, odds, strict=False):
            if isinstance(one.object, int):
                by_ends[one.subject, one.object].append((one.predicate, own))
        said = []
        for one, own in zip(candidates, odds, strict=False):
            turned = by_ends.get((one.object, one.subject), ()) if isinstance(one.object, int) else ()
            said.append(own + sum(odd for other, odd in turned if self._inverses.are_inverse(one.predicate, other)))
        return said

    def _candidates(self, read: _Read) -> list[Candidate]:
        words, mentions, amounts = read
        # A name in lower case may be a common word: it stays one for the lexicon.
        others = [*(one.span for one in mentions if one.is_capital), *(one.span for one in amounts)]
        found = [
            *self._finder.of_things(words, mentions, others),
            *self._finder.of_amounts(words, mentions, amounts, others),
            *self._finder.of_texts(words, mentions, others),
        ]
        return sorted(found, key=lambda one: (-one.strength, one.subject, one.predicate))

    def _cost(self, read: _Read, one: Candidate) -> float:
        nodes = [one.subject, *([one.object] if isinstance(one.object, int) else [])]
        known = self.lexicon.words_for(one.frame, one.sense).union(*(self._kinds.words_of(node) for node in nodes))
        listed = predicate_phrases().get(local_name(self.graph.predicates[one.predicate]))
        dated = self._dated(read, one, listed)
        is_of_today = listed is not None and listed.is_of_today and not dated
        return unsaid_cost(
            read.words,
            Reading((*one.spans, *dated), known, self._kinds.predicate_words, is_of_today=is_of_today),
            names=[mention.span for mention in read.mentions],
            amounts=[amount.span for amount in read.amounts if amount.written.lower() not in _NO_AMOUNTS],
            word_cost=self.lexicon.weighing.unsaid,
        )

    def _dated(self, read: _Read, one: Candidate, listed: PredicatePhrases | None) -> list[Span]:
        """Where a claim names the year of which the graph's value is."""
        if listed is None or listed.year is None or not self.graph.predicates[one.predicate].startswith(_STARTER):
            return []
        return [amount.span for amount in read.amounts if amount.is_year and amount.low == amount.high == listed.year]

    def _linked(self, one: Candidate, score: float, *, is_negated: bool) -> LinkedTriple:
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
    def _kinds(self) -> Kinds:
        return Kinds(self.graph)

    @cached_property
    def _other_names(self) -> OtherNames:
        return OtherNames(self.graph, self.names)


def _is_inside(inner: Span, outer: Span) -> bool:
    """Whether a span is a part of another: `four` in `The Four III`."""
    return outer != inner and outer.start <= inner.start and inner.end <= outer.end
