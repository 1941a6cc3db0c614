"""The claims whose evidence was missed worst, with what was returned instead."""

from collections.abc import Sequence

from veriscope.datasets import JsonObject
from veriscope.domain import SentenceId
from veriscope.scoring.coverage import counts_in_full, is_fully_covered
from veriscope.scoring.retrieval import RankedKind, RetrievalCase, depth, gold_groups, ranking

_SHOWN = 5


def worst_misses(cases: Sequence[RetrievalCase], *, limit: int) -> list[JsonObject]:
    """At most `limit` claims not fully covered: first those whose pages were not found or stand deepest, then by id."""
    missed = [(_page_depth(case), case) for case in cases if counts_in_full(case) and not is_fully_covered(case)]
    missed.sort(key=lambda pair: (-(pair[0] or float("inf")), pair[1].gold.claim.id))
    return [_miss(case, page_depth=page_depth) for page_depth, case in missed[:limit]]


def _page_depth(case: RetrievalCase) -> int | None:
    return depth(gold_groups(case.gold, RankedKind.PAGES), ranking(case.found, RankedKind.PAGES))


def _miss(case: RetrievalCase, *, page_depth: int | None) -> JsonObject:
    sentences = [piece for piece in case.found.evidence if isinstance(piece, SentenceId)][:_SHOWN]
    others = [piece for piece in case.found.evidence if not isinstance(piece, SentenceId)][:_SHOWN]
    return {
        "id": case.gold.claim.id,
        "claim": case.gold.claim.text,
        "label": case.gold.label.value,
        "gold": [[str(piece) for piece in sorted(pieces, key=str)] for pieces in case.gold.evidence_sets],
        "pages_at": page_depth,
        "pages": list(case.found.pages[:_SHOWN]),
        "evidence": [str(piece) for piece in (*sentences, *others)],
    }
