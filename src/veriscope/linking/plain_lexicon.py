"""A lexicon of phrases alone: nothing is learned, so every knowledge base has one."""

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from veriscope.graph import Graph
from veriscope.linking.canonical import canonical
from veriscope.linking.frames import features
from veriscope.linking.lexicon import Column, Lexicon, Sense, Weighing
from veriscope.linking.phrases import phrase_examples

# Each predicate gets this many made-up examples, worded like the average predicate.
_SMOOTHING = 2.0
# Chosen on the dev half of the starter's claims.
PHRASE_WEIGHING = Weighing(types=1.0, facts=0.0, nothing=1.0, sharpness=1.5, known=0.01, unsaid=1.2, least_score=0.35)


def phrase_lexicon(graph: Graph) -> Lexicon:
    """Log-likelihood ratios: how much likelier a feature is in a predicate's phrases than in the average one's."""
    senses = [Sense(predicate, way) for predicate in range(len(graph.predicates)) for way in (False, True)]
    place = {sense: number for number, sense in enumerate(senses)}
    examples = np.zeros(len(senses))
    found: defaultdict[str, defaultdict[int, float]] = defaultdict(lambda: defaultdict(float))
    for frame, sense, weight in phrase_examples(graph):
        usual, is_swapped = canonical(frame)
        number = place[sense.reverse() if is_swapped else sense]
        examples[number] += weight
        for feature in features(usual):
            found[feature][number] += weight
    columns = {feature: _column(counts, examples) for feature, counts in sorted(found.items())}
    # The more phrases a sense has, the more a word that is in none of them counts against it.
    absent = np.log(_SMOOTHING / (examples + _SMOOTHING))
    return Lexicon(senses, columns, absent, PHRASE_WEIGHING, damping=0.5)


def _column(counts: dict[int, float], examples: NDArray[np.float64]) -> Column:
    places = np.array(sorted(counts), dtype=np.int64)
    found = np.array([counts[place] for place in places.tolist()])
    average = float((found / examples[places]).sum() / len(examples))
    rates = (found + _SMOOTHING * average) / (examples[places] + _SMOOTHING)
    return Column(places, np.log(rates / average))
