"""Retrieves the pages of the claim's entities, then pages by TF-IDF: the retriever of the FEVEROUS baseline."""

from typing import ClassVar

from veriscope.domain import Claim, RankedPage, SearchableCorpus
from veriscope.retrieval.entities import EntityFinder, entity_finder


class EntityTfidfRetriever:
    """First the pages that bear the name of an entity of the claim, then pages whose introduction is nearest to it.

    Aly et al. (2021). An entity's page scores more than 1, by its place in the claim; any other less than 1.
    """

    indexes: ClassVar[tuple[str, ...]] = ("search", "vectors")

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
        # As many more as the entities' pages may take up.
        nearest = self._vectors.nearest(claim.text, limit=limit)
        others = (RankedPage(title, score / (1 + score)) for title, score in nearest if title not in named)
        return pages + sorted(others, key=lambda page: (-page.score, page.title))[:left]
