"""The graphs of the measurements, kept in a folder and built where they are missing."""

import argparse
import sys
import tarfile
import tempfile
from pathlib import Path

from commands import run

sys.path.insert(0, str(Path(__file__).parents[1] / "graph_store"))

from synthetic import write_graph_table

from veriscope.graph import Graph, open_graph

NODES_AN_EDGE = 4 / 27


def public_graph(asked: argparse.Namespace, name: str) -> Graph:
    """`dbpedia93k` or `fb15k-237`, of the latter all three parts."""
    folder = asked.graphs / name
    if not folder.exists():
        with tempfile.TemporaryDirectory() as unpacked:
            run("kb", "build", folder, *_sources(asked.data / "kg", name, Path(unpacked)))
    return open_graph(folder)


def synthetic_graph(asked: argparse.Namespace, edges: int) -> Graph:
    """A scale-free graph of so many edges."""
    folder = asked.graphs / f"synthetic-{edges}"
    if not folder.exists():
        with tempfile.TemporaryDirectory() as written:
            table = Path(written) / "facts.tsv"
            write_graph_table(table, nodes=int(edges * NODES_AN_EDGE), edges=edges)
            run("kb", "build", folder, table)
    return open_graph(folder)


def _sources(data: Path, name: str, unpacked: Path) -> list[Path]:
    if name == "dbpedia93k":
        return [data / "dbpedia93k.nt.xz"]
    with tarfile.open(data / f"{name}.tar.xz") as archive:
        archive.extractall(unpacked, filter="data")
    return [next(unpacked.rglob(f"{part}.txt")) for part in ("train", "valid", "test")]
