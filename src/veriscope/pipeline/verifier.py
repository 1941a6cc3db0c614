"""Checks claims and texts against a corpus: what a program holds in its hands."""

from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Self, TypeAlias, TypeVar

from veriscope.corpus import Corpus, GivenFiles
from veriscope.domain import Claim
from veriscope.errors import StoreError, UsageError
from veriscope.pipeline.check_claim import LOG, check_claim, trace_of_problem
from veriscope.pipeline.config import PipelineConfig
from veriscope.pipeline.frames import checked_frame, claims_of
from veriscope.pipeline.stages import AnyCorpus, Stages
from veriscope.pipeline.text_report import TextReport, check_text
from veriscope.pipeline.trace import Trace

# Texts to check against, each with its title or without one.
Texts: TypeAlias = Iterable[str | tuple[str, str]]
_Frame = TypeVar("_Frame")
_Result = TypeVar("_Result")


class Verifier:
    """Checks claims against one corpus: an open one, a corpus folder, or the starter atlas if none is named.

    `Verifier.from_texts` checks them against texts in memory, `Verifier.from_files` against files and folders.
    `kb` names the folder of a knowledge graph to ask as well; `starter` is the embedded one.

    Use it in a `with` block, or call `close`: it closes what it opened. Threads may share it; the methods whose names
    begin with `a` wait in a thread of their own, one claim at a time, while an event loop goes on.
    """

    def __init__(
        self, corpus: AnyCorpus | None = None, config: PipelineConfig | None = None, *, kb: Path | str | None = None
    ) -> None:
        config = PipelineConfig() if config is None else config
        if kb is not None:
            if not isinstance(kb, Path | str):
                raise UsageError(f"kb: found {type(kb).__name__}; expected the folder of a graph, or 'starter'")
            config = replace(config, kb=Path(kb))
        self._take(Stages.open(config, corpus))

    @classmethod
    def from_texts(cls, texts: Texts, config: PipelineConfig | None = None) -> Self:
        """A verifier over texts, or pairs of title and text, that needs no folder; to close it frees them.

        Each text is read as a plain-text document is. A text without a title is called `Text 1` by its place, unless
        its first line is a title. Empty texts are left out, and listed by `corpus.skips()`; raises `UsageError` if all
        are empty.
        """
        return cls.over(Stages.from_texts(texts, config))

    @classmethod
    def from_files(cls, paths: Iterable[Path | str] | Path | str, config: PipelineConfig | None = None) -> Self:
        """A verifier over files and folders in any readable format, read into memory; to close it frees them.

        What cannot be read is left out, and listed by `corpus.skips()`; raises `UsageError` for a missing file,
        `InputError` if nothing can be read.
        """
        verifier = cls.over(Stages.open(config, GivenFiles.of(paths)))
        if skipped := verifier.corpus.counts().skipped:
            LOG.warning("%d parts of the files were left out; corpus.skips() lists them", skipped)
        return verifier

    @classmethod
    def over(cls, stages: Stages) -> Self:
        """A verifier over stages that are open already."""
        verifier = cls.__new__(cls)
        verifier._take(stages)
        return verifier

    def _take(self, stages: Stages) -> None:
        self._open_stages: Stages | None = stages
        self._thread: ThreadPoolExecutor | None = None
        LOG.info("checking against %s by %s", stages.name, ", ".join(name for _, name in stages.names()))

    @property
    def _stages(self) -> Stages:
        if self._open_stages is None:
            raise StoreError("this verifier is closed; make a new one")
        return self._open_stages

    @property
    def corpus(self) -> Corpus:
        """The corpus that claims are checked against."""
        return self._stages.corpus

    def close(self) -> None:
        """Release the corpus, if this object opened it; a closed verifier checks nothing more."""
        stages, self._open_stages = self._open_stages, None
        if self._thread is not None:
            self._thread.shutdown()
        if stages is not None:
            stages.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        self.close()

    def check(self, claim: Claim | str, *, evidence: Texts | None = None) -> Trace:
        """The verdict on a claim, with the evidence and what every stage did.

        With `evidence`, only these texts (or pairs of title and text) are read, for this call alone. Raises
        `UsageError` for an empty claim or one of hundreds of words. A question, an instruction or a text in another
        language gets NOT ENOUGH INFO, with the reason.
        """
        asked = _as_claim(claim)
        with self._over(evidence) as stages:
            return check_claim(stages, asked)

    def check_many(self, claims: Iterable[Claim | str]) -> Iterator[Trace]:
        """The traces of claims, made one after the other as they are asked for; texts are numbered from 1.

        A claim that cannot be checked does not stop the others: its trace says why in `problem`.
        """
        if isinstance(claims, str):
            raise UsageError("claims: found one text; give a list of claims, [claim]")
        return (self._check_one(claim, number) for number, claim in enumerate(claims, start=1))

    def _check_one(self, claim: object, number: int) -> Trace:
        try:
            return check_claim(self._stages, _as_claim(claim, name=str(number)))
        except UsageError as error:
            asked = claim if isinstance(claim, Claim) else Claim(str(number), claim if isinstance(claim, str) else "")
            return trace_of_problem(self._stages, asked, str(error))

    def check_text(self, text: str, *, evidence: Texts | None = None) -> TextReport:
        """The text with every sentence that states something checked, and what was left out, with the reason.

        With `evidence`, only these texts (or pairs of title and text) are read, for this call alone.
        """
        if not isinstance(text, str):
            raise UsageError(f"the text: found {type(text).__name__}; expected a text")
        with self._over(evidence) as stages:
            return check_text(text, partial(check_claim, stages))

    def check_frame(self, frame: _Frame, *, claim: str = "claim", prefix: str = "") -> _Frame:
        """A frame of pandas or polars with the columns `label`, `probability`, `evidence`, `reason` added.

        `claim` names the column of claims. `evidence` holds the piece that decides, after its address; `reason` says
        why there is no verdict. `prefix` begins the names of the new columns.
        """
        asked = claims_of(frame, claim, prefix=prefix)
        return checked_frame(frame, list(self.check_many(asked)), prefix=prefix)

    async def acheck(self, claim: Claim | str, *, evidence: Texts | None = None) -> Trace:
        """`check`, for an event loop."""
        return await self._in_thread(partial(self.check, claim, evidence=evidence))

    async def acheck_many(self, claims: Iterable[Claim | str]) -> AsyncIterator[Trace]:
        """`check_many`, for an event loop."""
        traces = self.check_many(claims)
        while (trace := await self._in_thread(partial(next, traces, None))) is not None:
            yield trace

    async def acheck_text(self, text: str, *, evidence: Texts | None = None) -> TextReport:
        """`check_text`, for an event loop."""
        return await self._in_thread(partial(self.check_text, text, evidence=evidence))

    async def _in_thread(self, work: Callable[[], _Result]) -> _Result:
        # asyncio takes a while to load, and a program that awaits has it.
        from asyncio import get_running_loop  # noqa: PLC0415

        _ = self._stages  # A closed verifier says so at once.
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, thread_name_prefix="veriscope")
        return await get_running_loop().run_in_executor(self._thread, work)

    @contextmanager
    def _over(self, evidence: Texts | None) -> Iterator[Stages]:
        """The stages over the corpus, or over texts that are given for one call."""
        if evidence is None:
            yield self._stages
            return
        with self._stages.with_texts(evidence) as stages:
            yield stages


def _as_claim(claim: object, *, name: str = "1") -> Claim:
    if isinstance(claim, Claim) and isinstance(claim.text, str):
        return claim
    claim = claim.text if isinstance(claim, Claim) else claim
    if not isinstance(claim, str):
        raise UsageError(f"the claim: found {type(claim).__name__}; expected a text or a Claim")
    return Claim(name, claim)
