"""Writes the claims of the mixed benchmark in FEVEROUS's format."""

from collections.abc import Iterable, Iterator

from veriscope.datasets import evidence_id_to_feverous
from veriscope.domain import CellId, EvidenceId, Page, Section
from veriscope.files import JsonObject
from veriscope.lab.lessons.mixed_assembly import MixedClaim
from veriscope.lab.lessons.mixed_removal import element_of, name_of
from veriscope.tables import Grid
from veriscope.text import title_to_feverous

KEYS = ("id", "label", "claim", "evidence", "annotator_operations", "challenge", "kind", "removed")


def records(claims: Iterable[MixedClaim]) -> Iterator[JsonObject]:
    """A header record, then the claims, numbered from 1."""
    yield dict.fromkeys(KEYS, "")
    for number, claim in enumerate(claims, start=1):
        yield record(number, claim)


def record(number: int, claim: MixedClaim) -> JsonObject:
    """A claim with one evidence set; FEVEROUS has no keys `kind` and `removed`."""
    pages = {page.title: page for page in claim.pages}
    names = {str(evidence_id_to_feverous(one)): context(pages[one.page], one) for one in claim.ids}
    return {
        "id": number,
        "label": claim.label.value,
        "claim": claim.text,
        "evidence": [{"content": list(names), "context": {name: list(found) for name, found in names.items()}}],
        "annotator_operations": [],
        "challenge": claim.challenge,
        "kind": claim.kind,
        "removed": [f"{title_to_feverous(title)}_{element}" for title, element in claim.removed],
    }


def context(page: Page, evidence_id: EvidenceId) -> list[str]:
    """The title, sections and headers above a piece of evidence."""
    title = title_to_feverous(page.title)
    path: list[tuple[int, str]] = []
    number = 0
    for element in page.elements:
        if isinstance(element, Section):
            path = [*((level, name) for level, name in path if level < element.level)]
            path.append((element.level, f"{title}_section_{number}"))
            number += 1
        elif name_of(element) == element_of(evidence_id):
            break
    return [f"{title}_title", *(name for _, name in path), *_headers(page, evidence_id)]


def _headers(page: Page, evidence_id: EvidenceId) -> list[str]:
    if not isinstance(evidence_id, CellId):
        return []
    table = next(table for table in page.tables() if table.index == evidence_id.table)
    cell = next(cell for cell in table.cells if (cell.row, cell.column) == (evidence_id.row, evidence_id.column))
    headers = Grid.of(table).context(cell)
    return [str(evidence_id_to_feverous(page.cell_id(table, header))) for header in headers]
