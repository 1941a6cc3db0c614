"""The default retriever: names and BM25 propose pages, learned rankers order them, a second hop adds to them."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import ClaimTerms
from veriscope.domain import Claim, RankedPage, SearchableCorpus
from veriscope.neural.boosted_trees import BoostedTrees
from veriscope.retrieval.candidates import FIELDS
from veriscope.retrieval.page_ranking import PageRanking, Proposed, order_by_score

_DATA = Path(__file__).parent / "data"


class FusedModels(NamedTuple):
    """The three rankers: by what the index knows, by the pages read, by the second hop too."""

    proposed: BoostedTrees
    read: BoostedTrees
    hopped: BoostedTrees


class FusedRetriever:
    """Reads the most promising of the pages that BM25 and the claim's names propose, and ranks them.

    From the best page it goes on to the pages that its sentences link to, or mention where it has no links; these are
    read and ranked with the rest. Without `second_hop` it stops before.
    """

    indexes: ClassVar[tuple[str, ...]] = ("search",)

    def __init__(self, corpus: SearchableCorpus, *, second_hop: bool = True, models: FusedModels | None = None) -> None:
        self._index = corpus.search_index
        self._ranking = PageRanking(corpus)
        self._second_hop = second_hop
        self._models = models or packaged_models()

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        asked = self._ranking.weights.weigh(claim.text)
        if not asked.idf or limit <= 0:
            return []
        proposed = self._ranking.propose(asked)
        promise = self._models.proposed.score(as_matrix(proposed.rows))
        step = self._ranking.read(asked, proposed, promise)
        scores = self._models.read.score(as_matrix(step.rows))
        if self._second_hop and step.matches:
            step = self._ranking.hop(asked, step, scores)
            scores = self._models.hopped.score(as_matrix(step.rows))
        titles = step.titles()
        ranked = [RankedPage(titles[place], float(scores[place])) for place in order_by_score(scores, titles)]
        return self._filled_up(ranked, asked, _in_order(proposed, promise), limit=limit)

    def _filled_up(
        self, ranked: list[RankedPage], asked: ClaimTerms, proposed: list[str], *, limit: int
    ) -> list[RankedPage]:
        """The ranking, then the proposed pages that were not read, then further pages by BM25."""
        if len(ranked) >= limit:
            return ranked[:limit]
        rest = dict.fromkeys(proposed)
        if len(rest) < limit:
            further = self._index.best_pages(dict.fromkeys(asked.idf, 1.0), fields=FIELDS, limit=2 * limit)
            rest |= dict.fromkeys(page.title for page in further)
        taken = {page.title for page in ranked}
        lowest = ranked[-1].score if ranked else 0.0
        tail = [title for title in rest if title not in taken]
        return (ranked + [RankedPage(title, lowest - 1 - place) for place, title in enumerate(tail)])[:limit]


@cache
def packaged_models() -> FusedModels:
    """The rankers that come with the package."""
    return FusedModels(*(BoostedTrees.read(_DATA / f"{name}.json") for name in FusedModels._fields))


def as_matrix(rows: Sequence[Sequence[float]]) -> NDArray[np.float32]:
    """Rows of features as a model takes them."""
    return np.array(rows, np.float32)


def _in_order(proposed: Proposed, scores: NDArray[np.float64]) -> list[str]:
    titles = proposed.titles()
    return [titles[place] for place in order_by_score(scores, titles)]
