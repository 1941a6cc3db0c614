"""Looks up the gold evidence of a claim in the corpus."""

from veriscope.domain import Evidence, EvidenceId, GoldClaim, PageStore
from veriscope.scoring import within_budget
from veriscope.tables import citable_elements


def gold_evidence(gold: GoldClaim, store: PageStore) -> list[Evidence]:
    """The pieces of all gold sets, set by set, with equal scores, within the budget of a selection.

    Pieces that the corpus does not have are left out.
    """
    pieces = [piece for group in gold.evidence_sets for piece in sorted(group, key=str)]
    allowed = within_budget(pieces)
    kept = [piece for piece in dict.fromkeys(pieces) if piece in allowed]
    found: dict[EvidenceId, Evidence] = {}
    for title in sorted({piece.page for piece in kept}):
        page = store.page(title)
        if page is not None:
            found |= {element.id: element for element in citable_elements(page)}
    return [found[piece]._replace(score=1.0) for piece in kept if piece in found]
