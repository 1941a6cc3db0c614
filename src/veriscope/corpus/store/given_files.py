"""Names files and folders to check against, in place of a corpus."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from veriscope.corpus.sources import PlannedSource, Skip
from veriscope.corpus.store.store import Corpus
from veriscope.errors import UsageError

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
        # Readers load parsers, which takes a while; a check against a corpus needs none.
        from veriscope.corpus.store.file_corpus import plan_files  # noqa: PLC0415

        return plan_files(self.paths)

    def open(self) -> Corpus:
        """A corpus in memory of everything that can be read; the rest is listed by `skips`.

        Raises `UsageError` for a missing file, `InputError` if nothing can be read. To close the corpus frees its
        memory.
        """
        from veriscope.corpus.store.file_corpus import open_files  # noqa: PLC0415

        return open_files(self.plan(), name=self.name)


def corpus_of_files(paths: Iterable[Path | str] | Path | str) -> Corpus:
    """A corpus in memory of files and folders in any readable format, as `GivenFiles.open` makes it."""
    return GivenFiles.of(paths).open()


def _as_path(given: object) -> Path:
    if not isinstance(given, Path | str):
        raise UsageError(f"found {type(given).__name__}; expected the path of a file or folder")
    return Path(given)
