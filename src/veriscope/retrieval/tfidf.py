"""Retrieves pages by hashed TF-IDF vectors: the document retriever of the FEVER paper."""

from typing import ClassVar

from veriscope.domain import Claim, RankedPage, SearchableCorpus


class TfidfRetriever:
    """Whole pages by the unigrams and bigrams they share with the claim, as DrQA does (Chen et al., 2017).

    FEVER's paper speaks of cosines; the program it used compares by inner products, and so does this, which
    finds far more. `by_cosine` does as the paper says.
    """

    indexes: ClassVar[tuple[str, ...]] = ("vectors",)

    def __init__(self, corpus: SearchableCorpus, *, by_cosine: bool = False) -> None:
        vectors = corpus.page_vectors
        self._vectors = vectors.normalised() if by_cosine else vectors

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        return self._vectors.nearest(claim.text, limit=limit)
