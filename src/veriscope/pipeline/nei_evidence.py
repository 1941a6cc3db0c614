"""Evidence for claims that have none: a sentence of the nearest page, or of any page (FEVER paper, section 4)."""

import random
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property

from veriscope.corpus import Corpus
from veriscope.domain import Claim, Evidence, Page
from veriscope.pipeline.build import make_retriever
from veriscope.selection.page_sentences import page_sentences


class NeiStrategy(StrEnum):
    """Where the evidence of a NOT ENOUGH INFO claim is drawn from: NEARESTP and RANDOMS of the paper."""

    NEARESTP = "nearestp"
    RANDOMS = "randoms"


class NeiEvidence:
    """Draws evidence for claims from one corpus.

    What a claim gets depends on the seed, its id and its text alone, so it is the same in any order and any subset.
    """

    def __init__(self, corpus: Corpus, strategy: NeiStrategy, *, seed: int) -> None:
        self._corpus = corpus
        self._strategy = strategy
        self._seed = seed
        self._retriever = make_retriever("tfidf", corpus)

    def text(self, claim: Claim) -> str | None:
        """The text of the sentence drawn for the claim."""
        drawn = self.sentence(claim)
        return drawn.text if drawn is not None else None

    def sentence(self, claim: Claim) -> Evidence | None:
        """A sentence of the page drawn for the claim; none where the page has no sentences or no page was found."""
        page = self.page(claim)
        pieces = page_sentences([(page, 1.0)]) if page is not None else []
        return self._generator(claim, "sentence").choice(pieces) if pieces else None

    def page(self, claim: Claim) -> Page | None:
        """The page nearest to the claim by `tfidf`, or a page drawn from all of them."""
        if self._strategy is NeiStrategy.NEARESTP:
            ranked = self._retriever.retrieve(claim, limit=1)
            return self._corpus.page(ranked[0].title) if ranked else None
        if not self._page_ids:
            return None
        number = self._generator(claim, "page").choice(self._page_ids)
        return self._corpus.pages_by_id([number]).get(number)

    @cached_property
    def _page_ids(self) -> Sequence[int]:
        return list(self._corpus.page_ids())

    def _generator(self, claim: Claim, what: str) -> random.Random:
        return random.Random(f"{self._seed} {what} {claim.id} {claim.text}")  # noqa: S311 - repeatable, no secret
