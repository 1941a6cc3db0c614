"""The steps of the fused retriever: propose, read, hop. Each returns pages with their features."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import SearchableCorpus
from veriscope.retrieval.candidates import INDEX_FEATURES, CandidatePage, gather_candidates, index_features
from veriscope.retrieval.page_features import PAGE_FEATURES, PageMatch, match_page
from veriscope.retrieval.page_reader import PageReader
from veriscope.retrieval.second_hop import HOP_FEATURES, Hop, Mention, find_mentions, hop_features

PROPOSED_FEATURES = INDEX_FEATURES
READ_FEATURES = (*INDEX_FEATURES, *PAGE_FEATURES)
HOPPED_FEATURES = (*READ_FEATURES, "first_score", *HOP_FEATURES)


# A difference in scores of the first ranker. Among the first eight pages, one right page in 300 is further behind.
_MAX_GAP = 7.0
_ALWAYS_READ = 3
# The reach of each step: pages by BM25, pages of one name, pages read, pages added by the second hop.
_BEST, _NAMESAKES, _READ, _HOPS = 20, 4, 8, 6


class CandidatePages(NamedTuple):
    """Candidates with their features (`PROPOSED_FEATURES`)."""

    candidates: list[CandidatePage]
    rows: list[list[float]]

    def titles(self) -> list[str]:
        """The titles, in the order of the rows."""
        return [candidate.title for candidate in self.candidates]


class ReadPages(NamedTuple):
    """Pages that were read, with their features (`READ_FEATURES`, and after a hop `HOPPED_FEATURES`)."""

    matches: list[PageMatch]
    rows: list[list[float]]

    def titles(self) -> list[str]:
        """The titles, in the order of the rows."""
        return [match.page.title for match in self.matches]


class PageRanking:
    """Proposes pages for a claim, reads the most promising ones, and hops from the best."""

    def __init__(self, corpus: SearchableCorpus) -> None:
        self._index = corpus.search_index
        self.weights = TermWeights(self._index)
        self._reader = PageReader(corpus, self._index, self.weights)

    def propose(self, claim_terms: ClaimTerms) -> CandidatePages:
        """The pages that the index proposes."""
        self._reader.take_note_of_changes()
        found = gather_candidates(claim_terms, self._index, self.weights, best=_BEST, namesakes=_NAMESAKES)
        top = max((candidate.bm25 for candidate in found), default=0.0) or 1.0
        return CandidatePages(found, [index_features(claim_terms, page, self.weights, top_bm25=top) for page in found])

    def read(self, claim_terms: ClaimTerms, proposed: CandidatePages, scores: NDArray[np.float64]) -> ReadPages:
        """The best of the proposed pages, read; the rows keep the order of the scores.

        A page with a score far below the best is not worth the time.
        """
        step = ReadPages([], [])
        best = float(scores.max()) if len(scores) else 0.0
        for number in order_by_score(scores, proposed.titles())[:_READ]:
            if len(step.rows) >= _ALWAYS_READ and best - scores[number] > _MAX_GAP:
                break
            match = self._match(claim_terms, proposed.candidates[number].title)
            if match is not None:
                step.matches.append(match)
                step.rows.append(proposed.rows[number] + match.features)
        return step

    def hop(self, claim_terms: ClaimTerms, read: ReadPages, scores: NDArray[np.float64]) -> ReadPages:
        """The pages that were read, and those that the best of them leads to."""
        source = read.matches[order_by_score(scores, read.titles())[0]]
        found = find_mentions(claim_terms, source, index=self._index, reader=self._reader)
        mentions = {mention.title: mention for mention in found}
        hop = Hop.from_page(claim_terms, source, self.weights)
        step = ReadPages([], [])
        for match, row, score in zip(read.matches, read.rows, scores.tolist(), strict=True):
            step.matches.append(match)
            step.rows.append([*row, score, *hop_features(claim_terms, match, hop, mentions.get(match.page.title))])
        known = set(read.titles())
        new = [mention for mention in found if mention.title not in known]
        lowest = float(scores.min()) - 1
        for mention in _most_promising(new)[:_HOPS]:
            match_of = self._match(claim_terms, mention.title)
            if match_of is not None:
                step.matches.append(match_of)
                step.rows.append(
                    [
                        *self._row_of(claim_terms, mention, match_of),
                        lowest,
                        *hop_features(claim_terms, match_of, hop, mention),
                    ]
                )
        return step

    def _row_of(self, claim_terms: ClaimTerms, mention: Mention, match: PageMatch) -> list[float]:
        candidate = CandidatePage(mention.title, mention.bm25)
        top = max(mention.bm25, claim_terms.total)
        return index_features(claim_terms, candidate, self.weights, top_bm25=top) + match.features

    def _match(self, claim_terms: ClaimTerms, title: str) -> PageMatch | None:
        page = self._reader.read(title)
        return None if page is None else match_page(claim_terms, page)


def order_by_score(scores: NDArray[np.float64], titles: Sequence[str]) -> list[int]:
    """The places of the titles, best score first, ties in title order."""
    listed = scores.tolist()
    return sorted(range(len(titles)), key=lambda place: (-listed[place], titles[place]))


def _most_promising(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions sorted by what they share with the claim, both their page and the unit that mentions them."""
    return sorted(mentions, key=lambda mention: (-(mention.bm25 + 0.5 * mention.rest), mention.unit, mention.title))
