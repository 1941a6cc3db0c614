"""The features of a sentence of a candidate page, given a claim."""

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from typing import NamedTuple

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import Page, Sentence
from veriscope.text import terms

SENTENCE_FEATURES = (
    "page_share",
    "page_gap",
    "page_rank",
    "place",
    "is_first",
    "length",
    "rest_in_sentence",
    "claim_with_title",
    "claim_in_sentence",
    "sentence_in_claim",
    "bigrams",
    "numbers",
    "other_numbers",
    "names",
    "share_of_best_in_page",
    "share_of_best",
    "rank_in_page",
    "rarest_hit",
    "hits",
    "hits_by_beginning",
    "rest_in_sentence_before",
    "rest_terms",
    "sentences_in_page",
    "lack_in_sentence",
    "lack",
    "title_in_claim",
    "rest_in_best_of_page",
)
_BEGINNING = 5
_MAX_GAP = 20.0
_TRUSTED = 2


class _Line(NamedTuple):
    sentence: Sentence
    terms: list[str]
    hit: frozenset[str]
    rest: float


class _CandidatePage(NamedTuple):
    """A candidate page compared with a claim; the rest is the claim without the terms of the page's title."""

    page: Page
    rank: int
    share: float
    gap: float
    title: frozenset[str]
    rest: frozenset[str]
    rest_weight: float
    lines: list[_Line]
    best: float


class SentenceRows(NamedTuple):
    """The sentences of the candidate pages, in their order, with a row of features for each."""

    sentences: list[tuple[Page, Sentence]]
    rows: list[list[float]]


def sentence_rows(claim: ClaimTerms, pages: Sequence[tuple[Page, float]], weights: TermWeights) -> SentenceRows:
    """The features of the sentences of the pages, in the order of `SENTENCE_FEATURES`.

    Pages after the first two contribute only their first sentence and the sentences that share something with the claim
    beyond the page's title.
    """
    trust = _trust([score for _, score in pages])
    read = [_read(claim, page, rank, trust[rank]) for rank, (page, _) in enumerate(pages)]
    best = max((page.best / page.rest_weight for page in read), default=0.0)
    lack = _lack(claim, read)
    found = SentenceRows([], [])
    for page in read:
        numbers = [number for number, line in enumerate(page.lines) if page.rank < _TRUSTED or not number or line.rest]
        found.sentences.extend((page.page, page.lines[number].sentence) for number in numbers)
        found.rows.extend(_rows(claim, page, weights, numbers, lack=lack, best=best))
    return found


class _Trust(NamedTuple):
    """The share of a page in all trust, and how far its score is behind the best."""

    share: float
    gap: float


def _trust(scores: Sequence[float]) -> list[_Trust]:
    """The trust in each page by its score; scores may be on any scale."""
    top = max(scores, default=0.0)
    gaps = [max(-_MAX_GAP, score - top) for score in scores]
    total = sum(exp(gap) for gap in gaps)
    return [_Trust(exp(gap) / total, gap) for gap in gaps]


def _read(claim: ClaimTerms, page: Page, rank: int, trust: _Trust) -> _CandidatePage:
    title = frozenset(terms(page.title))
    rest = claim.content - title
    lines = []
    for sentence in page.sentences():
        found = terms(sentence.text)
        hit = claim.content.intersection(found)
        lines.append(_Line(sentence, found, hit, claim.weight(hit & rest)))
    best = max((line.rest for line in lines), default=0.0)
    return _CandidatePage(page, rank, *trust, title, rest, claim.weight(rest) or 1.0, lines, best)


def _lack(claim: ClaimTerms, pages: Sequence[_CandidatePage]) -> frozenset[str]:
    """The part of the claim that neither the title nor the best sentence of the first page holds."""
    if not pages or not pages[0].lines:
        return claim.content
    best = max(pages[0].lines, key=lambda line: line.rest)
    return claim.content - best.hit - pages[0].title


def _rows(
    claim: ClaimTerms,
    page: _CandidatePage,
    weights: TermWeights,
    numbers: Sequence[int],
    *,
    lack: frozenset[str],
    best: float,
) -> list[list[float]]:
    in_title = page.title & claim.content
    title_weight = claim.weight(in_title)
    title_share = title_weight / (sum([weights.idf(term) for term in page.title]) or 1.0)
    lacking = claim.weight(lack) / claim.total
    order = sorted(range(len(page.lines)), key=lambda number: (-page.lines[number].rest, number))
    ranks = {number: rank for rank, number in enumerate(order)}
    highest, names = weights.highest(), claim.names & page.rest
    beginnings = {term: term[:_BEGINNING] for term in page.rest if len(term) >= _BEGINNING and term.isalpha()}
    rows: list[list[float]] = []
    for number in numbers:
        line = page.lines[number]
        before = page.lines[number - 1].rest if number else 0.0
        held = frozenset(line.terms)
        content = held - weights.everyday_terms
        hit_rest = line.hit & page.rest
        rows.append(
            [
                page.share,
                page.gap,
                page.rank,
                line.sentence.index,
                number == 0,
                len(line.terms),
                line.rest / page.rest_weight,
                (title_weight + line.rest) / claim.total,
                claim.weight(line.hit) / claim.total,
                len(line.hit) / max(1, len(content)),
                len(claim.bigrams.intersection(pairwise(line.terms))) if line.hit else 0,
                len(claim.numbers & held) / len(claim.numbers) if claim.numbers else -1,
                sum([term[0].isdigit() for term in content - claim.numbers]),
                len(names & held) / len(names) if names else -1,
                line.rest / page.best if page.best else 0.0,
                line.rest / page.rest_weight / best if best else 0.0,
                ranks[number],
                max([claim.idf[term] for term in hit_rest], default=0.0) / highest,
                len(hit_rest),
                _hits_by_beginning(claim, beginnings, line.hit, content) / page.rest_weight,
                before / page.rest_weight,
                len(page.rest),
                len(page.lines),
                claim.weight(lack & (line.hit | page.title)) / claim.total,
                lacking,
                title_share,
                page.best / page.rest_weight,
            ]
        )
    return rows


def _hits_by_beginning(
    claim: ClaimTerms, beginnings: dict[str, str], hit: frozenset[str], content: frozenset[str]
) -> float:
    """The weight of the terms that the sentence has only in another form: `Australia` in `Australian`."""
    missing = [(term, begin) for term, begin in beginnings.items() if term not in hit]
    if not missing:
        return 0.0
    held = {term[:_BEGINNING] for term in content}
    return claim.weight([term for term, begin in missing if begin in held])
