"""Every stage as a protocol, in data-flow order: read this first.

    claim ─► PageRetriever ─► EvidenceSelector ─► VerdictModel ─► Verdict
    claim ─► TripleLinker ─► TripleChecker ─► CheckedTriple

Stages open no files and no network. `pipeline` opens stores and hands over pages, or an index behind one
of the small protocols here. Every ranking is best first, and deterministic.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from veriscope.domain.claims import Claim, Verdict
from veriscope.domain.evidence import EvidenceId
from veriscope.domain.pages import Page
from veriscope.domain.triples import Path, Triple


class TitleIndex(Protocol):
    """The titles of a corpus and their redirects."""

    def resolve(self, name: str) -> str | None:
        """The title of the page that `name` leads to, ignoring case where no exact title matches."""


class PageCollection(Protocol):
    """All pages of a corpus."""

    def pages(self) -> Iterator[Page]:
        """The pages, in a fixed order."""


class RankedPage(NamedTuple):
    """A page title with the score its retriever gave it."""

    title: str
    score: float


class PageRetriever(Protocol):
    """Claim → pages."""

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""


class Evidence(NamedTuple):
    """A piece of evidence as a model reads it.

    `context` is the page title, the section path and, for a cell, its row and column headers.
    """

    id: EvidenceId
    text: str
    context: tuple[str, ...]
    score: float


class EvidenceSelector(Protocol):
    """Pages → sentences, cells, captions and items."""

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""


class VerdictModel(Protocol):
    """Evidence → verdict."""

    def decide(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO when there is none."""


class TripleLinker(Protocol):
    """Claim → triples over a graph."""

    def link(self, claim: Claim) -> list[Triple]:
        """The triples the claim may assert, likeliest first."""


class CheckedTriple(NamedTuple):
    """A truth score (higher is truer; comparable within one method) with the paths that explain it."""

    triple: Triple
    score: float
    paths: tuple[Path, ...]


class TripleChecker(Protocol):
    """Triple → truth score and paths."""

    def check(self, triples: Iterable[Triple]) -> list[CheckedTriple]:
        """A score for each triple, in order, with the triple's own edges hidden in both directions."""
