"""Every stage as a protocol, in data-flow order: read this first.

    claim ─► PageRetriever ─► EvidenceSelector ─► VerdictModel ─► Verdict
                           └► TableComputer ──────┘
    claim ─► TripleLinker ─► TripleChecker ─► CheckedTriple

Stages open no files and no network. `pipeline` opens stores and hands over pages, or an index behind one
of the small protocols here. Every ranking is best first, and deterministic.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from veriscope.domain.claims import Claim, Verdict
from veriscope.domain.evidence import CellId, EvidenceId
from veriscope.domain.pages import Page, Table
from veriscope.domain.triples import Path, Triple


class TitleIndex(Protocol):
    """The titles of a corpus and their redirects."""

    def resolve(self, name: str) -> str | None:
        """The title of the page that `name` leads to; case is ignored if no exact title matches."""


class PageCollection(Protocol):
    """All pages of a corpus."""

    def pages(self) -> Iterator[Page]:
        """The pages, in a fixed order."""


class PageStore(Protocol):
    """The pages of a corpus, by title."""

    def page(self, title: str) -> Page | None:
        """The page of that exact title."""


class RankedPage(NamedTuple):
    """A page title with the score its retriever gave it."""

    title: str
    score: float


class NamedPage(NamedTuple):
    """A page with the folded name (a title or redirect, perhaps without its bracketed qualifier) that led to it.

    `score` is the BM25 of the words that were searched along with the name.
    """

    name: str
    title: str
    score: float = 0.0


class TermStatistics(Protocol):
    """How common the terms (`text.terms`) of a corpus are."""

    def page_count(self) -> int:
        """How many pages are indexed."""

    def frequency(self, term: str) -> int:
        """How many pages contain the term, in the title or elsewhere."""


class SearchIndex(TermStatistics, Protocol):
    """The terms and the names of all pages of a corpus."""

    def state(self) -> int:
        """A number that changes when the index does."""

    def best_pages(self, weights: Mapping[str, float], *, fields: Mapping[str, float], limit: int) -> list[RankedPage]:
        """Pages by the BM25 of the weighted terms, over `title`, `heading` and `body` boosted as `fields` says.

        Best first, ties in title order; fields that are not named do not count.
        """

    def pages_named(self, names: Iterable[str], *, limit: int) -> list[NamedPage]:
        """At most `limit` pages for each name (as `text.name_keys` writes them), in the order of names, then titles."""

    def best_named(
        self, names: Iterable[str], weights: Mapping[str, float], *, fields: Mapping[str, float], limit: int
    ) -> list[NamedPage]:
        """At most `limit` pages for each name, by the BM25 of the weighted terms, which tells namesakes apart."""

    def known_names(self, names: Iterable[str]) -> list[str]:
        """The names that lead to a page, in the order given."""


class TermVectors(Protocol):
    """Hashed TF-IDF vectors of all pages of a corpus."""

    def nearest(self, text: str, *, limit: int) -> list[RankedPage]:
        """Pages by the product of their vector with that of the text, best first, ties in title order."""


class SearchableCorpus(TitleIndex, PageCollection, PageStore, Protocol):
    """What a retriever works on: the pages of a corpus and its indexes, each opened on first use."""

    @property
    def search_index(self) -> SearchIndex:
        """Index `search`: terms and names."""

    @property
    def page_vectors(self) -> TermVectors:
        """Term vectors of whole pages, as in the FEVER paper; made on first use."""

    @property
    def introduction_vectors(self) -> TermVectors:
        """Term vectors of titles and introductions, as in the FEVEROUS paper; made on first use."""


class PageRetriever(Protocol):
    """Claim → pages."""

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""


class Evidence(NamedTuple):
    """A piece of evidence as a model reads it.

    `context` is the page title, the section path and, for a cell, its row and column headers. `date` is the ISO date
    of its document or section (`2024-03`), if that is known.
    """

    id: EvidenceId
    text: str
    context: tuple[str, ...]
    score: float
    date: str = ""


class EvidenceSelector(Protocol):
    """Pages → sentences, cells, captions and items."""

    def select(self, claim: Claim, pages: Sequence[tuple[Page, float]], *, limit: int) -> list[Evidence]:
        """The `limit` best pieces of evidence, best first; ties in the order of the pages."""


class Computation(NamedTuple):
    """A program that expresses what a claim asserts about a table, with its result, in words.

    `truth` is the result of the program, `match_probability` how likely the program says what the claim says.
    `support_probability` is how likely the table supports the claim, with every program that was tried weighed in.
    `claim_coverage` is the part of the claim that this program accounts for. `is_derived` says that it computes
    something and does not just look up a cell, `is_grounded` that the claim names what it reads. `cells` are the cells
    it read.
    """

    page: str
    table: int
    program: str
    truth: bool
    match_probability: float
    support_probability: float
    claim_coverage: float
    is_derived: bool
    is_grounded: bool
    question: str
    steps: tuple[str, ...]
    conclusion: str
    cells: tuple[CellId, ...]


class TableComputer(Protocol):
    """Tables → what can be computed from them for a claim."""

    def compute(self, claim: Claim, tables: Sequence[tuple[Page, Table]]) -> list[Computation]:
        """At most one computation for each table, the surest first; ties in the order of the tables."""


class VerdictModel(Protocol):
    """Evidence → verdict."""

    def decide(
        self,
        claim: Claim,
        evidence: Sequence[Evidence],
        *,
        computations: Sequence[Computation] = (),
        wordings: Sequence[str] = (),
    ) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO if there is no evidence.

        `computations` are what programs found in tables; a model may read them with the evidence. `wordings` are other
        texts to compare with the same evidence; a model that reads them reports on each in the verdict.
        """


class LinkedTriple(NamedTuple):
    """A triple that a claim may assert or deny, and how surely it does (0 to 1).

    For an amount or a year, `bounds` holds the least and the greatest value that the claim allows, and the triple's
    object is the value as the claim gives it. For other triples `bounds` is None.
    """

    triple: Triple
    score: float
    is_negated: bool = False
    bounds: tuple[float, float] | None = None


class TripleLinker(Protocol):
    """Claim → triples over a graph."""

    def link(self, claim: Claim, *, limit: int = 3) -> list[LinkedTriple]:
        """The triples the claim may assert, likeliest first; none if it names fewer than two things or no relation."""


class Reason(NamedTuple):
    """One part of a score's explanation: its words, its share in the score, and the paths or facts it rests on."""

    text: str
    weight: float
    paths: tuple[Path, ...] = ()
    facts: tuple[Triple, ...] = ()


class CheckedTriple(NamedTuple):
    """A truth score (higher is truer; comparable within one method) and its reasons, weightiest first."""

    triple: Triple
    score: float
    reasons: tuple[Reason, ...]


class TripleChecker(Protocol):
    """Triple → truth score and reasons."""

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """A score for each triple, in order, each with at most `reasons` reasons.

        A checker never sees the edges of the triple itself: those with its predicate between its two ends, in either
        direction.
        """
