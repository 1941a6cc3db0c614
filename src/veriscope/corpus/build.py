"""Builds a corpus beside its target and renames it into place; a killed build resumes."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from veriscope import __version__
from veriscope.corpus.lock import locked
from veriscope.corpus.manifest import MANIFEST
from veriscope.corpus.plan import PlannedSource
from veriscope.corpus.stream import prepared_batches, worker_pool
from veriscope.corpus.writer import CorpusWriter
from veriscope.errors import InputError, StoreError, UsageError

_COMMIT_EVERY_S = 1.0


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """How far a build has come: bytes of the sources read, of how many, and pages stored by this run."""

    source: str
    done_bytes: int
    total_bytes: int
    pages: int


Report = Callable[[BuildProgress], None]


def build_corpus(
    destination: Path,
    sources: Sequence[PlannedSource],
    *,
    report: Report,
    workers: int = 1,
    replace: bool = False,
    restart: bool = False,
) -> None:
    """Build a corpus folder at `destination` from the sources, in order.

    The folder appears whole or not at all. An unfinished build of the same sources is taken up where it
    ended, unless `restart`.
    """
    _check_destination(destination, replace=replace)
    destination = destination.absolute()
    unfinished = destination.with_name(f"{destination.name}.building")
    unfinished.parent.mkdir(parents=True, exist_ok=True)
    with locked(unfinished):
        if restart:
            shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(exist_ok=True)
        with CorpusWriter(unfinished) as writer:
            _check_plan(writer, unfinished, sources)
            _fill(writer, sources, report=report, workers=workers)
            writer.begin()
            writer.settle_all()
            writer.commit()
            empty = writer.empty_sources()
            writer.publish(__version__)
        if empty:
            shutil.rmtree(unfinished)
            _refuse(empty)
        _move_into_place(unfinished, destination)


def add_sources(corpus: Path, sources: Sequence[PlannedSource], *, report: Report, workers: int = 1) -> None:
    """Add sources to a corpus in one step; a source it knows already is read anew, replacing what it gave."""
    with _change(corpus) as writer:
        for source in sources:
            writer.clear_source(source)
        _write(writer, sources, report=report, workers=workers, steps=False)
        _refuse(writer.empty_sources())


def remove_pages(corpus: Path, titles: Sequence[str]) -> None:
    """Take pages out of a corpus: all of them, or none where one is unknown."""
    with _change(corpus) as writer:
        for title in titles:
            writer.remove_page(title)


def remove_sources(corpus: Path, paths: Sequence[Path]) -> int:
    """Take sources and all that they gave out of a corpus; how many pages that touched."""
    with _change(corpus) as writer:
        return sum(writer.remove_source(path) for path in paths)


@contextmanager
def _change(corpus: Path) -> Iterator[CorpusWriter]:
    with CorpusWriter(corpus) as writer:
        writer.begin()
        try:
            yield writer
            writer.settle()
            writer.commit()
        finally:
            writer.rollback()
        writer.publish(__version__)


def _check_destination(destination: Path, *, replace: bool) -> None:
    if not destination.exists():
        return
    is_corpus = (destination / MANIFEST).is_file()
    if not is_corpus and not (destination.is_dir() and not any(destination.iterdir())):
        raise UsageError(f"{destination} exists and is no corpus; choose a folder that does not exist yet")
    if is_corpus and not replace:
        raise UsageError(f"{destination} is a corpus already; pass --replace to build it anew, or use `corpus add`")


def _check_plan(writer: CorpusWriter, unfinished: Path, sources: Sequence[PlannedSource]) -> None:
    begun = writer.planned_sources()
    if begun and begun != list(sources):
        raise UsageError(
            f"{unfinished} holds an unfinished build of other sources, or they changed since; "
            "pass --restart to begin anew"
        )
    writer.begin()
    for source in sources:
        writer.register(source)
    writer.commit()


def _fill(writer: CorpusWriter, sources: Sequence[PlannedSource], *, report: Report, workers: int) -> None:
    writer.begin()
    try:
        _write(writer, sources, report=report, workers=workers, steps=True)
    finally:
        # What came before an interrupt or an unreadable source is kept: the next run goes on from there.
        writer.commit()


def _write(
    writer: CorpusWriter, sources: Sequence[PlannedSource], *, report: Report, workers: int, steps: bool
) -> None:
    """Write what is not yet stored of each source, in committed steps or as one change."""
    total, before, pages = sum(source.size for source in sources), 0, 0
    committed = time.monotonic()
    with worker_pool(workers) as pool:
        for source in sources:
            number, stored, is_done = writer.register(source)
            batches = () if is_done else prepared_batches(source, pool, workers=workers, skip=stored)
            for batch in batches:
                writer.write(number, batch)
                pages += len(batch.pages)
                report(BuildProgress(source.path.name, before + min(batch.offset, source.size), total, pages))
                if steps and time.monotonic() - committed > _COMMIT_EVERY_S:
                    writer.commit()
                    writer.begin()
                    committed = time.monotonic()
            writer.finish_source(number)
            before += source.size
            report(BuildProgress(source.path.name, before, total, pages))


def _refuse(empty: Sequence[tuple[str, str]]) -> None:
    for path, reason in empty:
        raise InputError(f"no page could be read from {path}: {reason}")


def _move_into_place(unfinished: Path, destination: Path) -> None:
    replaced = destination.with_name(f"{destination.name}.replaced")
    try:
        if destination.exists():
            shutil.rmtree(replaced, ignore_errors=True)
            destination.rename(replaced)
        unfinished.rename(destination)
    except OSError as error:
        raise StoreError(f"cannot move {unfinished} to {destination}: {error.strerror}") from None
    shutil.rmtree(replaced, ignore_errors=True)
