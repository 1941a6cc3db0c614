"""Builds a graph beside its target and renames it into place."""

import hashlib
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import InputError, StoreError, UsageError
from veriscope.graph.assembling import assemble
from veriscope.graph.classes import class_cycles
from veriscope.graph.gathering import Gathering
from veriscope.graph.graph import Graph
from veriscope.graph.left_out import LeftOutNotes
from veriscope.graph.manifest import MANIFEST, LeftOut, SourceFile
from veriscope.graph.read_ahead import read_ahead
from veriscope.graph.sources import SIDE_FILES, GraphSource
from veriscope.graph.store import write_graph


@dataclass(frozen=True, slots=True)
class BuildStep:
    """How far a build has come: the file at hand, or what is made of all; statements counts those read so far."""

    name: str
    done: int
    total: int
    statements: int


Report = Callable[[BuildStep], None]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build read and what it left out; cycles are classes that are above each other."""

    sources: tuple[SourceFile, ...]
    left_out: tuple[LeftOut, ...]
    cycles: tuple[tuple[str, ...], ...]


def build_graph(
    destination: Path,
    sources: Sequence[GraphSource],
    *,
    report: Report = lambda _: None,
    language: str = "en",
    replace: bool = False,
) -> BuildReport:
    """Build a graph folder from the sources, in order; it appears whole or not at all.

    Labels are taken in `language` where there are several.
    """
    if not any(source.role not in SIDE_FILES for source in sources):
        raise UsageError("a graph needs at least one file of facts")
    destination = destination.resolve()
    _check_destination(destination, replace=replace)
    with _beside(destination) as folder:
        graph, built = _read(sources, report=report, language=language)
        write_graph(folder, graph, sources=built.sources, left_out=built.left_out, cycles=built.cycles)
        _move_into_place(folder, destination, replace=replace)
    return built


def read_graph(sources: Sequence[GraphSource], *, language: str = "en") -> Graph:
    """The graph of the sources in memory, without a folder."""
    return _read(sources, report=lambda _: None, language=language)[0]


def _read(sources: Sequence[GraphSource], *, report: Report, language: str) -> tuple[Graph, BuildReport]:
    gathering, notes = Gathering(), LeftOutNotes()
    with ThreadPoolExecutor(1) as pool:
        hashes = [pool.submit(_sha256, source.path) for source in sources]
        files = _gather(sources, gathering, notes, hashes, report)
    total, statements = sum(file.size for file in files), sum(file.statements for file in files)
    report(BuildStep("sorting", total, total, statements))
    graph = assemble(gathering, language=language, notes=notes)
    cycles = tuple(tuple(graph.schema.classes[number] for number in cycle) for cycle in class_cycles(graph.schema))
    report(BuildStep("writing", total, total, statements))
    return graph, BuildReport(tuple(files), notes.all(), cycles)


def _gather(
    sources: Sequence[GraphSource],
    gathering: Gathering,
    notes: LeftOutNotes,
    hashes: Sequence[Future[str]],
    report: Report,
) -> list[SourceFile]:
    sizes = [_size(source.path) for source in sources]
    files, before, statements = list[SourceFile](), 0, 0
    for place, (source, size) in enumerate(zip(sources, sizes, strict=True)):
        # Two files may call different blank nodes by one name.
        prefix = f"file{place + 1}.".encode() if place else b""
        lines = read = 0
        problem = ""
        for batch in read_ahead(source.batches()):
            read += sum(gathering.add(part, blank_prefix=prefix) for part in batch.statements)
            for line in batch.malformed:
                notes.add(
                    f"malformed line ({source.role})", f"{source.path}:{line.number}: {line.problem}: {line.text}"
                )
                problem = problem or f"line {line.number}: {line.problem}"
            lines += batch.lines
            report(BuildStep(source.path.name, before + min(batch.offset, size), sum(sizes), statements + read))
        if not read:
            raise InputError(f"no statement could be read from {source.path}: {problem or 'it is empty'}")
        files.append(SourceFile(str(source.path), source.role, size, hashes[place].result(), lines, read))
        before, statements = before + size, statements + read
    return files


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError as error:
        raise InputError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None


def _sha256(path: Path) -> str:
    if not path.is_file():
        # A pipe can be read only once.
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _check_destination(destination: Path, *, replace: bool) -> None:
    if destination == Path.cwd():
        raise UsageError(f"{destination} is the current folder; choose another for the graph")
    if not destination.exists():
        return
    is_graph = (destination / MANIFEST).is_file() and (destination / "nodes.ends.npy").is_file()
    if not is_graph and not (destination.is_dir() and not any(destination.iterdir())):
        raise UsageError(f"{destination} exists and is no graph; choose a folder that does not exist yet")
    if is_graph and not replace:
        raise UsageError(f"{destination} is a graph already; pass --replace to build it anew")


@contextmanager
def _beside(destination: Path) -> Iterator[Path]:
    """A new folder next to the target, gone at the end."""
    try:
        destination.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=f".{destination.name}.", dir=destination.parent))
    except OSError as error:
        raise StoreError(f"cannot write beside {destination}: {(error.strerror or str(error)).lower()}") from None
    try:
        (folder / "built").mkdir()
        yield folder / "built"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _move_into_place(built: Path, destination: Path, *, replace: bool) -> None:
    """Rename; a graph that is replaced steps aside first, and is deleted with the folder of the build."""
    aside = built.parent / "replaced"
    if replace and destination.exists():
        _rename(destination, aside)
    try:
        _rename(built, destination)
    except StoreError:
        if aside.exists():
            _rename(aside, destination)
        raise


def _rename(source: Path, target: Path) -> None:
    try:
        source.rename(target)
    except OSError as error:
        raise StoreError(f"cannot move {source} to {target}: {error.strerror}") from None
