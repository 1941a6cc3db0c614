"""Selects sentences by hashed unigrams and bigrams, as FEVER's paper does with DrQA."""

from collections.abc import Sequence
from math import log1p

import numpy as np

from veriscope.domain import Claim, Evidence, Page, TermStatistics
from veriscope.selection.page_sentences import best_sentences, page_sentences
from veriscope.text import ngram_bins


class TfidfBigramSelector:
    """Ranks the sentences of the pages by the product of their TF-IDF vectors with the claim's.

    Thorne et al. (2018), section 5.4: the retriever of DrQA (see the retriever `tfidf`) over the sentences at hand,
    which also give the idf. Each sentence is scored alone: its page's title does not count.
    """

    def __init__(self, statistics: TermStatistics | None = None) -> None:
        del statistics

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""
        sentences = page_sentences(pages)
        return best_sentences(sentences, bigram_scores(claim.text, [one.text for one in sentences]), limit=limit)


def bigram_scores(claim: str, texts: Sequence[str]) -> list[float]:
    """The product of each text's TF-IDF vector with the claim's; the texts give the idf."""
    asked, times = np.unique(ngram_bins([claim]).bins, return_counts=True)
    bins, numbers = ngram_bins(texts)
    if not len(asked) or not len(bins):
        return [0.0] * len(texts)
    counts = np.zeros((len(texts), len(asked)))
    at = np.minimum(np.searchsorted(asked, bins), len(asked) - 1)
    is_asked = asked[at] == bins
    np.add.at(counts, (numbers[is_asked], at[is_asked]), 1)
    frequencies = (counts > 0).sum(axis=0)
    idf = np.maximum(np.log((len(texts) - frequencies + 0.5) / (frequencies + 0.5)), 0)
    weights = idf**2 * [log1p(count) for count in times.tolist()]
    scores: list[float] = (np.log1p(counts) @ weights).tolist()
    return scores
