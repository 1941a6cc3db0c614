"""Makes a corpus in memory from files and folders."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from veriscope.corpus.sources import PlannedSource, Skip
from veriscope.corpus.store.connections import MEMORY
from veriscope.corpus.store.memory_home import MemoryHome
from veriscope.corpus.store.plan import plan_sources
from veriscope.corpus.store.prepare import PreparedBatch
from veriscope.corpus.store.store import Corpus
from veriscope.corpus.store.stream import prepared_batches
from veriscope.corpus.store.writer import CorpusWriter
from veriscope.errors import InputError, UsageError

_MAX_BYTES = 256 * 2**20


def plan_files(paths: Iterable[Path]) -> list[PlannedSource | Skip]:
    """What is read of files and folders, in order; a file of no known format becomes a skip."""
    planned: list[PlannedSource | Skip] = []
    for path in paths:
        try:
            planned += plan_sources([path])
        except InputError as error:
            planned.append(Skip(str(path), "source", str(error)))
    _check_size([one for one in planned if isinstance(one, PlannedSource)])
    return planned


def open_files(planned: Iterable[PlannedSource | Skip], *, name: str) -> Corpus:
    """A corpus in memory of everything that can be read; raises `InputError` if nothing can be."""
    with CorpusWriter(MEMORY) as writer:
        writer.begin()
        is_read = [_write(writer, source) for source in planned]
        if not any(is_read):
            raise InputError(f"nothing can be read from {name}: {writer.first_skip(1)}")
        writer.settle_all()
        writer.commit()
        return Corpus(MemoryHome(writer.image()))


def _check_size(sources: Sequence[PlannedSource]) -> None:
    size = sum(source.size for source in sources)
    if size > _MAX_BYTES:
        raise UsageError(
            f"the files hold {size / 2**20:,.0f} MiB, more than the {_MAX_BYTES / 2**20:,.0f} MiB that are read into "
            "memory; build a corpus of them: veriscope corpus build"
        )


def _write(writer: CorpusWriter, source: PlannedSource | Skip) -> bool:
    """Write what can be read of a source; returns whether any page came of it."""
    planned = source if isinstance(source, PlannedSource) else PlannedSource(Path(source.place), "none", 0)
    number, _, _ = writer.register(planned)
    if isinstance(source, Skip):
        writer.write(number, PreparedBatch([], [], [source], 0, 0))
    else:
        for batch in prepared_batches(source, None, skip=0, in_process=0):
            writer.write(number, batch)
    return writer.finish_source(number)
