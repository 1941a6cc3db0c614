"""The gold evidence of a claim as the corpus shows it."""

from veriscope.domain import Evidence, EvidenceId, GoldClaim, PageStore
from veriscope.scoring.coverage import within_budget
from veriscope.selection.elements import citable_elements


def gold_evidence(gold: GoldClaim, store: PageStore) -> list[Evidence]:
    """The pieces of all gold sets, set by set, with equal scores, within the budget of a selection.

    A piece that the corpus does not hold is left out.
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
