"""Makes the lessons for weighing corrections: claims about rows that are true, made false, or without their rows."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from veriscope.domain import CellId, Claim, Evidence, GoldClaim, Label, Page, Table
from veriscope.lab.evaluation import gold_evidence
from veriscope.lab.lessons.cell_claims import CellClaim
from veriscope.lab.lessons.linked_claims import exchange_value
from veriscope.lab.lessons.mixed_removal import without
from veriscope.pipeline import Stages
from veriscope.tables import citable_elements

FOUND, GIVEN, GONE = "rows found", "its cells", "no such row"


class CorrectionLesson(NamedTuple):
    """A claim, its pages, evidence that the stages selected or its gold cells, and the label that this evidence gives.

    The claim's id numbers it within its source; `setting` is the kind of evidence.
    """

    source: str
    setting: str
    claim: Claim
    pages: tuple[Page, ...]
    evidence: tuple[Evidence, ...]
    label: Label


def row_lessons(source: str, claims: Iterable[CellClaim], stages: Stages, *, seed: int) -> Iterator[CorrectionLesson]:
    """Lessons of each claim, true and false, with selected evidence and with its cells; and one without its rows."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    for number, one in enumerate(claims):
        said = ((Label.SUPPORTS, one.text), (Label.REFUTES, exchange_value(one, draw)))
        for label, text in ((label, text) for label, text in said if text):
            claim, pages = Claim(str(number), text), (one.page,)
            yield CorrectionLesson(source, FOUND, claim, pages, _select(claim, pages, stages), label)
            yield CorrectionLesson(source, GIVEN, claim, pages, _gold_cells(one), label)
        claim, pages = Claim(str(number), one.text), (_without_gold(one),)
        yield CorrectionLesson(source, GONE, claim, pages, _select(claim, pages, stages), Label.NOT_ENOUGH_INFO)


def statement_lessons(
    source: str, statements: Iterable[tuple[str, Page, Label]], stages: Stages
) -> Iterator[CorrectionLesson]:
    """Lessons of people's statements, with evidence selected from their tables; people falsify in more ways."""
    for number, (text, page, label) in enumerate(statements):
        claim = Claim(str(number), text)
        yield CorrectionLesson(source, FOUND, claim, (page,), _select(claim, (page,), stages), label)


def gold_lessons(
    source: str, claims: Iterable[GoldClaim], removed: dict[str, set[str]], stages: Stages
) -> Iterator[CorrectionLesson]:
    """Lessons of claims with gold cells: with evidence selected from what is left of their pages, and with the gold."""
    for number, gold in enumerate(claims):
        titles = sorted({piece.page for group in gold.evidence_sets for piece in group})
        pages = tuple(without(page, removed.get(title, ())) for title in titles if (page := stages.corpus.page(title)))
        claim = Claim(str(number), gold.claim.text)
        yield CorrectionLesson(source, FOUND, claim, pages, _select(claim, pages, stages), gold.label)
        yield CorrectionLesson(source, GIVEN, claim, pages, tuple(gold_evidence(gold, stages.corpus)), gold.label)


def _select(claim: Claim, pages: Iterable[Page], stages: Stages) -> tuple[Evidence, ...]:
    return tuple(stages.select(claim, [(page, 1.0) for page in pages]))


def _gold_cells(one: CellClaim) -> tuple[Evidence, ...]:
    return tuple(piece._replace(score=1.0) for piece in citable_elements(one.page) if _is_gold(piece, one))


def _is_gold(piece: Evidence, one: CellClaim) -> bool:
    place = piece.id
    return isinstance(place, CellId) and place.table == one.table.index and (place.row, place.column) in one.gold


def _without_gold(one: CellClaim) -> Page:
    """The page without the rows that the claim is about, so that it no longer decides the claim."""
    gone = {row for row, _ in one.gold}
    kept = replace(one.table, cells=tuple(cell for cell in one.table.cells if cell.row not in gone))
    elements = (
        kept if isinstance(each, Table) and each.index == one.table.index else each for each in one.page.elements
    )
    return replace(one.page, elements=tuple(elements))
