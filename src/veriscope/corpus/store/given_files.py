"""Makes a corpus in memory from files and folders."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
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
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class GivenFiles:
    """Files and folders to check against, in place of a corpus; they are read into memory when they are opened."""

    paths: tuple[Path, ...]

    @classmethod
    def of(cls, paths: Iterable[Path | str] | Path | str) -> "GivenFiles":
        """The files at these paths, or at one; what is named twice, or lies in a folder that is named, counts once."""
        given = [paths] if isinstance(paths, Path | str) else paths
        named = list(dict.fromkeys(_as_path(path) for path in given))
        if not named:
            raise UsageError("no file given; name at least one file or folder to check against")
        whole = {path.resolve() for path in named}
        return cls(tuple(path for path in named if whole.isdisjoint(path.resolve().parents)))

    @property
    def name(self) -> str:
        """The names of the files, the first few of them if there are many."""
        names = [path.name or str(path) for path in self.paths]
        more = len(names) - _MOST_NAMED
        return ", ".join(names[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")

    def plan(self) -> list[PlannedSource | Skip]:
        """What is read, in order; a file of no known format becomes a skip. A missing one raises `UsageError`."""
        planned: list[PlannedSource | Skip] = []
        for path in self.paths:
            try:
                planned += plan_sources([path])
            except InputError as error:
                planned.append(Skip(str(path), "source", str(error)))
        _check_size([one for one in planned if isinstance(one, PlannedSource)])
        return planned

    def open(self) -> Corpus:
        """A corpus in memory of everything that can be read; the rest is listed by `skips`.

        Raises `UsageError` for a missing file, `InputError` if nothing can be read. To close the corpus frees its
        memory.
        """
        with CorpusWriter(MEMORY) as writer:
            writer.begin()
            is_read = [_write(writer, source) for source in self.plan()]
            if not any(is_read):
                raise InputError(f"nothing can be read from {self.name}: {writer.first_skip(1)}")
            writer.settle_all()
            writer.commit()
            return Corpus(MemoryHome(writer.image()))


def corpus_of_files(paths: Iterable[Path | str] | Path | str) -> Corpus:
    """A corpus in memory of files and folders in any readable format, as `GivenFiles.open` makes it."""
    return GivenFiles.of(paths).open()


def _as_path(given: object) -> Path:
    if not isinstance(given, Path | str):
        raise UsageError(f"found {type(given).__name__}; expected the path of a file or folder")
    return Path(given)


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
