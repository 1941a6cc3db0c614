"""The pages that may decide a claim: the best by BM25, and those whose names stand in the claim."""

import re
from dataclasses import dataclass

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import SearchIndex
from veriscope.retrieval.names import Name, find_names
from veriscope.text import name_key, qualifier, terms

FIELDS = {"title": 2.0, "heading": 0.5, "body": 1.0}
_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")

# Shares rather than sums: a model must hold for a corpus of ten pages as for one of millions.
INDEX_FEATURES = (
    "bm25_per_weight",
    "bm25_share",
    "reciprocal_rank",
    "name_words",
    "name_share",
    "name_capitals",
    "name_place",
    "is_whole_title",
    "has_qualifier",
    "qualifier_share",
    "namesakes",
    "name_rank",
    "is_inside_name",
    "title_in_claim",
    "claim_in_title",
    "title_terms",
    "title_terms_missing",
    "year_agreement",
)


@dataclass(slots=True)
class Candidate:
    """A page with its BM25 score and place among the best pages (0: not among them), and the name that led to it."""

    title: str
    bm25: float
    rank: int = 0
    name: Name | None = None
    namesakes: int = 0
    name_rank: int = 0

    def title_terms(self) -> frozenset[str]:
        """The terms of the title."""
        return frozenset(terms(self.title))


def gather_candidates(
    claim: ClaimTerms, index: SearchIndex, weights: TermWeights, *, best: int, namesakes: int
) -> list[Candidate]:
    """The `best` pages by BM25, then the pages of each name in the claim, at most `namesakes` of one name."""
    asked = dict.fromkeys(claim.idf, 1.0)
    ranked = index.best_pages(asked, fields=FIELDS, limit=best)
    found = {page.title: Candidate(page.title, page.score, rank) for rank, page in enumerate(ranked, start=1)}
    names: dict[str, Name] = {}
    for name in find_names(claim.words, index, everyday=weights.everyday):
        names.setdefault(name.key, name)
    bearers: dict[str, int] = {}
    for key, title, score in index.best_named(names, asked, fields=FIELDS, limit=namesakes):
        rank = bearers[key] = bearers.get(key, 0) + 1
        candidate = found.setdefault(title, Candidate(title, score))
        if candidate.name is None or names[key].length > candidate.name.length:
            candidate.name, candidate.name_rank = names[key], rank
    for candidate in found.values():
        if candidate.name is not None:
            candidate.namesakes = bearers[candidate.name.key]
    return list(found.values())


def index_features(claim: ClaimTerms, candidate: Candidate, weights: TermWeights, *, top_bm25: float) -> list[float]:
    """What the index alone tells of a candidate, in the order of `INDEX_FEATURES`."""
    return [
        candidate.bm25 / claim.total,
        candidate.bm25 / top_bm25,
        1 / candidate.rank if candidate.rank else 0.0,
        *_name_features(claim, candidate),
        *_title_features(claim, candidate.title, weights),
    ]


def _name_features(claim: ClaimTerms, candidate: Candidate) -> list[float]:
    name, title = candidate.name, candidate.title
    mark = qualifier(title)
    marked = frozenset(terms(mark)) if mark else frozenset()
    qualified = len(marked & claim.content) / len(marked) if marked else 0.0
    if name is None:
        return [0, 0, 0, 0, 0, bool(mark), qualified, 0, 0, 0]
    weight = claim.weight(claim.content.intersection(terms(name.key)))
    return [
        name.length,
        weight / claim.total,
        name.capitals,
        name.first / len(claim.words),
        name_key(title) == name.key,
        bool(mark),
        qualified,
        candidate.namesakes,
        candidate.name_rank,
        name.is_inside,
    ]


def _title_features(claim: ClaimTerms, title: str, weights: TermWeights) -> list[float]:
    held = frozenset(terms(title))
    shared = claim.weight(held & claim.content)
    years = _YEAR.findall(title)
    agreement = 0 if not years else 1 if all(year in claim.content for year in years) else -1
    return [
        shared / (sum([weights.idf(term) for term in held]) or 1.0),
        shared / claim.total,
        len(held),
        len(held.difference(claim.terms)),
        agreement,
    ]
