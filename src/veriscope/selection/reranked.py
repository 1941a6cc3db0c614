"""The default selector: what the lexical rankers propose, put in order by the cross-encoder."""

import math
from collections.abc import Sequence

from veriscope.domain import CellId, Claim, Evidence, Page, TermStatistics
from veriscope.neural.encoder import Encoder, packaged_encoder
from veriscope.neural.evidence_lines import evidence_lines
from veriscope.neural.hints import told
from veriscope.selection.budget import MAX_OTHERS, MAX_SENTENCES
from veriscope.selection.sentences import SentenceRanker
from veriscope.selection.tables import TableElements

# Sentences that the cross-encoder reads: more of them cost time and bring little.
PROPOSED = 16
# Rows of tables, cells and items that it reads, too.
_ROWS = 20
# How much the lexical ranker still has to say, in logits.
_LEXICAL_SHARE = 0.3


class RerankedSelector:
    """At most 5 sentences and 25 cells, headers, captions and items; the score of a piece is a probability."""

    def __init__(self, statistics: TermStatistics, *, encoder: Encoder | None = None) -> None:
        self._sentences = SentenceRanker(statistics)
        self._others = TableElements(statistics)
        self._encoder = encoder or packaged_encoder()

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""
        sentences = self._reranked(claim, self._sentences.rank(claim, pages, limit=PROPOSED), limit=PROPOSED)
        others = self._reranked(claim, self._others.rank(claim, pages, limit=MAX_OTHERS), limit=_ROWS)
        return sorted([*sentences[:MAX_SENTENCES], *others], key=lambda piece: -piece.score)[:limit]

    def _reranked(self, claim: Claim, proposed: Sequence[Evidence], *, limit: int) -> list[Evidence]:
        """The pieces by the judgement of their lines; those of lines beyond the limit come last, in their order.

        So do the headers of columns, which say no more than the cells that they name.
        """
        lines = evidence_lines(proposed)
        judged = self._encoder.judge([(claim.text, told(claim.text, [line.line])) for line in lines[:limit]])
        scores = {
            place: combined(one.rank, proposed[place].score)
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


def combined(rank: float, lexical: float) -> float:
    """The probability that a line is evidence, from the encoder's logit and the lexical probability."""
    certain = min(max(lexical, 1e-4), 1 - 1e-4)
    return 1 / (1 + math.exp(-(rank + _LEXICAL_SHARE * math.log(certain / (1 - certain)))))
