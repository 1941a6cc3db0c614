"""The default retriever: names and BM25 propose pages, learned rankers order them, a second hop adds more."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import ClaimTerms
from veriscope.domain import Claim, RankedPage, SearchableCorpus
from veriscope.models import BoostedTrees
from veriscope.retrieval.candidates import FIELDS
from veriscope.retrieval.page_ranking import CandidatePages, PageRanking, order_by_score

_DATA = Path(__file__).parent / "data"


class FusedModels(NamedTuple):
    """The three rankers: before the pages are read, after that, and after the second hop."""

    proposed: BoostedTrees
    read: BoostedTrees
    hopped: BoostedTrees


class FusedRetriever:
    """Ranks the most promising of the pages that BM25 and the claim's names propose.

    From the best page it goes on to the pages that its sentences link to, or mention if the page has no links. It reads
    those pages and ranks them with the rest. Without `second_hop` it skips that step.
    """

    def __init__(self, corpus: SearchableCorpus, *, second_hop: bool = True, models: FusedModels | None = None) -> None:
        self._index = corpus.search_index
        self._ranking = PageRanking(corpus)
        self._second_hop = second_hop
        self._models = models or packaged_models()

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        claim_terms = self._ranking.weights.weigh(claim.text)
        if not claim_terms.idf or limit <= 0:
            return []
        proposed = self._ranking.propose(claim_terms)
        promise = self._models.proposed.score(as_matrix(proposed.rows))
        step = self._ranking.read(claim_terms, proposed, promise)
        scores = self._models.read.score(as_matrix(step.rows))
        if self._second_hop and step.matches:
            step = self._ranking.hop(claim_terms, step, scores)
            scores = self._models.hopped.score(as_matrix(step.rows))
        titles = step.titles()
        ranked = [RankedPage(titles[place], float(scores[place])) for place in order_by_score(scores, titles)]
        return self._fill_up(ranked, claim_terms, _in_order(proposed, promise), limit=limit)

    def _fill_up(
        self, ranked: list[RankedPage], claim_terms: ClaimTerms, proposed: list[str], *, limit: int
    ) -> list[RankedPage]:
        """The ranking, then the proposed pages that were not read, then further pages by BM25."""
        if len(ranked) >= limit:
            return ranked[:limit]
        rest = dict.fromkeys(proposed)
        if len(rest) < limit:
            further = self._index.best_pages(dict.fromkeys(claim_terms.idf, 1.0), fields=FIELDS, limit=2 * limit)
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


def _in_order(proposed: CandidatePages, scores: NDArray[np.float64]) -> list[str]:
    titles = proposed.titles()
    return [titles[place] for place in order_by_score(scores, titles)]
