"""The pages that may decide a claim: the best by BM25, and those whose names occur in the claim."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import SearchIndex
from veriscope.retrieval.names import Name, find_names
from veriscope.text import name_key, qualifier, terms

FIELDS = {"title": 2.0, "heading": 0.5, "body": 1.0}
_YEAR = re.compile(r"\b(?:1\d|20)\d\d\b")

# Shares rather than sums: a model must work for a corpus of ten pages as well as for millions.
INDEX_FEATURES: tuple[str, ...] = (
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
class CandidatePage:
    """A page with its BM25 score and place among the best pages (0: not among them), and the name that led to it."""

    title: str
    bm25: float
    rank: int = 0
    name: Name | None = None
    namesakes: int = 0
    name_rank: int = 0


class TitleTerms(NamedTuple):
    """A title as terms; its qualifier's terms, its years, and its name."""

    terms: frozenset[str]
    qualifier: frozenset[str]
    years: frozenset[str]
    key: str


@lru_cache(maxsize=1 << 15)
def title_terms(title: str) -> TitleTerms:
    """The terms of a title, cached because titles recur from claim to claim."""
    return TitleTerms(
        frozenset(terms(title)),
        frozenset(terms(qualifier(title))),
        frozenset(_YEAR.findall(title)),
        name_key(title),
    )


def gather_candidates(
    claim: ClaimTerms, index: SearchIndex, weights: TermWeights, *, best: int, namesakes: int
) -> list[CandidatePage]:
    """The `best` pages by BM25, then the pages of each name in the claim, at most `namesakes` for a name."""
    asked = dict.fromkeys(claim.idf, 1.0)
    ranked = index.best_pages(asked, fields=FIELDS, limit=best)
    found = {page.title: CandidatePage(page.title, page.score, rank) for rank, page in enumerate(ranked, start=1)}
    names: dict[str, Name] = {}
    for name in find_names(claim.words, index, everyday=weights.everyday):
        names.setdefault(name.key, name)
    bearers: dict[str, int] = {}
    for key, title, score in index.best_named(names, asked, fields=FIELDS, limit=namesakes):
        rank = bearers[key] = bearers.get(key, 0) + 1
        candidate = found.setdefault(title, CandidatePage(title, score))
        if candidate.name is None or names[key].length > candidate.name.length:
            candidate.name, candidate.name_rank = names[key], rank
    for candidate in found.values():
        if candidate.name is not None:
            candidate.namesakes = bearers[candidate.name.key]
    return list(found.values())


def index_features(
    claim: ClaimTerms, candidate: CandidatePage, weights: TermWeights, *, top_bm25: float
) -> list[float]:
    """The features of a candidate that the index alone can give, in the order of `INDEX_FEATURES`."""
    title = title_terms(candidate.title)
    return [
        candidate.bm25 / claim.total,
        candidate.bm25 / top_bm25,
        1 / candidate.rank if candidate.rank else 0.0,
        *_name_features(claim, candidate, title),
        *_title_features(claim, title, weights),
    ]


def _name_features(claim: ClaimTerms, candidate: CandidatePage, title: TitleTerms) -> list[float]:
    name, mark = candidate.name, title.qualifier
    qualified = len(mark & claim.content) / len(mark) if mark else 0.0
    if name is None:
        return [0, 0, 0, 0, 0, bool(mark), qualified, 0, 0, 0]
    return [
        name.length,
        claim.weight(claim.content.intersection(terms(name.key))) / claim.total,
        name.capitals,
        name.first / len(claim.words),
        title.key == name.key,
        bool(mark),
        qualified,
        candidate.namesakes,
        candidate.name_rank,
        name.is_inside,
    ]


def _title_features(claim: ClaimTerms, title: TitleTerms, weights: TermWeights) -> list[float]:
    shared = claim.weight(title.terms & claim.content)
    agreement = 0 if not title.years else 1 if title.years <= claim.content else -1
    return [
        shared / (sum([weights.idf(term) for term in title.terms]) or 1.0),
        shared / claim.total,
        len(title.terms),
        len(title.terms.difference(claim.terms)),
        agreement,
    ]
