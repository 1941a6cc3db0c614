"""Checks claims: takes one claim through all stages over an open corpus, and returns its trace."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from veriscope.corpus import Corpus
from veriscope.domain import CellId, Claim, RankedPage
from veriscope.pipeline.claim_reading import read_claim
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.key_evidence import key_pieces
from veriscope.pipeline.stages import Stages
from veriscope.pipeline.table_computation import with_read_cells
from veriscope.pipeline.table_excerpts import table_excerpts
from veriscope.pipeline.text_report import TextReport, check_text
from veriscope.pipeline.trace import Trace, with_parts
from veriscope.text import coordinated_parts


class Verifier:
    """Checks claims against one corpus: an open one, a corpus folder, or the starter atlas if none is named.

    `Verifier.from_texts` checks them against texts in memory.

    Use it in a `with` block, or call `close`: it closes what it opened.
    """

    def __init__(self, corpus: Corpus | Path | str | None = None, config: PipelineConfig | None = None) -> None:
        self._stages = Stages.open(config, corpus)

    @classmethod
    def from_texts(cls, texts: Iterable[str | tuple[str, str]], config: PipelineConfig | None = None) -> Self:
        """A verifier over texts, or pairs of title and text, that needs no folder; to close it frees them.

        Each text is read as a plain-text document is. A text without a title is called `Text 1` by its place, unless
        its first line is a title. Empty texts are left out, and listed by `corpus.skips()`; raises `UsageError` if all
        are empty.
        """
        return cls.over(Stages.from_texts(texts, config))

    @classmethod
    def over(cls, stages: Stages) -> Self:
        """A verifier over stages that are open already."""
        verifier = cls.__new__(cls)
        verifier._stages = stages
        return verifier

    @property
    def corpus(self) -> Corpus:
        """The corpus that claims are checked against."""
        return self._stages.corpus

    def close(self) -> None:
        """Release the corpus, if this object opened it."""
        self._stages.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def check(self, claim: Claim | str) -> Trace:
        """The verdict on a claim, with the evidence and what every stage did.

        Raises `UsageError` for an empty claim or one of hundreds of words. A question, an instruction or a text in
        another language gets NOT ENOUGH INFO, with the reason.
        """
        asked = claim if isinstance(claim, Claim) else Claim("1", claim)
        trace = self._check(asked)
        said = coordinated_parts(trace.read_as) if self._stages.config.parts and trace.was_decided else ()
        return with_parts(trace, [self._check(Claim(asked.id, text)) for text in said]) if said else trace

    def _check(self, asked: Claim) -> Trace:
        """The trace of one claim as a whole."""
        stages, timed = self._stages, _Clock()
        read = read_claim(asked, stages.corpus.search_index)
        with timed("retrieval"):
            pages = stages.retrieve(read.claim)
        with timed("selection"):
            lines = stages.select(read.claim, pages)
        with timed("computation"):
            computation, lines = (None, lines) if read.unfit else stages.compute(read.claim, pages, lines)
        facts = None
        if stages.channel and not read.unfit:
            with timed("graph"):
                facts = stages.look_up(read.claim)
        with timed("verdict"):
            verdict, correction, remark = stages.decide(
                read.claim, pages, lines, computation=computation, facts=facts, unfit=read.unfit
            )
        with timed("explanation"):
            key_evidence = with_read_cells(key_pieces(read.claim.text, lines, verdict), lines, computation)
            cells = [lines[place].id for place in key_evidence]
            tables = table_excerpts((page for page, _ in pages), [cell for cell in cells if isinstance(cell, CellId)])
        return Trace(
            claim=asked,
            pages=tuple(RankedPage(page.title, score) for page, score in pages),
            evidence=tuple(lines),
            verdict=verdict,
            stage_names=stages.names(),
            timings_ms=tuple(timed.ms.items()),
            corpus=str(stages.corpus.path),
            read_as=read.claim.text,
            notes=(*read.notes, *([remark] if remark else [])),
            key_evidence=key_evidence,
            tables=tables,
            computations=(computation,) if computation else (),
            correction=correction,
            graph=facts,
        )

    def check_many(self, claims: Iterable[Claim | str]) -> Iterator[Trace]:
        """The traces of claims, made one after the other as they are asked for; texts are numbered from 1."""
        for number, claim in enumerate(claims, start=1):
            yield self.check(claim if isinstance(claim, Claim) else Claim(str(number), claim))

    def check_text(self, text: str) -> TextReport:
        """The text with every sentence that states something checked, and what was left out, with the reason."""
        return check_text(text, self.check)


class _Clock:
    """Measures how many milliseconds each stage takes."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.ms[stage] = (time.perf_counter() - started) * 1000
