"""Finds what stands just before a piece of evidence: it often says whom or what the piece is about."""

from collections.abc import Iterator, Sequence

from veriscope.domain import Evidence, EvidenceId, ItemList, Page, Sentence


def with_leads(evidence: Sequence[Evidence], pages: Sequence[tuple[Page, float]]) -> list[Evidence]:
    """The pieces with their leads: the sentence before a sentence, or before a list, in the same section."""
    cited = {piece.id.page for piece in evidence}
    leads = {found: lead for page, _ in pages if page.title in cited for found, lead in _leads(page)}
    return [piece._replace(lead=leads.get(piece.id, "")) for piece in evidence]


def _leads(page: Page) -> Iterator[tuple[EvidenceId, str]]:
    before = ""
    section: tuple[str, ...] = ()
    for path, element in page.outline():
        if path != section:
            before, section = "", path
        if isinstance(element, Sentence):
            yield page.sentence_id(element), before
            before = element.text
        elif isinstance(element, ItemList):
            yield from ((page.item_id(element, item), before) for item in element.items)
