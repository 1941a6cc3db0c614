"""What every retriever promises."""

from collections.abc import Callable

from veriscope.domain import Claim, PageRetriever, SearchableCorpus, make_stage
from veriscope.testing.little_world import CLAIM, little_corpus
from veriscope.testing.odd_claims import ODD_CLAIMS


def check_retriever(retriever: PageRetriever | Callable[[SearchableCorpus], PageRetriever]) -> None:
    """Try a retriever, its class, or a function of a corpus; an `AssertionError` names the promise that is broken."""
    with little_corpus() as corpus:
        made: PageRetriever = make_stage(retriever, "retrieve", corpus)
        pages = made.retrieve(CLAIM, limit=10)
        assert pages == made.retrieve(CLAIM, limit=10), "the same claim must give the same pages"
        _check_order(made, CLAIM, limit=10)
        assert all(corpus.page(page.title) for page in pages), f"every page must be in the corpus: {pages}"
        for limit in range(len(pages)):
            assert made.retrieve(CLAIM, limit=limit) == pages[:limit], (
                "a smaller limit must give the first of the pages"
            )
        for text in ODD_CLAIMS:
            _check_order(made, Claim("odd", text), limit=3)


def _check_order(retriever: PageRetriever, claim: Claim, *, limit: int) -> None:
    pages = retriever.retrieve(claim, limit=limit)
    said = f"for the claim {claim.text[:40]!r}: {pages}"
    assert len(pages) <= limit, f"no more pages than the limit, {limit}, {said}"
    assert len({page.title for page in pages}) == len(pages), f"no page may come twice, {said}"
    assert pages == sorted(pages, key=lambda page: (-page.score, page.title)), (
        f"pages must come best first, ties in title order, {said}"
    )
