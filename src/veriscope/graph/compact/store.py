"""A graph as a folder of arrays: written once, mapped into memory when opened."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

from veriscope import __version__
from veriscope.errors import StoreError
from veriscope.graph.compact.graph import Graph
from veriscope.graph.compact.manifest import (
    FORMAT_VERSION,
    ArrayForm,
    LeftOut,
    Manifest,
    SourceFile,
    read_manifest,
    write_manifest,
)


def write_graph(
    folder: Path,
    graph: Graph,
    *,
    sources: tuple[SourceFile, ...] = (),
    left_out: tuple[LeftOut, ...] = (),
    cycles: tuple[tuple[str, ...], ...] = (),
) -> None:
    """Write a graph into an empty folder; the manifest comes last."""
    forms = {}
    for name, array in _arrays(graph):
        np.save(folder / f"{name}.npy", array, allow_pickle=False)
        forms[name] = ArrayForm(array.dtype.str, len(array))
    write_manifest(folder, Manifest(FORMAT_VERSION, __version__, sources, left_out, cycles, forms))


def open_graph(folder: Path | str) -> Graph:
    """The graph of a folder, with its arrays memory-mapped: nothing is read before it is needed."""
    folder = Path(folder)
    forms = read_manifest(folder).arrays
    graph = _assemble(Graph, "", {name: _map_array(folder, name, form) for name, form in forms.items()}, folder)
    assert isinstance(graph, Graph)
    return graph


def _arrays(value: object, prefix: str = "") -> Iterator[tuple[str, NDArray[Any]]]:
    """Every array inside a dataclass of dataclasses, named by its path."""
    assert is_dataclass(value)
    for each in fields(value):
        inner, name = getattr(value, each.name), f"{prefix}{each.name}"
        if isinstance(inner, np.ndarray):
            yield name, inner
        else:
            yield from _arrays(inner, f"{name}.")


def _assemble(kind: type, prefix: str, arrays: Mapping[str, NDArray[Any]], folder: Path) -> object:
    hints = get_type_hints(kind)
    values = {}
    for each in fields(kind):
        name = f"{prefix}{each.name}"
        if is_dataclass(hints[each.name]):
            values[each.name] = _assemble(hints[each.name], f"{name}.", arrays, folder)
        elif name in arrays:
            values[each.name] = arrays[name]
        else:
            raise StoreError(f"{folder} is damaged: its manifest names no array {name}; build the graph anew")
    return kind(**values)


def _map_array(folder: Path, name: str, form: ArrayForm) -> NDArray[Any]:
    path = folder / f"{name}.npy"
    try:
        # Copy-on-write pages look writable to kernels, and the file is never written.
        array = np.load(path, mmap_mode="c", allow_pickle=False)
    except FileNotFoundError:
        raise StoreError(f"{folder} is damaged: {path.name} is missing; build the graph anew") from None
    except (OSError, ValueError, EOFError) as error:
        raise StoreError(f"{folder} is damaged: {path.name}: {error}; build the graph anew") from None
    if array.shape != (form.length,) or array.dtype.str != form.dtype:
        raise StoreError(f"{folder} is damaged: {path.name} is not what the manifest says; build the graph anew")
    return np.asarray(array)
