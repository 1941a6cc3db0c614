"""Builds a graph in a temporary folder and renames it into place."""

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import InputError, UsageError
from veriscope.files import replacing_folder
from veriscope.graph.compact import MANIFEST, Graph, LeftOut, SourceFile, class_cycles, write_graph
from veriscope.graph.rdf.assembling import assemble
from veriscope.graph.rdf.gathering import Gathering
from veriscope.graph.rdf.left_out import LeftOutNotes
from veriscope.graph.rdf.read_ahead import read_ahead
from veriscope.graph.rdf.sources import SIDE_FILES, GraphSource


@dataclass(frozen=True, slots=True)
class BuildStep:
    """The progress of a build: the current file or final step, bytes done and in all, and statements read so far."""

    name: str
    done: int
    total: int
    statements: int


Report = Callable[[BuildStep], None]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build read and what it left out; cycles are classes that are superclasses of each other."""

    sources: tuple[SourceFile, ...]
    left_out: tuple[LeftOut, ...]
    cycles: tuple[tuple[str, ...], ...]


def build_graph(
    destination: Path | str,
    sources: Sequence[GraphSource],
    *,
    report: Report = lambda _: None,
    language: str = "en",
    replace: bool = False,
) -> BuildReport:
    """Build a graph folder from the sources, in order; it appears complete or not at all.

    If a thing has several labels, the one in `language` is taken.
    """
    if not any(source.role not in SIDE_FILES for source in sources):
        raise UsageError("a graph needs at least one file of facts")
    destination = Path(destination).resolve()
    _check_destination(destination, replace=replace)
    with replacing_folder(destination) as folder:
        graph, built = _read(sources, report=report, language=language)
        write_graph(folder, graph, sources=built.sources, left_out=built.left_out, cycles=built.cycles)
    return built


def read_graph(sources: Sequence[GraphSource]) -> Graph:
    """The graph of the sources in memory, without a folder."""
    return _read(sources, report=lambda _: None, language="en")[0]


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
        # Two files may use one name for different blank nodes.
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
            notes.count(f"name of the graph that a statement is in ({source.role})", batch.in_graphs)
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
        raise UsageError(f"{destination} exists and is not a graph; choose a folder that does not exist yet")
    if is_graph and not replace:
        raise UsageError(f"{destination} is a graph already; pass --replace to build it anew")
