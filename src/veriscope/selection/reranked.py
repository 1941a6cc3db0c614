"""The default selector: the cross-encoder orders what the lexical rankers propose."""

import math
from collections.abc import Sequence

from veriscope.domain import CellId, Claim, Evidence, Page, TermStatistics
from veriscope.models import Encoder, evidence_lines, packaged_encoder, with_hints
from veriscope.selection.budget import MAX_OTHERS, MAX_SENTENCES
from veriscope.selection.sentences import SentenceRanker
from veriscope.selection.tables import TableElements

# How many sentences the cross-encoder reads; more cost time and bring little.
PROPOSED = 16
# How many rows of tables, cells and items it reads besides.
_ROWS = 20
# The weight of the lexical ranker, in logits.
_LEXICAL_SHARE = 0.3


class RerankedSelector:
    """Selects at most 5 sentences and 25 cells, headers, captions and items; the score of a piece is a probability."""

    def __init__(self, statistics: TermStatistics, *, encoder: Encoder | None = None) -> None:
        self._sentences = SentenceRanker(statistics)
        self._others = TableElements(statistics)
        self._encoder = encoder or packaged_encoder()

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""
        sentences = self._rerank(claim, self._sentences.rank(claim, pages, limit=PROPOSED), limit=PROPOSED)
        others = self._rerank(claim, self._others.rank(claim, pages, limit=MAX_OTHERS), limit=_ROWS)
        return sorted([*sentences[:MAX_SENTENCES], *others], key=lambda piece: -piece.score)[:limit]

    def _rerank(self, claim: Claim, proposed: Sequence[Evidence], *, limit: int) -> list[Evidence]:
        """The pieces by the encoder's score of their lines; pieces of lines beyond the limit come last, in their order.

        Column headers come last as well, since they say no more than the cells under them.
        """
        lines = evidence_lines(proposed)
        judged = self._encoder.judge([(claim.text, with_hints(claim.text, [line.line])) for line in lines[:limit]])
        scores = {
            place: evidence_probability(one.rank, proposed[place].score)
            for line, one in zip(lines, judged, strict=False)
            for place in line.pieces
            if _is_of_row(proposed[place], proposed[line.pieces[0]])
        }
        least = min(scores.values(), default=1.0)
        scored = [piece._replace(score=scores.get(place, least * piece.score)) for place, piece in enumerate(proposed)]
        return sorted(scored, key=lambda piece: -piece.score)


def _is_of_row(piece: Evidence, first: Evidence) -> bool:
    if isinstance(piece.id, CellId) and isinstance(first.id, CellId):
        return piece.id.row == first.id.row
    return True


def evidence_probability(rank: float, lexical: float) -> float:
    """The probability that a line is evidence, from the encoder's logit and the lexical probability."""
    certain = min(max(lexical, 1e-4), 1 - 1e-4)
    return 1 / (1 + math.exp(-(rank + _LEXICAL_SHARE * math.log(certain / (1 - certain)))))
