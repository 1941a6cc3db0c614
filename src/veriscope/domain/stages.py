"""Every stage as a protocol, in data-flow order: read this first.

    claim ─► PageRetriever ─► EvidenceSelector ─► VerdictModel ─► Verdict
                           └► TableComputer ──────┘
    claim ─► TripleLinker ─► TripleChecker ─► CheckedTriple

Stages open no files and no network. `pipeline` opens stores and hands over pages, or an index behind one
of the small protocols here. Every ranking is best first, and deterministic.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from veriscope.domain.claims import Claim, Stance, Verdict
from veriscope.domain.evidence import CellId, EvidenceId
from veriscope.domain.pages import Page, Table
from veriscope.domain.triples import Path, Triple


class TitleIndex(Protocol):
    """The titles of a corpus and their redirects."""

    def resolve(self, name: str) -> str | None:
        """The title of the page that `name` leads to, ignoring case where no exact title matches."""


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

    `score` is the BM25 of the words that were asked for along with the name.
    """

    name: str
    title: str
    score: float = 0.0


class TermStatistics(Protocol):
    """How common the terms (`text.terms`) of a corpus are."""

    def page_count(self) -> int:
        """How many pages are indexed."""

    def frequency(self, term: str) -> int:
        """In how many pages the term stands, the title counted in."""


class SearchIndex(TermStatistics, Protocol):
    """The terms and the names of all pages of a corpus."""

    def state(self) -> int:
        """A number that changes when the index does."""

    def best_pages(self, weights: Mapping[str, float], *, fields: Mapping[str, float], limit: int) -> list[RankedPage]:
        """Pages by the BM25 of the weighted terms, over `title`, `heading` and `body` boosted as `fields` says.

        Best first, ties in title order; a field that is not named does not count.
        """

    def named(self, names: Iterable[str], *, limit: int) -> list[NamedPage]:
        """At most `limit` pages for each name (as `text.name_keys` writes them), in the order of names, then titles."""

    def best_named(
        self, names: Iterable[str], weights: Mapping[str, float], *, fields: Mapping[str, float], limit: int
    ) -> list[NamedPage]:
        """At most `limit` pages for each name, by the BM25 of the weighted terms: namesakes told apart by the rest."""

    def known_names(self, names: Iterable[str]) -> list[str]:
        """Those of the names that lead to a page, in their order."""


class TermVectors(Protocol):
    """Hashed TF-IDF vectors of all pages of a corpus."""

    def nearest(self, text: str, *, limit: int) -> list[RankedPage]:
        """Pages by the product of their vector with that of the text, best first, ties in title order."""

    def normalised(self) -> "TermVectors":
        """The same with every page's vector brought to length one, so that products order pages as cosines do."""


class SearchableCorpus(TitleIndex, PageCollection, PageStore, Protocol):
    """What a retriever is given: the pages of a corpus and its indexes, each opened when first asked for.

    A retriever lists those it uses in its `indexes`, and `pipeline` has them built.
    """

    @property
    def search_index(self) -> SearchIndex:
        """Index `search`: terms and names."""

    @property
    def page_vectors(self) -> TermVectors:
        """Index `vectors`: whole pages, as in the FEVER paper."""

    @property
    def introduction_vectors(self) -> TermVectors:
        """Index `vectors`: titles and introductions, as in the FEVEROUS paper."""


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


class Computation(NamedTuple):
    """A program that says what a claim asserts of a table, and what came of it, in words.

    `truth` is what the program yields, `chosen` how likely it says what the claim says; `supports` is how likely the
    table supports the claim, all programs weighed that were tried; `covered` is how much of the claim this one accounts
    for; `is_derived` tells that it computes something and does not only look a cell up, `is_grounded` that the claim
    names what it reads; `cells` are those that it read.
    """

    page: str
    table: int
    program: str
    truth: bool
    chosen: float
    supports: float
    covered: float
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

    def decide(self, claim: Claim, evidence: Sequence[Evidence]) -> Verdict:
        """The verdict on `claim` given ranked `evidence`; NOT ENOUGH INFO when there is none."""


@runtime_checkable
class ComputedReader(Protocol):
    """A verdict model that also reads what programs found."""

    def decide_with(self, claim: Claim, evidence: Sequence[Evidence], computed: Sequence[str]) -> Verdict:
        """The verdict on `claim` given ranked `evidence` and what was computed from tables, in words."""


@runtime_checkable
class WordingReader(Protocol):
    """A verdict model that can be asked of several wordings of a claim at once."""

    def stances(self, wordings: Sequence[str], evidence: Sequence[Evidence]) -> list[Stance]:
        """What the `evidence` together says of each wording, in order."""


class LinkedTriple(NamedTuple):
    """A triple that a claim may assert, or deny, and how surely it does (0 to 1).

    Of an amount or a year, `bounds` holds the least and the greatest value that the claim allows, and the triple's
    object what the claim says; else they are None.
    """

    triple: Triple
    score: float
    is_negated: bool = False
    bounds: tuple[float, float] | None = None


class TripleLinker(Protocol):
    """Claim → triples over a graph."""

    def link(self, claim: Claim, *, limit: int = 3) -> list[LinkedTriple]:
        """The triples the claim may assert, likeliest first; none where it names no two things or no relation."""


class Reason(NamedTuple):
    """One part of a score's explanation: its words, its share in the score, and the paths or facts it rests on."""

    text: str
    weight: float
    paths: tuple[Path, ...] = ()
    facts: tuple[Triple, ...] = ()


class CheckedTriple(NamedTuple):
    """A truth score (higher is truer; comparable within one method) with what explains it, weightiest first."""

    triple: Triple
    score: float
    reasons: tuple[Reason, ...]


class TripleChecker(Protocol):
    """Triple → truth score and reasons."""

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """A score for each triple, in order, with at most so many reasons each.

        The triple's own edges, those of its predicate between its two ends in either direction, are never seen.
        """
