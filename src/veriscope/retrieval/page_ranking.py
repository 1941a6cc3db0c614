"""The steps of the fused retriever, each giving pages with their features: propose, read, hop."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import SearchableCorpus
from veriscope.retrieval.candidates import INDEX_FEATURES, Candidate, gather_candidates, index_features
from veriscope.retrieval.page_features import PAGE_FEATURES, PageMatch, match_page
from veriscope.retrieval.page_reader import PageReader
from veriscope.retrieval.second_hop import HOP_FEATURES, Hop, Mention, find_mentions, hop_features

PROPOSED_FEATURES = INDEX_FEATURES
READ_FEATURES = (*INDEX_FEATURES, *PAGE_FEATURES)
HOPPED_FEATURES = (*READ_FEATURES, "first_score", *HOP_FEATURES)


# In the scores of the first ranker: of the right pages among the first eight, one in 300 lies further behind.
_MAX_GAP = 7.0
_ALWAYS_READ = 3


class RankingWidth(NamedTuple):
    """How wide each step casts: pages by BM25, pages of one name, pages read, pages added by the second hop."""

    best: int = 20
    namesakes: int = 4
    read: int = 8
    hops: int = 6


class Proposed(NamedTuple):
    """Candidates with their features (`PROPOSED_FEATURES`)."""

    candidates: list[Candidate]
    rows: list[list[float]]

    def titles(self) -> list[str]:
        """The titles, in the order of the rows."""
        return [candidate.title for candidate in self.candidates]


class Read(NamedTuple):
    """Pages that were read, with their features (`READ_FEATURES`, after a hop `HOPPED_FEATURES`)."""

    matches: list[PageMatch]
    rows: list[list[float]]

    def titles(self) -> list[str]:
        """The titles, in the order of the rows."""
        return [match.page.title for match in self.matches]


class PageRanking:
    """Proposes pages for a claim, reads the most promising, and hops from the best of them."""

    def __init__(self, corpus: SearchableCorpus, *, width: RankingWidth | None = None) -> None:
        self._index = corpus.search_index
        self._width = width or RankingWidth()
        self.weights = TermWeights(self._index)
        self._reader = PageReader(corpus, self._index, self.weights)

    def propose(self, asked: ClaimTerms) -> Proposed:
        """The pages that the index proposes."""
        self._reader.take_note_of_changes()
        found = gather_candidates(
            asked, self._index, self.weights, best=self._width.best, namesakes=self._width.namesakes
        )
        top = max((candidate.bm25 for candidate in found), default=0.0) or 1.0
        return Proposed(found, [index_features(asked, page, self.weights, top_bm25=top) for page in found])

    def read(self, asked: ClaimTerms, proposed: Proposed, scores: NDArray[np.float64]) -> Read:
        """The best of the proposed pages, read; their rows keep the order of the scores.

        A page whose score lies far behind the best is not worth the time.
        """
        step = Read([], [])
        best = float(scores.max()) if len(scores) else 0.0
        for number in order_by_score(scores, proposed.titles())[: self._width.read]:
            if len(step.rows) >= _ALWAYS_READ and best - scores[number] > _MAX_GAP:
                break
            match = self._match(asked, proposed.candidates[number].title)
            if match is not None:
                step.matches.append(match)
                step.rows.append(proposed.rows[number] + match.features)
        return step

    def hop(self, asked: ClaimTerms, read: Read, scores: NDArray[np.float64]) -> Read:
        """The pages that were read, and those to which the best of them leads."""
        source = read.matches[order_by_score(scores, read.titles())[0]]
        found = find_mentions(asked, source, index=self._index, reader=self._reader)
        mentions = {mention.title: mention for mention in found}
        hop = Hop.from_page(asked, source, self.weights)
        step = Read([], [])
        for match, row, score in zip(read.matches, read.rows, scores.tolist(), strict=True):
            step.matches.append(match)
            step.rows.append([*row, score, *hop_features(asked, match, hop, mentions.get(match.page.title))])
        known = set(read.titles())
        new = [mention for mention in found if mention.title not in known]
        lowest = float(scores.min()) - 1
        for mention in _most_promising(new)[: self._width.hops]:
            match_of = self._match(asked, mention.title)
            if match_of is not None:
                step.matches.append(match_of)
                step.rows.append(
                    [*self._row_of(asked, mention, match_of), lowest, *hop_features(asked, match_of, hop, mention)]
                )
        return step

    def _row_of(self, asked: ClaimTerms, mention: Mention, match: PageMatch) -> list[float]:
        candidate = Candidate(mention.title, mention.bm25)
        top = max(mention.bm25, asked.total)
        return index_features(asked, candidate, self.weights, top_bm25=top) + match.features

    def _match(self, asked: ClaimTerms, title: str) -> PageMatch | None:
        page = self._reader.read(title)
        return None if page is None else match_page(asked, page)


def order_by_score(scores: NDArray[np.float64], titles: Sequence[str]) -> list[int]:
    """The places of the titles, best score first, ties in title order."""
    listed = scores.tolist()
    return sorted(range(len(titles)), key=lambda place: (-listed[place], titles[place]))


def _most_promising(mentions: Sequence[Mention]) -> list[Mention]:
    """Those that share the most with the claim, themselves and in the unit that mentions them."""
    return sorted(mentions, key=lambda mention: (-(mention.bm25 + 0.5 * mention.rest), mention.unit, mention.title))
