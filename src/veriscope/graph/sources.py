"""Which files a graph is built from, and what each of them is."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from veriscope.errors import InputError, UsageError
from veriscope.graph.read_side_files import read_labels, read_predicate_labels, read_subclasses, read_types
from veriscope.graph.read_turtle import read_turtle
from veriscope.graph.reading import Batch, read_ntriples, read_table
from veriscope.text import COMPRESSED_SUFFIXES, read_blocks

FORMATS: dict[str, Callable[[Path], Iterator[Batch]]] = {
    "ntriples": read_ntriples,
    "tsv": read_table,
    "turtle": read_turtle,
}
SIDE_FILES: dict[str, Callable[[Path], Iterator[Batch]]] = {
    "labels": read_labels,
    "predicate-labels": read_predicate_labels,
    "subclasses": read_subclasses,
    "types": read_types,
}
_SUFFIXES = {".nt": "ntriples", ".ntriples": "ntriples", ".ttl": "turtle", ".turtle": "turtle"}
_PROBE_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class GraphSource:
    """A file to build from; `role` is a format of `FORMATS`, or what a file of `SIDE_FILES` tells."""

    path: Path
    role: str

    def batches(self) -> Iterator[Batch]:
        """What the file holds, read as its role says."""
        return (FORMATS | SIDE_FILES)[self.role](self.path)


def plan_graph(paths: Sequence[Path], *, format_name: str = "auto", **side_files: Sequence[Path]) -> list[GraphSource]:
    """The sources of a build: files of facts, then side files by role (`predicate_labels` for `predicate-labels`)."""
    if format_name not in (*FORMATS, "auto"):
        raise UsageError(f"no graph format {format_name!r}; choose one of: auto, {', '.join(sorted(FORMATS))}")
    plan = [GraphSource(path, format_of(path) if format_name == "auto" else format_name) for path in paths]
    for role, files in side_files.items():
        plan += [GraphSource(path, role.replace("_", "-")) for path in files]
    for source in plan:
        if source.path.is_dir():
            raise InputError(f"{source.path} is a folder; name the files in it")
        if plan.count(source) > 1:
            raise UsageError(f"{source.path} is named twice")
    return plan


def format_of(path: Path) -> str:
    """The format of a file of facts, by its name or else by its first line."""
    if path.is_dir():
        raise InputError(f"{path} is a folder; name the files in it")
    suffixes = [suffix.lower() for suffix in path.suffixes if suffix.lower() not in COMPRESSED_SUFFIXES]
    if suffixes and suffixes[-1] in _SUFFIXES:
        return _SUFFIXES[suffixes[-1]]
    if path.exists() and not path.is_file():
        raise InputError(f"{path} can be read only once; say what it is: --format {', '.join(sorted(FORMATS))}")
    lines = (line.strip() for block in read_blocks(path, size=_PROBE_BYTES) for line in block.data.split(b"\n"))
    first = next((line for line in lines if line and not line.startswith(b"#")), b"")
    if first.lower().startswith((b"@prefix", b"@base", b"prefix ", b"base ")):
        return "turtle"
    if first.startswith((b"<", b"_:")) and first.endswith(b"."):
        return "ntriples"
    if not first or first.count(b"\t") == 2:
        return "tsv"
    raise InputError(
        f"cannot tell what {path} is from its first line {first[:60].decode(errors='replace')!r}; "
        f"name it: --format {', '.join(sorted(FORMATS))}"
    )
