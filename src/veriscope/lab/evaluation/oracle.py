"""Oracles: stages that return the gold instead of searching for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from veriscope.domain import (
    CaptionId,
    CellId,
    Claim,
    Evidence,
    EvidenceSelector,
    GoldClaim,
    Page,
    PageStore,
    RankedPage,
    Section,
    Table,
)
from veriscope.pipeline import Stages


class Oracle(StrEnum):
    """Which stage is replaced by the gold."""

    NONE = "none"
    PAGES = "pages"
    TABLES = "tables"


def with_gold_pages(stages: Stages, gold: GoldClaim, *, oracle: Oracle) -> Stages:
    """The stages with the gold pages of one claim instead of retrieval, or with only the gold tables on them."""
    given = replace(stages, retriever=GivenPages(gold_pages(gold, stages.corpus, oracle=oracle)))
    return replace(given, selector=GivenTables(gold, given.selector)) if oracle is Oracle.TABLES else given


def with_gold_evidence(stages: Stages, evidence: Sequence[Evidence]) -> Stages:
    """The stages with given evidence instead of selection; computations add no cells to it."""
    return replace(stages, selector=GivenEvidence(evidence), is_evidence_given=True)


@dataclass(frozen=True, slots=True)
class GivenPages:
    """A retriever that returns the same pages for every claim."""

    pages: Sequence[tuple[Page, float]]

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:  # noqa: ARG002 - as retrievers are asked
        """All of the pages, whatever the limit."""
        return [RankedPage(page.title, score) for page, score in self.pages]


@dataclass(frozen=True, slots=True)
class GivenTables:
    """A selector that sees only the gold tables of the pages."""

    gold: GoldClaim
    selector: EvidenceSelector

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The best pieces of the gold tables."""
        cut = [(_with_tables(page, _gold_tables(self.gold, page.title)), score) for page, score in pages]
        return self.selector.select(claim, cut, limit=limit)


@dataclass(frozen=True, slots=True)
class GivenEvidence:
    """A selector that returns the same evidence for every claim."""

    evidence: Sequence[Evidence]

    def select(
        self,
        claim: Claim,  # noqa: ARG002 - as selectors are asked
        pages: Sequence[tuple[Page, float]],  # noqa: ARG002
        *,
        limit: int,  # noqa: ARG002
    ) -> list[Evidence]:
        """All of the evidence, whatever the limit."""
        return list(self.evidence)


def gold_pages(gold: GoldClaim, store: PageStore, *, oracle: Oracle) -> list[tuple[Page, float]]:
    """The pages of all gold sets, in title order and with equal scores; with `TABLES`, only the gold tables on them.

    Pages and tables that the corpus does not have are left out; a claim without gold has no pages.
    """
    pieces = [piece for group in gold.evidence_sets for piece in group]
    if oracle is Oracle.TABLES:
        pieces = [piece for piece in pieces if isinstance(piece, CellId | CaptionId)]
    found = (store.page(title) for title in sorted({piece.page for piece in pieces}))
    pages = [page for page in found if page is not None]
    if oracle is Oracle.TABLES:
        pages = [_with_tables(page, _gold_tables(gold, page.title)) for page in pages]
    return [(page, 1.0) for page in pages if page.elements]


def _gold_tables(gold: GoldClaim, title: str) -> set[int]:
    """The numbers of the gold tables on a page."""
    pieces = (piece for group in gold.evidence_sets for piece in group)
    return {piece.table for piece in pieces if isinstance(piece, CellId | CaptionId) and piece.page == title}


def _with_tables(page: Page, indexes: set[int]) -> Page:
    return replace(page, elements=tuple(_headed_tables(page, indexes)))


def _headed_tables(page: Page, indexes: set[int]) -> Iterator[Section | Table]:
    """The tables, each after its headings."""
    path: list[Section] = []
    for element in page.elements:
        if isinstance(element, Section):
            path = [section for section in path if section.level < element.level] + [element]
        elif isinstance(element, Table) and element.index in indexes:
            yield from path
            yield element
