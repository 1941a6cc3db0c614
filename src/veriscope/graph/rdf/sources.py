"""The files that a graph is built from, and the role of each."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pyoxigraph import DefaultGraph, RdfFormat, parse

from veriscope.errors import InputError, UsageError
from veriscope.files import COMPRESSED_SUFFIXES, read_blocks
from veriscope.graph.rdf.read_rdf import read_labels, read_predicate_labels, read_rdf, read_subclasses, read_types
from veriscope.graph.rdf.reading import Batch, read_ntriples, read_table

FORMATS: dict[str, Callable[[Path], Iterator[Batch]]] = {
    "json-ld": partial(read_rdf, form=RdfFormat.JSON_LD),
    "nquads": partial(read_rdf, form=RdfFormat.N_QUADS),
    "ntriples": read_ntriples,
    "rdf-xml": partial(read_rdf, form=RdfFormat.RDF_XML),
    "trig": partial(read_rdf, form=RdfFormat.TRIG),
    "tsv": read_table,
    "turtle": partial(read_rdf, form=RdfFormat.TURTLE),
}
SIDE_FILES: dict[str, Callable[[Path], Iterator[Batch]]] = {
    "labels": read_labels,
    "predicate-labels": read_predicate_labels,
    "subclasses": read_subclasses,
    "types": read_types,
}
_SUFFIXES = {
    ".jsonld": "json-ld",
    ".nq": "nquads",
    ".nquads": "nquads",
    ".nt": "ntriples",
    ".ntriples": "ntriples",
    ".owl": "rdf-xml",
    ".rdf": "rdf-xml",
    ".trig": "trig",
    ".ttl": "turtle",
    ".turtle": "turtle",
}
_PROBE_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class GraphSource:
    """A file to build from; `role` is a name of `FORMATS` or of `SIDE_FILES`."""

    path: Path
    role: str

    def batches(self) -> Iterator[Batch]:
        """The statements of the file, read according to its role."""
        return (FORMATS | SIDE_FILES)[self.role](self.path)


def plan_graph(
    paths: Sequence[Path | str], *, format_name: str = "auto", **side_files: Sequence[Path | str]
) -> list[GraphSource]:
    """The sources of a build: files of facts, then side files by role (`predicate_labels` for `predicate-labels`)."""
    if format_name not in (*FORMATS, "auto"):
        raise UsageError(f"no graph format {format_name!r}; choose one of: auto, {', '.join(sorted(FORMATS))}")
    facts = map(Path, paths)
    plan = [GraphSource(path, format_of(path) if format_name == "auto" else format_name) for path in facts]
    for role, files in side_files.items():
        plan += [GraphSource(Path(path), role.replace("_", "-")) for path in files]
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
    known = _format_of_line(first)
    if known:
        return known
    raise InputError(
        f"cannot tell what {path} is from its first line {first[:60].decode(errors='replace')!r}; "
        f"name it: --format {', '.join(sorted(FORMATS))}"
    )


def _format_of_line(line: bytes) -> str | None:
    """The format that a first line is in; an empty file is a table without rows."""
    if line.lower().startswith((b"@prefix", b"@base", b"prefix ", b"base ")):
        return "turtle"
    if line.startswith((b"<?xml", b"<rdf:RDF")):
        return "rdf-xml"
    if line.startswith((b"{", b"[")):
        return "json-ld"
    if line.startswith((b"<", b"_:")) and line.endswith(b"."):
        return "nquads" if _names_a_graph(line) else "ntriples"
    return "tsv" if not line or line.count(b"\t") == 2 else None


def _names_a_graph(line: bytes) -> bool:
    try:
        return any(
            not isinstance(quad.graph_name, DefaultGraph) for quad in parse(input=line, format=RdfFormat.N_QUADS)
        )
    except SyntaxError:
        return False
