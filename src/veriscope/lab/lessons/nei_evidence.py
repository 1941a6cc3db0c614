"""Draws evidence for claims without any: a sentence of the nearest page or of a random one (FEVER paper, section 4)."""

import random
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property

from veriscope.corpus import Corpus
from veriscope.domain import Claim, Evidence, Page
from veriscope.pipeline import Stages, search_config
from veriscope.selection import page_sentences


class NeiStrategy(StrEnum):
    """Where the evidence of a NOT ENOUGH INFO claim comes from: NEARESTP or RANDOMS of the paper."""

    NEARESTP = "nearestp"
    RANDOMS = "randoms"


class NeiEvidence:
    """Draws evidence for claims from one corpus.

    The draw depends only on the seed and the claim's id and text, so the order and the other claims do not matter.
    """

    def __init__(self, corpus: Corpus, strategy: NeiStrategy, *, seed: int) -> None:
        self._corpus = corpus
        self._strategy = strategy
        self._seed = seed
        self._stages = Stages.open(search_config("tfidf", pages=1), corpus)

    def text(self, claim: Claim) -> str | None:
        """The text of the sentence drawn for the claim."""
        drawn = self.sentence(claim)
        return drawn.text if drawn is not None else None

    def sentence(self, claim: Claim) -> Evidence | None:
        """A sentence of the page drawn for the claim; None if no page was found or it has no sentences."""
        page = self.page(claim)
        pieces = page_sentences([(page, 1.0)]) if page is not None else []
        return self._generator(claim, "sentence").choice(pieces) if pieces else None

    def page(self, claim: Claim) -> Page | None:
        """The page nearest to the claim by `tfidf`, or a random page of the corpus."""
        if self._strategy is NeiStrategy.NEARESTP:
            return next((page for page, _ in self._stages.retrieve(claim)), None)
        if not self._page_ids:
            return None
        number = self._generator(claim, "page").choice(self._page_ids)
        return self._corpus.pages_by_id([number]).get(number)

    @cached_property
    def _page_ids(self) -> Sequence[int]:
        return list(self._corpus.page_ids())

    def _generator(self, claim: Claim, what: str) -> random.Random:
        return random.Random(f"{self._seed} {what} {claim.id} {claim.text}")  # noqa: S311 - repeatable, no secret
