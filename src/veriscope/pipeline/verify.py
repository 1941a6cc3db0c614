"""Composes the stages: a claim through retrieval, selection and verdict, over an open corpus."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TypeVar

from veriscope.corpus import Corpus
from veriscope.domain import Claim, EvidenceSelector, PageRetriever, RankedPage, VerdictModel
from veriscope.errors import UsageError
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.trace import Trace
from veriscope.retrieval import RETRIEVERS
from veriscope.selection import SELECTORS
from veriscope.verdict import VERDICT_MODELS

_Implementation = TypeVar("_Implementation")


class Verifier:
    """Checks claims against one corpus."""

    def __init__(self, corpus: Corpus, config: PipelineConfig | None = None) -> None:
        self._corpus = corpus
        self._config = config or PipelineConfig()
        self._retrievers = list(self._choose_retrievers())
        self._selector: EvidenceSelector = _choose(SELECTORS, self._config.selector, "selector")()
        self._model: VerdictModel = _choose(VERDICT_MODELS, self._config.verdict, "verdict model")()

    def check(self, claim: Claim) -> Trace:
        """The verdict on a claim, with the evidence and what every stage did."""
        if not claim.text.strip():
            raise UsageError("the claim is empty; give a sentence to check")
        timings: dict[str, float] = {}
        with self._corpus.snapshot():
            with _timed(timings, "retrieval"):
                ranked = self._retrieve(claim)
            with _timed(timings, "reading"):
                found = [(self._corpus.page(title), score) for title, score in ranked]
                pages = [(page, score) for page, score in found if page is not None]
        with _timed(timings, "selection"):
            evidence = self._selector.select(claim, pages, limit=self._config.evidence)
        with _timed(timings, "verdict"):
            verdict = self._model.decide(claim, evidence)
        names = {
            "retrieval": ", then ".join(name for name, _ in self._retrievers),
            "selection": self._config.selector,
            "verdict": self._config.verdict,
        }
        return Trace(
            claim, tuple(ranked), tuple(evidence), verdict, tuple(names.items()), tuple(timings.items()),
            str(self._corpus.path),
        )  # fmt: skip

    def _choose_retrievers(self) -> Iterator[tuple[str, PageRetriever]]:
        first, second = self._config.retriever, self._config.second_retriever
        yield first, _choose(RETRIEVERS, first, "retriever")(self._corpus)
        is_small = self._corpus.page_count() <= self._config.second_retriever_max_pages
        if is_small and second != first:
            yield second, _choose(RETRIEVERS, second, "retriever")(self._corpus)

    def _retrieve(self, claim: Claim) -> list[RankedPage]:
        """The pages of the first retriever, then those that the second adds, up to the limit."""
        found: dict[str, RankedPage] = {}
        for _, retriever in self._retrievers:
            if len(found) >= self._config.pages:
                break
            for page in retriever.retrieve(claim, limit=self._config.pages):
                found.setdefault(page.title, page)
        return list(found.values())[: self._config.pages]


def _choose(registry: Mapping[str, _Implementation], name: str, what: str) -> _Implementation:
    if name not in registry:
        raise UsageError(f"no {what} named {name!r}; choose one of: {', '.join(sorted(registry))}")
    return registry[name]


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    timings[stage] = (time.perf_counter() - started) * 1000
