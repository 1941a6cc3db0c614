"""A lexicon learned from sentences that state facts: a softmax regression over senses, given the ends' classes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from veriscope.graph import End, EndTypes, Graph
from veriscope.linking.canonical import canonical
from veriscope.linking.distant_supervision import LabelledPair
from veriscope.linking.frames import Frame, features
from veriscope.linking.lexicon import Column, Lexicon, Sense, Weighing
from veriscope.linking.phrases import phrase_examples
from veriscope.linking.softmax_regression import RegressionSettings, RegressionTask, fit_weights

# Chosen on claims of the dev half of `benchmarks/linking`.
LEARNED_WEIGHING = Weighing(types=6.0, facts=0.8, nothing=2.0, sharpness=1.0, known=0.1, unsaid=0.5, least_score=0.5)
_LEAST_WEIGHT = 0.15


@dataclass(frozen=True, slots=True)
class FitSettings:
    """How a lexicon is fitted.

    A sense with fewer sentences than `least_examples` is learned from its phrases only; `most_examples` are drawn from
    a sense with more. `phrase_weight` and `nothing_weight` are the weights of a phrase and of a pair without facts,
    where a sentence has 1; each phrase is used with `phrase_pairs` pairs of nodes.
    """

    least_examples: int = 8
    most_examples: int = 120
    most_without: int = 4000
    phrase_weight: float = 3.0
    phrase_pairs: int = 2
    nothing_weight: float = 0.5
    least_features: int = 3
    regression: RegressionSettings = field(default_factory=RegressionSettings)
    seed: int = 0


class _Example(NamedTuple):
    """A frame between two nodes (None for a literal) and the place of its sense; the last place means no sense."""

    nodes: tuple[int | None, int | None]
    frame: Frame
    place: int
    weight: float


@dataclass(frozen=True)
class LexiconFitter:
    """Fits lexicons for one graph."""

    graph: Graph
    ends: EndTypes
    settings: FitSettings = field(default_factory=FitSettings)

    def fit(self, pairs: Iterable[LabelledPair]) -> Lexicon:
        """The lexicon that best predicts the sense of a frame among those that fit the classes of its ends."""
        draw = Random(self.settings.seed)  # noqa: S311
        examples = [*self._of_sentences(pairs, draw), *self._of_phrases(draw)]
        found = [features(example.frame) for example in examples]
        counts = Counter(feature for each in found for feature in each)
        known = sorted(feature for feature, count in counts.items() if count >= self.settings.least_features)
        weights = self._regression(examples, _indicators(found, known))
        columns = {feature: column for feature, row in zip(known, weights, strict=True) if (column := _column(row))}
        return Lexicon(self._senses, columns, np.zeros(len(self._senses)), LEARNED_WEIGHING)

    def _of_sentences(self, pairs: Iterable[LabelledPair], draw: Random) -> list[_Example]:
        by_sense: defaultdict[int, list[_Example]] = defaultdict(list)
        for first, second, senses, frame in pairs:
            for sense in senses:
                place = self._place[sense]
                by_sense[place].append(_Example((first, second), frame, place, 1 / len(senses)))
            if not senses:
                weight = self.settings.nothing_weight
                by_sense[self._nothing].append(_Example((first, second), frame, self._nothing, weight))
        chosen: list[_Example] = []
        for place, examples in sorted(by_sense.items()):
            most = self.settings.most_without if place == self._nothing else self.settings.most_examples
            if len(examples) >= self.settings.least_examples:
                chosen += draw.sample(examples, most) if len(examples) > most else examples
        return chosen

    def _of_phrases(self, draw: Random) -> list[_Example]:
        """Phrases, each used between the ends of some facts of its predicate."""
        facts = [self._facts(predicate) for predicate in range(len(self.graph.predicates))]
        examples = []
        for frame, sense, _ in phrase_examples(self.graph):
            usual, is_swapped = canonical(frame)
            said = sense.reverse() if is_swapped else sense
            known = facts[sense.predicate]
            for _ in range(self.settings.phrase_pairs if known else 0):
                subject, object_ = draw.choice(known)
                nodes = (subject, object_) if said.is_forward else (object_, subject)
                examples.append(_Example(nodes, usual, self._place[said], self.settings.phrase_weight))
        return examples

    def _facts(self, predicate: int) -> list[tuple[int, int | None]]:
        """Subjects and objects of a predicate's facts."""
        attributes = self.graph.attributes
        places = np.flatnonzero(attributes.predicates == predicate)
        literal = (np.searchsorted(attributes.starts, places, side="right") - 1).tolist()
        return [
            *((row[0], row[2]) for row in self.graph.facts_of(predicate).tolist()),
            *((node, None) for node in literal),
        ]

    def _regression(self, examples: Sequence[_Example], inputs: csr_matrix) -> NDArray[np.float32]:
        """Weights of features (rows) for senses and for no sense (columns)."""
        task = RegressionTask(
            inputs,
            np.stack([self._offsets(example.nodes) for example in examples]),
            np.array([example.place for example in examples]),
            np.array([example.weight for example in examples], dtype=np.float32),
        )
        return fit_weights(task, self.settings.regression)

    def _offsets(self, nodes: tuple[int | None, int | None]) -> NDArray[np.float32]:
        """How well two nodes fit each sense, as logs; no sense always fits."""
        (subject_first, object_first), (subject_second, object_second) = (self._fits(node) for node in nodes)
        subjects = np.where(self._are_forward, subject_first, subject_second)
        objects = np.where(self._are_forward, object_second, object_first)
        return np.append(np.log(np.maximum(subjects * objects, 1e-3)), 0).astype(np.float32)

    def _fits(self, node: int | None) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        if node not in self._known_fits:
            assert node is not None
            types = self.graph.schema.types
            as_subject, as_object = (self.ends.fits(types, node, end)[self._predicates] for end in End)
            self._known_fits[node] = as_subject, as_object
        return self._known_fits[node]

    @cached_property
    def _known_fits(self) -> dict[int | None, tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """The fits of nodes met so far, and of literals (None): never a subject, and an object where literals are."""
        is_literal = np.isin(self._predicates, self.graph.attributes.predicates).astype(np.float32)
        return {None: (np.zeros_like(is_literal), is_literal)}

    @cached_property
    def _senses(self) -> list[Sense]:
        return [Sense(predicate, way) for predicate in range(len(self.graph.predicates)) for way in (False, True)]

    @cached_property
    def _place(self) -> dict[Sense, int]:
        return {sense: place for place, sense in enumerate(self._senses)}

    @cached_property
    def _nothing(self) -> int:
        return len(self._senses)

    @cached_property
    def _predicates(self) -> NDArray[np.int64]:
        return np.array([sense.predicate for sense in self._senses], dtype=np.int64)

    @cached_property
    def _are_forward(self) -> NDArray[np.bool_]:
        return np.array([sense.is_forward for sense in self._senses], dtype=np.bool_)


def _indicators(found: Sequence[frozenset[str]], known: Sequence[str]) -> csr_matrix:
    """Rows of examples, columns of features: 1 if the example has the feature."""
    place = {feature: number for number, feature in enumerate(known)}
    rows = [sorted(place[feature] for feature in each if feature in place) for each in found]
    starts = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    columns = np.array([column for row in rows for column in row], dtype=np.int64)
    return csr_matrix((np.ones(len(columns), dtype=np.float32), columns, starts), shape=(len(rows), len(known)))


def _column(row: NDArray[np.float32]) -> Column | None:
    """The weights of a feature for senses, without small ones.

    Its weight for no sense, the last of the row, is dropped: a graph lacks most facts, so a sentence without a known
    fact may well state one.
    """
    places = np.flatnonzero(np.abs(row[:-1]) >= _LEAST_WEIGHT)
    weights: NDArray[np.float64] = np.round(row[places], 3).astype(np.float64)
    return Column(places, weights) if len(places) else None
