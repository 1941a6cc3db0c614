"""Composes the stages: a claim through retrieval, selection and verdict, over an open corpus."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from veriscope.corpus import Corpus
from veriscope.domain import Claim
from veriscope.errors import UsageError
from veriscope.pipeline.build import make_retriever, make_selector, make_verdict_model
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.trace import Trace


class Verifier:
    """Checks claims against one corpus."""

    def __init__(self, corpus: Corpus, config: PipelineConfig | None = None) -> None:
        self._corpus = corpus
        self._config = config or PipelineConfig()
        self._retriever = make_retriever(self._config.retriever, corpus)
        self._selector = make_selector(self._config.selector, corpus)
        self._model = make_verdict_model(self._config.verdict, self._config.model_folder)

    def check(self, claim: Claim) -> Trace:
        """The verdict on a claim, with the evidence and what every stage did."""
        if not claim.text.strip():
            raise UsageError("the claim is empty; give a sentence to check")
        timings: dict[str, float] = {}
        with self._corpus.snapshot():
            with _timed(timings, "retrieval"):
                ranked = self._retriever.retrieve(claim, limit=self._config.pages)
            with _timed(timings, "reading"):
                found = [(self._corpus.page(title), score) for title, score in ranked]
                pages = [(page, score) for page, score in found if page is not None]
        with _timed(timings, "selection"):
            evidence = self._selector.select(claim, pages, limit=self._config.evidence)
        with _timed(timings, "verdict"):
            verdict = self._model.decide(claim, evidence)
        names = {
            "retrieval": self._config.retriever,
            "selection": self._config.selector,
            "verdict": self._config.verdict,
        }
        return Trace(
            claim, tuple(ranked), tuple(evidence), verdict, tuple(names.items()), tuple(timings.items()),
            str(self._corpus.path),
        )  # fmt: skip


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    timings[stage] = (time.perf_counter() - started) * 1000
