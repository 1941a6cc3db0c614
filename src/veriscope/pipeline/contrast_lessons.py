"""What weighing contrasts is learned from: claims about rows, true, made false, and beside a table without them."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from veriscope.corpus import Corpus
from veriscope.domain import CellId, Claim, Evidence, EvidenceSelector, GoldClaim, Label, Page, Table
from veriscope.pipeline.cell_claims import CellClaim
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.gold_evidence import gold_evidence
from veriscope.pipeline.linked_claims import exchanged
from veriscope.pipeline.mixed_benchmark_removal import without
from veriscope.selection.elements import citable_elements

FOUND, GIVEN, GONE = "rows found", "its cells", "no such row"


class Lesson(NamedTuple):
    """A claim with evidence of pages, found by a selector or the cells it speaks of, and what that says of it.

    The claim's id numbers it within its source; `setting` is the kind of evidence.
    """

    source: str
    setting: str
    claim: Claim
    pages: tuple[Page, ...]
    evidence: tuple[Evidence, ...]
    label: Label


def row_lessons(source: str, claims: Iterable[CellClaim], selector: EvidenceSelector, *, seed: int) -> Iterator[Lesson]:
    """The lessons of each claim: true and made false, by what is found and by its cells; and without its rows."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    for number, one in enumerate(claims):
        said = ((Label.SUPPORTS, one.text), (Label.REFUTES, exchanged(one, draw)))
        for label, text in ((label, text) for label, text in said if text):
            claim, pages = Claim(str(number), text), (one.page,)
            yield Lesson(source, FOUND, claim, pages, _found(claim, pages, selector), label)
            yield Lesson(source, GIVEN, claim, pages, _gold(one), label)
        claim, pages = Claim(str(number), one.text), (_without_gold(one),)
        yield Lesson(source, GONE, claim, pages, _found(claim, pages, selector), Label.NOT_ENOUGH_INFO)


def statement_lessons(
    source: str, statements: Iterable[tuple[str, Page, Label]], selector: EvidenceSelector
) -> Iterator[Lesson]:
    """Statements of people, who make false ones in other ways too, with what is found in their tables."""
    for number, (text, page, label) in enumerate(statements):
        claim = Claim(str(number), text)
        yield Lesson(source, FOUND, claim, (page,), _found(claim, (page,), selector), label)


def gold_lessons(
    source: str, claims: Iterable[GoldClaim], removed: dict[str, set[str]], corpus: Corpus, selector: EvidenceSelector
) -> Iterator[Lesson]:
    """Claims with gold cells, by what is found on their pages without what was removed there, and by the cells."""
    for number, gold in enumerate(claims):
        titles = sorted({piece.page for group in gold.evidence_sets for piece in group})
        pages = tuple(without(page, removed.get(title, ())) for title in titles if (page := corpus.page(title)))
        claim = Claim(str(number), gold.claim.text)
        yield Lesson(source, FOUND, claim, pages, _found(claim, pages, selector), gold.label)
        yield Lesson(source, GIVEN, claim, pages, tuple(gold_evidence(gold, corpus)), gold.label)


def _found(claim: Claim, pages: Iterable[Page], selector: EvidenceSelector) -> tuple[Evidence, ...]:
    return tuple(selector.select(claim, [(page, 1.0) for page in pages], limit=PipelineConfig().evidence))


def _gold(one: CellClaim) -> tuple[Evidence, ...]:
    return tuple(piece._replace(score=1.0) for piece in citable_elements(one.page) if _is_gold(piece, one))


def _is_gold(piece: Evidence, one: CellClaim) -> bool:
    place = piece.id
    return isinstance(place, CellId) and place.table == one.table.index and (place.row, place.column) in one.gold


def _without_gold(one: CellClaim) -> Page:
    """The page without the rows that the claim speaks of: it does not tell any more."""
    gone = {row for row, _ in one.gold}
    kept = replace(one.table, cells=tuple(cell for cell in one.table.cells if cell.row not in gone))
    elements = (
        kept if isinstance(each, Table) and each.index == one.table.index else each for each in one.page.elements
    )
    return replace(one.page, elements=tuple(elements))
