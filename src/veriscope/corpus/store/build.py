"""Builds a corpus beside its target and renames it into place; a build that was killed resumes."""

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from veriscope import __version__
from veriscope.corpus.sources import PlannedSource
from veriscope.corpus.store.connections import DATABASE
from veriscope.corpus.store.index_folders import INDEX_FOLDER
from veriscope.corpus.store.indexes import PagesDone, build_index, update_index
from veriscope.corpus.store.manifest import MANIFEST, read_manifest
from veriscope.corpus.store.page_index import SEARCH
from veriscope.corpus.store.stream import prepared_batches
from veriscope.corpus.store.writer import CorpusWriter
from veriscope.errors import InputError, StoppedError, UsageError
from veriscope.files import hold_lock, put_in_place, worker_pool

_COMMIT_EVERY_S = 1.0
# This many pages are read in-process, before any worker could have started.
_IN_PROCESS = 100


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The progress of a build: `done` of `total` bytes of all sources while reading, or pages while indexing.

    `pages` counts the pages stored by this run, or indexed.
    """

    step: str
    done: int
    total: int
    pages: int


Report = Callable[[BuildProgress], None]


def build_corpus(
    destination: Path | str,
    sources: Sequence[PlannedSource],
    *,
    report: Report = lambda _: None,
    workers: int = 1,
    replace: bool = False,
    restart: bool = False,
) -> None:
    """Build a corpus folder at `destination` from the sources, in order, with its search index.

    The folder appears complete or not at all. An unfinished build of the same sources resumes, unless `restart` is set.
    """
    destination = Path(destination).resolve()
    _check_destination(destination, sources, replace=replace)
    unfinished = destination.with_name(f"{destination.name}.building")
    unfinished.mkdir(parents=True, exist_ok=True)
    with hold_lock(unfinished):
        _check_unfinished(unfinished)
        if restart:
            _empty(unfinished)
        with CorpusWriter(unfinished) as writer:
            _check_plan(writer, unfinished, sources)
            unreadable = _fill(writer, sources, report=report, workers=workers)
        if unreadable is not None:
            # Nothing can resume this build: a repaired source is a different one, and so is a build of other sources.
            shutil.rmtree(unfinished)
            raise unreadable
        build_index(unfinished, report=_index_report(report), workers=workers)
        put_in_place(unfinished, destination)


def add_sources(
    corpus: Path | str, sources: Sequence[PlannedSource], *, report: Report = lambda _: None, workers: int = 1
) -> None:
    """Add sources to a corpus in one step; a known source is read again, which replaces its pages."""
    corpus = Path(corpus)
    with _change(corpus) as writer:
        _check_nesting([*writer.planned_sources(), *sources])
        for source in sources:
            writer.clear_source(source)
        _write(writer, sources, report=report, workers=workers, steps=False)
    _update_index(corpus, report=report, workers=workers)


def remove_from_corpus(corpus: Path | str, *, titles: Sequence[str] = (), sources: Sequence[Path | str] = ()) -> None:
    """Remove pages, and sources with all their pages, from a corpus: everything named, or nothing."""
    corpus = Path(corpus)
    with _change(corpus) as writer:
        for title in titles:
            writer.remove_page(title)
        for path in sources:
            writer.remove_source(Path(path))
    _update_index(corpus, report=lambda _: None)


@contextmanager
def _change(corpus: Path) -> Iterator[CorpusWriter]:
    read_manifest(corpus)
    with CorpusWriter(corpus) as writer:
        writer.begin()
        try:
            writer.note_changes()
            yield writer
            writer.settle()
            writer.commit()
        finally:
            writer.rollback()
        writer.publish(__version__)


def _update_index(corpus: Path, *, report: Report, workers: int = 1) -> None:
    try:
        update_index(corpus, report=_index_report(report), workers=workers)
    except KeyboardInterrupt:
        raise StoppedError(
            f"interrupted while indexing; the change is stored, and is searched after: veriscope corpus index {corpus}"
        ) from None


def _index_report(report: Report) -> PagesDone:
    return lambda done, total: report(BuildProgress(f"index {SEARCH}", done, total, done))


def _check_destination(destination: Path, sources: Sequence[PlannedSource], *, replace: bool) -> None:
    for source in sources:
        if source.path.is_dir() and destination.is_relative_to(source.path.resolve()):
            raise UsageError(f"{destination} lies inside the source {source.path}; choose a folder outside of it")
    _check_nesting(sources)
    if destination == Path.cwd():
        raise UsageError(f"{destination} is the current folder; choose another for the corpus")
    if not destination.exists():
        return
    is_corpus = (destination / MANIFEST).is_file()
    if not is_corpus and not (destination.is_dir() and not any(destination.iterdir())):
        raise UsageError(f"{destination} exists and is not a corpus; choose a folder that does not exist yet")
    if is_corpus and not replace:
        raise UsageError(f"{destination} is a corpus already; pass --replace to rebuild it, or use `corpus add`")


def _check_nesting(sources: Sequence[PlannedSource]) -> None:
    """Refuse a source inside another, whose pages would be in the corpus twice."""
    paths = sorted({source.path for source in sources})
    for outer in paths:
        for inner in paths:
            if inner != outer and inner.is_relative_to(outer):
                raise UsageError(f"{inner} lies inside the source {outer}, which is read whole; name only {outer}")


def _check_unfinished(unfinished: Path) -> None:
    """Refuse a folder of that name that holds anything but an unfinished build, since it belongs to somebody."""
    ours = (DATABASE, MANIFEST, INDEX_FOLDER) if (unfinished / DATABASE).is_file() else (DATABASE, MANIFEST)
    for path in unfinished.iterdir():
        if not path.name.startswith(ours):
            raise UsageError(f"{unfinished} is needed for building, but holds other files ({path.name}); move it away")


def _empty(folder: Path) -> None:
    for path in folder.iterdir():
        if path.name == INDEX_FOLDER:
            shutil.rmtree(path)
        else:
            path.unlink()


def _check_plan(writer: CorpusWriter, unfinished: Path, sources: Sequence[PlannedSource]) -> None:
    begun = writer.planned_sources()
    if begun and begun != list(sources):
        raise UsageError(
            f"{unfinished} holds an unfinished build of other sources, or they changed since; "
            "pass --restart to start over"
        )
    writer.begin()
    for source in sources:
        writer.register(source)
    writer.commit()


def _fill(writer: CorpusWriter, sources: Sequence[PlannedSource], *, report: Report, workers: int) -> InputError | None:
    """Write the sources and settle; returns the error of a source that cannot be read."""
    writer.begin()
    try:
        _write(writer, sources, report=report, workers=workers, steps=True)
        writer.settle_all()
        writer.commit()
        writer.publish(__version__)
    except InputError as error:
        return error
    finally:
        # Keep the work before an interrupt: the next run continues from there.
        writer.keep()
    return None


def _write(
    writer: CorpusWriter, sources: Sequence[PlannedSource], *, report: Report, workers: int, steps: bool
) -> None:
    """Write what is not yet stored of each source, in committed steps or as one change."""
    total, before, pages = sum(source.size for source in sources), 0, 0
    committed = time.monotonic()
    with worker_pool(workers) as pool:
        for source in sources:
            number, stored, is_done = writer.register(source)
            here = max(0, _IN_PROCESS - pages)
            batches = () if is_done else prepared_batches(source, pool, skip=stored, in_process=here)
            for batch in batches:
                writer.write(number, batch)
                pages += len(batch.pages)
                report(BuildProgress(source.path.name, before + min(batch.offset, source.size), total, pages))
                if steps and time.monotonic() - committed > _COMMIT_EVERY_S:
                    writer.commit()
                    writer.begin()
                    committed = time.monotonic()
            if not writer.finish_source(number):
                raise InputError(f"no page could be read from {source.path}: {writer.first_skip(number)}")
            before += source.size
            report(BuildProgress(source.path.name, before, total, pages))
