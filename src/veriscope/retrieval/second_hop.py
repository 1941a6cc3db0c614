"""The second hop: from the best page to the pages that its sentences link to or, without links, name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import SearchIndex
from veriscope.retrieval.candidates import FIELDS, title_terms
from veriscope.retrieval.names import Name
from veriscope.retrieval.page_features import PageMatch
from veriscope.retrieval.page_reader import PageReader
from veriscope.text import name_keys, terms, without_qualifier

HOP_FEATURES: tuple[str, ...] = (
    "rest_in_mention",
    "mention_words",
    "mention_capitals",
    "mention_weight",
    "mention_place",
    "mentions",
    "mention_namesakes",
    "mention_rank",
    "is_mention_whole_title",
    "is_linked",
    "links_back",
    "lack_in_page",
    "lack_in_best_unit",
)
_MAX_UNITS = 8
_MAX_NAMES = 32
_NAMESAKES = 3
_LINKED_NAMESAKES = 50


@dataclass(slots=True)
class Mention:
    """A page that the best page leads to: by which name, from which unit, and how often."""

    title: str
    bm25: float
    name: Name
    unit: int
    rest: float
    is_linked: bool
    count: int = 1
    namesakes: int = 1
    rank: int = 1


def find_mentions(claim: ClaimTerms, match: PageMatch, *, index: SearchIndex, reader: PageReader) -> list[Mention]:
    """The pages that the best units of a page lead to, starting with the best unit."""
    page = match.page
    rests = match.unit_rests
    by_rest = sorted(range(len(rests)), key=lambda unit: (-rests[unit], unit))[:_MAX_UNITS]
    own_names = name_keys(page.title)
    seen: dict[tuple[str, str], Mention] = {}
    for number in by_rest:
        for name, target in reader.names(page, number):
            known = seen.get((name.key, target))
            if known is not None:
                known.count += 1
            elif name.key not in own_names and len(seen) < _MAX_NAMES:
                seen[name.key, target] = Mention(target, 0.0, name, number, rests[number], bool(target))
    return list(_mentioned_pages(claim, page.title, list(seen.values()), index))


def _mentioned_pages(
    claim: ClaimTerms, source: str, mentions: Sequence[Mention], index: SearchIndex
) -> Iterator[Mention]:
    """The pages of the mentions, each once, by the mention in the best unit."""
    asked = dict.fromkeys(claim.idf, 1.0)
    by_key: dict[str, list[Mention]] = {}
    for mention in mentions:
        by_key.setdefault(mention.name.key, []).append(mention)
    bearers: dict[str, int] = {}
    best: dict[str, Mention] = {}
    # A link says which namesake it means, however badly that page fits the claim.
    limit = _LINKED_NAMESAKES if any(mention.is_linked for mention in mentions) else _NAMESAKES
    for key, title, score in index.best_named(by_key, asked, fields=FIELDS, limit=limit):
        rank = bearers[key] = bearers.get(key, 0) + 1
        for mention in by_key[key]:
            if title != source and mention.title in {"", title}:
                of_page = replace(mention, title=title, bm25=score, rank=rank)
                known = best.setdefault(title, of_page)
                if known is not of_page:
                    known.count += of_page.count
    for mention in best.values():
        mention.namesakes = bearers[mention.name.key]
        yield mention


@dataclass(frozen=True, slots=True)
class Hop:
    """A second hop: what the best page lacks of the claim, the terms of its title, and the weights of terms."""

    lack: frozenset[str]
    source_terms: frozenset[str]
    weights: TermWeights

    @classmethod
    def from_page(cls, claim: ClaimTerms, source: PageMatch, weights: TermWeights) -> "Hop":
        """The hop from a page; it lacks the content terms that are neither in its title nor in its best unit."""
        name = terms(without_qualifier(source.page.title))
        return cls(claim.content - source.in_best_unit, frozenset(name), weights)


def hop_features(claim: ClaimTerms, match: PageMatch, hop: Hop, mention: Mention | None) -> list[float]:
    """The features of a page for the second hop, in the order of `HOP_FEATURES`."""
    missing = claim.weight(hop.lack & match.held) / claim.total
    missing_in_unit = claim.weight(hop.lack & match.in_best_unit) / claim.total
    if mention is None:
        return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, missing, missing_in_unit]
    weight = sum([hop.weights.idf(term) for term in frozenset(terms(mention.name.key))])
    return [
        mention.rest / claim.total,
        mention.name.length,
        mention.name.capitals,
        weight / hop.weights.highest(),
        mention.unit,
        mention.count,
        mention.namesakes,
        mention.rank,
        title_terms(match.page.title).key == mention.name.key,
        mention.is_linked,
        any(hop.source_terms.issubset(unit.terms) for unit in match.page.terms.units),
        missing,
        missing_in_unit,
    ]
