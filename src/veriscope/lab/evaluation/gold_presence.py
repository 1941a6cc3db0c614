"""Counts how much of the gold evidence a corpus has: what it lacks can never be found."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veriscope.domain import CaptionId, CellId, EvidenceId, GoldClaim, ItemId, Label, Page, PageStore, SentenceId


@dataclass(frozen=True, slots=True)
class GoldPresence:
    """Verifiable claims with evidence: how many, how many have no whole set in the corpus, the first such claim.

    `pages` and `missing_pages` count the distinct pages of their evidence.
    """

    claims: int
    unreachable: int
    first_unreachable: str
    pages: int
    missing_pages: int


def gold_presence(golds: Iterable[GoldClaim], store: PageStore) -> GoldPresence:
    """Look up every gold piece in the corpus; the caption of a table without a caption counts as present."""
    verifiable = [gold for gold in golds if gold.label is not Label.NOT_ENOUGH_INFO and gold.evidence_sets]
    pieces: dict[str, set[EvidenceId]] = {}
    for gold in verifiable:
        for piece in frozenset[EvidenceId]().union(*gold.evidence_sets):
            pieces.setdefault(piece.page, set()).add(piece)
    missing: set[EvidenceId] = set()
    missing_pages = 0
    for title in sorted(pieces):
        page = store.page(title)
        missing_pages += page is None
        missing |= pieces[title] if page is None else pieces[title] - _addresses(page)
    unreachable = [gold for gold in verifiable if all(group & missing for group in gold.evidence_sets)]
    return GoldPresence(len(verifiable), len(unreachable), _first(unreachable), len(pieces), missing_pages)


def _first(golds: Sequence[GoldClaim]) -> str:
    return golds[0].claim.id if golds else ""


def _addresses(page: Page) -> set[EvidenceId]:
    found: set[EvidenceId] = {SentenceId(page.title, sentence.index) for sentence in page.sentences()}
    for table in page.tables():
        found.add(CaptionId(page.title, table.index))
        found.update(
            CellId(page.title, table.index, cell.row, cell.column, is_header=cell.is_header) for cell in table.cells
        )
    for listed in page.lists():
        found.update(ItemId(page.title, listed.index, item.index) for item in listed.items)
    return found
