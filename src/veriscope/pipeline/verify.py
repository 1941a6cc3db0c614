"""Composes the stages: a claim through retrieval, selection and verdict, over an open corpus."""

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Self

from veriscope.corpus import Corpus
from veriscope.domain import CellId, Claim, Computation, Evidence, Label, Page, RankedPage
from veriscope.errors import UsageError
from veriscope.pipeline.build import make_computer, make_retriever, make_selector, make_verdict_model
from veriscope.pipeline.claim_reading import ReadClaim, read_claim
from veriscope.pipeline.computing import computations, deciding, with_cells, with_read_cells
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.decision import Decision, decide
from veriscope.pipeline.graph_finding import GraphFinding, fused
from veriscope.pipeline.starter_corpus import STARTER, open_corpus
from veriscope.pipeline.table_excerpts import table_excerpts
from veriscope.pipeline.telling import telling_pieces
from veriscope.pipeline.text_report import TextReport, check_text
from veriscope.pipeline.trace import Trace
from veriscope.pipeline.verdict_limits import why_nothing_found, with_min_confidence, without_verdict

if TYPE_CHECKING:
    from veriscope.pipeline.graph_channel import GraphChannel


class Verifier:
    """Checks claims against one corpus: an open one, a corpus folder, or the starter atlas where none is named.

    What it opened itself, it closes: use it in a `with` block, or call `close`.
    """

    def __init__(self, corpus: Corpus | Path | str | None = None, config: PipelineConfig | None = None) -> None:
        self._config = config or PipelineConfig()
        if not 0 <= self._config.min_confidence <= 1:
            raise UsageError(f"the least confidence is {self._config.min_confidence}; give a share from 0 to 1")
        self._is_owner = not isinstance(corpus, Corpus)
        self._corpus = corpus if isinstance(corpus, Corpus) else open_corpus(Path(corpus or STARTER))
        try:
            self._retriever = make_retriever(self._config.retriever, self._corpus)
            self._selector = make_selector(self._config.selector, self._corpus)
            self._computer = make_computer(self._config.computer)
            self._model = make_verdict_model(self._config.verdict, self._config.model_folder)
            self._channel = _open_channel(self._config)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the corpus, where this object opened it."""
        if self._is_owner:
            self._corpus.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def check(self, claim: Claim | str) -> Trace:
        """The verdict on a claim, with the evidence and what every stage did.

        `UsageError` for what is no claim: nothing, or hundreds of words. A question, an instruction or another language
        is answered NOT ENOUGH INFO, with the reason.
        """
        asked = claim if isinstance(claim, Claim) else Claim("1", claim)
        read = read_claim(asked)
        timings: dict[str, float] = {}
        ranked, pages = self._retrieve(read.claim, timings)
        with _timed(timings, "selection"):
            found = self._selector.select(read.claim, pages, limit=self._config.evidence)
        with _timed(timings, "computing"):
            computed = () if read.unfit else computations(self._computer, read.claim, pages, found)
            decisive = deciding(computed)
            evidence = tuple(with_cells(found, decisive, pages))
        finding = self._ask_graph(read, timings)
        with _timed(timings, "verdict"):
            verdict, correction = self._decide(read, pages, evidence, decisive, finding)
        with _timed(timings, "explanation"):
            telling = with_read_cells(telling_pieces(read.claim.text, evidence, verdict), evidence, decisive)
            cells = [piece.id for piece in (evidence[place] for place in telling) if isinstance(piece.id, CellId)]
            tables = table_excerpts((page for page, _ in pages), cells)
        return Trace(
            claim=asked,
            pages=ranked,
            evidence=evidence,
            verdict=verdict,
            stage_names=self._stage_names(),
            timings_ms=tuple(timings.items()),
            corpus=str(self._corpus.path),
            read_as=read.claim.text,
            notes=read.notes,
            telling=telling,
            tables=tables,
            computed=(decisive,) if decisive else (),
            correction=correction,
            graph=finding,
        )

    def check_many(self, claims: Iterable[Claim | str]) -> Iterator[Trace]:
        """The traces of claims, one after the other as they are asked for; texts are numbered from 1."""
        for number, claim in enumerate(claims, start=1):
            yield self.check(claim if isinstance(claim, Claim) else Claim(str(number), claim))

    def check_text(self, text: str) -> TextReport:
        """Every sentence of a text that states something, checked; what was left out, with the reason."""
        return check_text(text, self.check)

    def _retrieve(
        self, claim: Claim, timings: dict[str, float]
    ) -> tuple[tuple[RankedPage, ...], list[tuple[Page, float]]]:
        with self._corpus.snapshot():
            with _timed(timings, "retrieval"):
                ranked = self._retriever.retrieve(claim, limit=self._config.pages)
            with _timed(timings, "reading"):
                found = [(self._corpus.page(title), score) for title, score in ranked]
        return tuple(ranked), [(page, score) for page, score in found if page is not None]

    def _ask_graph(self, read: ReadClaim, timings: dict[str, float]) -> GraphFinding | None:
        if self._channel is None or read.unfit:
            return None
        with _timed(timings, "graph"):
            return self._channel.find(read.claim)

    def _decide(
        self,
        read: ReadClaim,
        pages: Sequence[tuple[Page, float]],
        evidence: Sequence[Evidence],
        computed: Computation | None,
        finding: GraphFinding | None,
    ) -> Decision:
        """The verdict; no model is asked where there is nothing to check or nothing to check it against."""
        reason = read.unfit or why_nothing_found(pages, evidence)
        verdict, correction = (
            Decision(without_verdict(reason)) if reason else decide(self._model, read.claim, evidence, pages, computed)
        )
        verdict = with_min_confidence(fused(verdict, finding), min_confidence=self._config.min_confidence)
        return Decision(verdict, correction if verdict.label is Label.REFUTES else None)

    def _stage_names(self) -> tuple[tuple[str, str], ...]:
        names = self._config
        return (
            ("retrieval", names.retriever),
            ("selection", names.selector),
            ("computing", names.computer),
            ("verdict", names.verdict),
            *((("graph", names.kb_method),) if names.kb else ()),
        )


def _open_channel(config: PipelineConfig) -> "GraphChannel | None":
    if config.kb is None:
        return None
    # Graphs come with kernels that take a while to load: a check of text and tables does without.
    from veriscope.pipeline.graph_channel import GraphChannel  # noqa: PLC0415

    return GraphChannel.open(config.kb, method=config.kb_method)


@contextmanager
def _timed(timings: dict[str, float], stage: str) -> Iterator[None]:
    started = time.perf_counter()
    yield
    timings[stage] = (time.perf_counter() - started) * 1000
