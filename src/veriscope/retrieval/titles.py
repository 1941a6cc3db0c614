"""Retrieves the pages whose titles or redirects occur in the claim."""

from veriscope.corpus import ClaimTerms, TermWeights
from veriscope.domain import Claim, NamedPage, RankedPage, SearchableCorpus
from veriscope.retrieval.candidates import FIELDS
from veriscope.retrieval.names import Name, find_names
from veriscope.text import name_key, qualifier, terms

_NAMESAKES = 20
_INSIDE_LONGER = 0.5
_BY_QUALIFIER = 0.25
_DISAMBIGUATION = "disambiguation"


class TitleRetriever:
    """Finds pages by each run of the claim's words that names one, in any case, plural or possessive; rare names first.

    Among pages with the same name ("Lima", "Lima (film)") the rest of the claim decides. A name within a longer one
    ("Guinea" in "Papua New Guinea") counts half. A disambiguation page comes after the pages it lists.
    """

    def __init__(self, corpus: SearchableCorpus) -> None:
        self._index = corpus.search_index
        self._weights = TermWeights(self._index)

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        claim_terms = self._weights.weigh(claim.text)
        names: dict[str, Name] = {}
        for name in find_names(claim_terms.words, self._index, everyday=self._weights.everyday):
            names.setdefault(name.key, name)
        bearers = self._index.best_named(names, dict.fromkeys(claim_terms.idf, 1.0), fields=FIELDS, limit=_NAMESAKES)
        top = max((page.score for page in bearers), default=0.0) or 1.0
        best: dict[str, float] = {}
        for page in bearers:
            score = _score(claim_terms, names[page.name], page, top_bm25=top)
            best[page.title] = max(score, best.get(page.title, score))
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
        return [RankedPage(title, score) for title, score in ranked[: max(0, limit)]]


def _score(claim_terms: ClaimTerms, name: Name, page: NamedPage, *, top_bm25: float) -> float:
    """The share of the claim that the name covers, and how much better the page fits than its namesakes."""
    share = claim_terms.weight(claim_terms.content.intersection(terms(name.key))) / claim_terms.total
    if name.is_inside:
        share *= _INSIDE_LONGER
    mark = qualifier(page.title)
    if mark == _DISAMBIGUATION:
        return share / 2
    held = terms(mark)
    told_apart = sum([term in claim_terms.content for term in held]) / len(held) if held else 0.5
    is_whole = name_key(page.title) == name.key
    return share + _BY_QUALIFIER * (told_apart + is_whole) / 2 + page.score / top_bm25
