"""How far down a ranking a claim's evidence is: fully supported and oracle accuracy (FEVER, Table 2)."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from veriscope.domain import CaptionId, CellId, EvidenceId, GoldClaim, Label, SentenceId


class RankedKind(StrEnum):
    """What is ranked; `CELLS` means cells, header cells, captions and list items, which share one budget."""

    PAGES = "pages"
    SENTENCES = "sentences"
    TABLES = "tables"
    CELLS = "cells"


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What was found for a claim, best first: pages, and what was selected on the first of them."""

    pages: tuple[str, ...]
    evidence: tuple[EvidenceId, ...]


@dataclass(frozen=True, slots=True)
class RetrievalCase:
    """A gold claim and what was found for it; `challenge` is empty if the data set names none."""

    gold: GoldClaim
    found: Retrieval
    challenge: str = ""


@dataclass(frozen=True, slots=True)
class KindScores:
    """The two columns of FEVER's Table 2 by k, how many claims count, and whether anything of the kind was found."""

    claims: int
    fully_supported: dict[int, float]
    oracle_accuracy: dict[int, float]
    is_returned: bool = True


def items_of(pieces: Iterable[EvidenceId], kind: RankedKind) -> list[Hashable]:
    """The items of one kind that the pieces are or belong to, in order, each once; a table is its page and number."""
    match kind:
        case RankedKind.PAGES:
            found: Iterable[Hashable] = (piece.page for piece in pieces)
        case RankedKind.SENTENCES:
            found = (piece for piece in pieces if isinstance(piece, SentenceId))
        case RankedKind.TABLES:
            found = ((piece.page, piece.table) for piece in pieces if isinstance(piece, CellId | CaptionId))
        case RankedKind.CELLS:
            found = (piece for piece in pieces if not isinstance(piece, SentenceId))
    return list(dict.fromkeys(found))


def gold_groups(gold: GoldClaim, kind: RankedKind) -> list[frozenset[Hashable]]:
    """The gold sets reduced to one kind, without empty ones; no sets for NOT ENOUGH INFO.

    A claim counts for a kind if this is not empty.
    """
    if gold.label is Label.NOT_ENOUGH_INFO:
        return []
    return [group for pieces in gold.evidence_sets if (group := frozenset(items_of(pieces, kind)))]


def ranking(found: Retrieval, kind: RankedKind) -> list[Hashable]:
    """What was found of one kind, best first; a table ranks where its first cell or caption does."""
    return list(dict.fromkeys(found.pages)) if kind is RankedKind.PAGES else items_of(found.evidence, kind)


def depth(groups: Iterable[frozenset[Hashable]], ranked: Iterable[Hashable]) -> int | None:
    """How many of the ranked items must be read until some group is whole; None when none ever is."""
    places: dict[Hashable, int] = {}
    for place, item in enumerate(ranked, start=1):
        places.setdefault(item, place)
    whole = [max(places[item] for item in group) for group in groups if group <= places.keys()]
    return min(whole, default=None)


def score_kind(cases: Sequence[RetrievalCase], kind: RankedKind, *, ks: Sequence[int]) -> KindScores | None:
    """FEVER's Table 2 for one kind; None if no claim has gold of it.

    Fully supported at k: the share of the counted claims that have all items of one gold group among the first k.
    Oracle accuracy: the same with every NOT ENOUGH INFO claim added as a hit, as if a perfect classifier followed.
    """
    counted = [(groups, ranking(case.found, kind)) for case in cases if (groups := gold_groups(case.gold, kind))]
    depths = [depth(groups, ranked) for groups, ranked in counted]
    if not depths:
        return None
    unverifiable = sum(case.gold.label is Label.NOT_ENOUGH_INFO for case in cases)
    hits = {k: sum(place is not None and place <= k for place in depths) for k in ks}
    return KindScores(
        len(depths),
        {k: hits[k] / len(depths) for k in ks},
        {k: (hits[k] + unverifiable) / (len(depths) + unverifiable) for k in ks},
        is_returned=any(ranked for _, ranked in counted),
    )
