"""Selects sentences by plain unigram TF-IDF, the simpler selector of FEVER's paper."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import log, sqrt

from veriscope.domain import Claim, Evidence, Page, TermStatistics
from veriscope.selection.page_sentences import best_sentences, page_sentences
from veriscope.text import words


class TfidfUnigramSelector:
    """Ranks the sentences of the pages by the cosine of their TF-IDF vectors with the claim's.

    Thorne et al. (2018), section 5.4, who used NLTK. There a word weighs its count times log(N / n), if n of the N
    sentences contain it. Stop words are kept, since their idf is low anyway.
    """

    def __init__(self, statistics: TermStatistics | None = None) -> None:
        del statistics

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""
        sentences = page_sentences(pages)
        bags = [Counter(words(sentence.text)) for sentence in sentences]
        frequency = Counter(word for bag in bags for word in bag)
        idf = {word: log(len(bags) / count) for word, count in frequency.items()}
        asked = Counter(words(claim.text))
        return best_sentences(sentences, [_cosine(asked, bag, idf) for bag in bags], limit=limit)


def _cosine(asked: Mapping[str, int], bag: Mapping[str, int], idf: Mapping[str, float]) -> float:
    """The cosine without the length of the claim's vector, which is the same for all sentences."""
    product = sum(count * bag[word] * idf[word] ** 2 for word, count in asked.items() if word in bag)
    return product / sqrt(sum((count * idf[word]) ** 2 for word, count in bag.items())) if product else 0.0
