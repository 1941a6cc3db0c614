"""Selects evidence by the rare words it shares with the claim."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import log

from veriscope.domain import Claim, Evidence, Page, is_sentence_like
from veriscope.selection.elements import citable_elements
from veriscope.text import words

_CONTEXT_WEIGHT = 0.6
MAX_SENTENCES = 5
MAX_OTHERS = 25


class OverlapSelector:
    """Scores an element by the idf of the claim's words found in it, those in its context counted less.

    The idf is that of the pages at hand. At most 5 sentences and 25 other elements, as FEVEROUS allows.
    """

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""
        elements = [element for page, _ in pages for element in citable_elements(page)]
        asked = frozenset(words(claim.text))
        # Titles and headers stand in the context of many elements: each is looked at once.
        shared: dict[str, frozenset[str]] = {}
        bags = [(asked.intersection(words(element.text)), _around(element, asked, shared)) for element in elements]
        idf = _idf((own for own, _ in bags), total=len(bags))
        # A context alone names the page, not the fact.
        scored = [
            element._replace(score=_score(own, context, idf))
            for element, (own, context) in zip(elements, bags, strict=True)
            if own
        ]
        ranked = sorted(scored, key=lambda element: -element.score)
        return list(_within_budget(ranked))[:limit]


def _around(element: Evidence, asked: frozenset[str], shared: dict[str, frozenset[str]]) -> frozenset[str]:
    for text in element.context:
        if text not in shared:
            shared[text] = asked.intersection(words(text))
    return frozenset().union(*(shared[text] for text in element.context))


def _idf(bags: Iterable[frozenset[str]], *, total: int) -> dict[str, float]:
    frequency = Counter(word for bag in bags for word in bag)
    return {word: log(1 + total / count) for word, count in frequency.items()}


def _score(own: frozenset[str], context: frozenset[str], idf: dict[str, float]) -> float:
    # Summed in word order: the sum of floats depends on it, and a set has none.
    inside = sum(idf[word] for word in sorted(own))
    around = sum(idf.get(word, 1.0) for word in sorted(context - own))
    return inside + _CONTEXT_WEIGHT * around


def _within_budget(ranked: Iterable[Evidence]) -> Iterable[Evidence]:
    left = {True: MAX_SENTENCES, False: MAX_OTHERS}
    for element in ranked:
        kind = is_sentence_like(element.id)
        if left[kind]:
            left[kind] -= 1
            yield element
