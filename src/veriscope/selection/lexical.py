"""A selector without a network: learned rankers of sentences and of table and list elements, within one budget."""

from collections.abc import Sequence

from veriscope.domain import Claim, Evidence, Page, TermStatistics
from veriscope.selection.budget import MAX_OTHERS, MAX_SENTENCES
from veriscope.selection.sentences import SentenceRanker
from veriscope.selection.tables import TableElements


class LexicalSelector:
    """Selects at most 5 sentences and 25 cells, headers, captions and items; the score of a piece is a probability."""

    def __init__(self, statistics: TermStatistics) -> None:
        self._sentences = SentenceRanker(statistics)
        self._others = TableElements(statistics)

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""
        found = self._sentences.rank(claim, pages, limit=MAX_SENTENCES)
        found += self._others.rank(claim, pages, limit=MAX_OTHERS)
        return sorted(found, key=lambda piece: -piece.score)[:limit]
