"""Retrieves pages by hashed TF-IDF vectors as DrQA does, alone or after the pages of the claim's entities."""

from veriscope.domain import Claim, RankedPage, SearchableCorpus
from veriscope.retrieval.entities import EntityFinder, entity_finder


class TfidfRetriever:
    """Ranks whole pages by the unigrams and bigrams they share with the claim, as DrQA does (Chen et al., 2017).

    FEVER's paper speaks of cosines, but its program compares by inner products. This does the same, and finds far more.
    """

    def __init__(self, corpus: SearchableCorpus) -> None:
        self._vectors = corpus.page_vectors

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        return self._vectors.nearest(claim.text, limit=limit)


class EntityTfidfRetriever:
    """First the pages with the name of an entity of the claim, then the pages whose introduction is nearest to it.

    Aly et al. (2021). An entity's page scores more than 1, by its place in the claim; any other page less than 1.
    """

    def __init__(self, corpus: SearchableCorpus, *, entities: EntityFinder | None = None) -> None:
        self._entities = entities or entity_finder(corpus.search_index)
        self._vectors = corpus.introduction_vectors

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        named = self._entities.find(claim.text)[: max(limit, 0)]
        pages = [RankedPage(title, 1 + 1 / place) for place, title in enumerate(named, start=1)]
        left = limit - len(pages)
        if left <= 0:
            return pages
        # Fetch enough to fill up even if the entities' pages are among them.
        nearest = self._vectors.nearest(claim.text, limit=limit)
        others = (RankedPage(title, score / (1 + score)) for title, score in nearest if title not in named)
        return pages + sorted(others, key=lambda page: (-page.score, page.title))[:left]
