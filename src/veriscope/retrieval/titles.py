"""Retrieves the pages whose titles or redirects stand in the claim."""

from typing import ClassVar

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
    """Every run of the claim's words that names a page, case, possessives and plurals aside; rare names rank higher.

    Among the pages of one name ("Lima", "Lima (film)") the rest of the claim decides; a name within a longer one
    ("Guinea" in "Papua New Guinea") counts half. A disambiguation page comes after those it tells apart.
    """

    indexes: ClassVar[tuple[str, ...]] = ("search",)

    def __init__(self, corpus: SearchableCorpus) -> None:
        self._index = corpus.search_index
        self._weights = TermWeights(self._index)

    def retrieve(self, claim: Claim, *, limit: int) -> list[RankedPage]:
        """The `limit` best pages, best first; ties in title order."""
        asked = self._weights.weigh(claim.text)
        names: dict[str, Name] = {}
        for name in find_names(asked.words, self._index, everyday=self._weights.everyday):
            names.setdefault(name.key, name)
        bearers = self._index.best_named(names, dict.fromkeys(asked.idf, 1.0), fields=FIELDS, limit=_NAMESAKES)
        top = max((page.score for page in bearers), default=0.0) or 1.0
        best: dict[str, float] = {}
        for page in bearers:
            score = _score(asked, names[page.name], page, top_bm25=top)
            best[page.title] = max(score, best.get(page.title, score))
        ranked = sorted(best.items(), key=lambda item: (-item[1], item[0]))
        return [RankedPage(title, score) for title, score in ranked[: max(0, limit)]]


def _score(asked: ClaimTerms, name: Name, page: NamedPage, *, top_bm25: float) -> float:
    """How much of the claim the name is, and by how much the page fits better than its namesakes."""
    share = asked.weight(asked.content.intersection(terms(name.key))) / asked.total
    if name.is_inside:
        share *= _INSIDE_LONGER
    mark = qualifier(page.title)
    if mark == _DISAMBIGUATION:
        return share / 2
    held = terms(mark)
    told_apart = sum([term in asked.content for term in held]) / len(held) if held else 0.5
    is_whole = name_key(page.title) == name.key
    return share + _BY_QUALIFIER * (told_apart + is_whole) / 2 + page.score / top_bm25
