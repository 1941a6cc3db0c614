"""What a page itself says about a claim: how much of the claim the page holds, and how much its best unit."""

from itertools import pairwise
from math import log
from typing import NamedTuple

from veriscope.corpus import ClaimTerms
from veriscope.retrieval.candidates import title_terms
from veriscope.retrieval.page_reader import ReadPage

PAGE_FEATURES: tuple[str, ...] = (
    "claim_in_page",
    "rest_in_best_unit",
    "claim_in_best_unit",
    "numbers_in_page",
    "units",
    "bigrams",
    "rest_in_first_unit",
    "density",
    "rest_share",
    "hits_per_unit",
    "rest_in_headings",
    "has_tables",
)


class PageMatch(NamedTuple):
    """How a page matches a claim: its features, the content terms it holds, and those in its best unit.

    The rest of a claim is what is left without the terms of the title; `unit_rests` has the weight of the rest in each
    unit.
    """

    page: ReadPage
    features: list[float]
    held: frozenset[str]
    in_best_unit: frozenset[str]
    unit_rests: list[float]


def match_page(claim: ClaimTerms, read: ReadPage) -> PageMatch:
    """Compare a page with a claim, unit by unit."""
    page = read.terms
    in_title = claim.content & title_terms(read.title).terms
    rest = claim.content - in_title
    rest_weight = claim.weight(rest) or 1.0
    held, best, best_hit, bigrams, hits, length = set(in_title), 0.0, frozenset[str](), 0, 0, 0
    unit_rests: list[float] = []
    for unit in page.units:
        length += len(unit.terms)
        hit = claim.content.intersection(unit.terms)
        if not hit:
            unit_rests.append(0.0)
            continue
        weight = claim.weight(hit & rest)
        unit_rests.append(weight)
        if weight > best or not best_hit:
            best, best_hit = max(weight, best), hit
        if len(hit) > 1:
            bigrams = max(bigrams, len(claim.bigrams.intersection(pairwise(unit.terms))))
        held |= hit
        hits += len(hit)
    in_headings = claim.weight(rest & page.headings)
    cover = claim.weight(held) / claim.total
    features = [
        cover,
        best / rest_weight,
        (best + claim.weight(in_title)) / claim.total,
        len(claim.numbers & held) / len(claim.numbers) if claim.numbers else 1.0,
        len(page.units),
        bigrams,
        unit_rests[0] / rest_weight if unit_rests else 0.0,
        cover / log(length + 10),
        rest_weight / claim.total,
        hits / max(1, len(page.units)),
        in_headings / rest_weight,
        page.has_tables,
    ]
    return PageMatch(read, features, frozenset(held), best_hit | in_title, unit_rests)
