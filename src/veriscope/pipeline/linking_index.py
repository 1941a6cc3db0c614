"""The names that linking needs from a knowledge base, gathered on first use and kept in the KB's folder."""

import hashlib
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

import numpy as np

from veriscope.errors import StoreError
from veriscope.files import replacing_folder
from veriscope.graph import EndTypes, EntityNames, Graph, Names, open_graph, read_manifest
from veriscope.linking import GraphLinker, Lexicon, phrase_lexicon
from veriscope.pipeline.lexicon_file import read_lexicon
from veriscope.pipeline.starter_kb import kb_folder
from veriscope.starter import STARTER, VALUE_YEARS, redirects_path

LEXICON = "lexicon.json.gz"
# A new build of a graph goes into a new folder, so this one fits the arrays beside it. The number counts formats.
_FOLDER = "linking-1"
_ARRAYS = ("letters", "ends", "order", "starts", "nodes", "kinds", "shares")


def open_linker(kb: Path | str) -> GraphLinker:
    """The linker of a KB folder or of `starter`; it gathers names the first time, and keeps them if it can."""
    folder = kb_folder(kb)
    graph = open_graph(folder)
    names, ends = open_names(folder, graph, aliases=_aliases(Path(kb)))
    return GraphLinker(graph, names, ends, open_lexicon(folder, graph), VALUE_YEARS)


def graph_fingerprint(kb: Path | str) -> str:
    """A text that changes with a KB's contents and with the lexicon learned for it, but not with its folder."""
    folder = kb_folder(kb)
    digest = hashlib.blake2b(repr(read_manifest(folder)).encode(), digest_size=16)
    if (folder / LEXICON).exists():
        digest.update((folder / LEXICON).read_bytes())
    return digest.hexdigest()


def open_lexicon(folder: Path, graph: Graph) -> Lexicon:
    """The lexicon that was learned for a KB, or else the lexicon of phrases."""
    path = folder / LEXICON
    return read_lexicon(path, graph) if path.exists() else phrase_lexicon(graph)


def open_names(folder: Path, graph: Graph, *, aliases: Mapping[str, str]) -> tuple[EntityNames, EndTypes]:
    """The names of a graph's entities and the classes at the ends of its predicates."""
    kept = folder / _FOLDER
    if not kept.is_dir():
        made = EntityNames.of(graph, aliases), EndTypes.of(graph)
        _keep(kept, *made)
        return made
    return _open_names(kept)


def save_names(folder: Path, graph: Graph, *, aliases: Mapping[str, str]) -> tuple[EntityNames, EndTypes]:
    """Gather the names again, with these aliases, and keep them."""
    shutil.rmtree(folder / _FOLDER, ignore_errors=True)
    return open_names(folder, graph, aliases=aliases)


def _aliases(kb: Path) -> dict[str, str]:
    """The starter's redirects, as other names of its entities; nothing for other KBs."""
    if str(kb) != STARTER or kb.exists():
        return {}
    lines = redirects_path().read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def _keep(folder: Path, names: EntityNames, ends: EndTypes) -> None:
    """Write all arrays beside the folder and rename it; a KB that cannot be written to stays as it is."""
    arrays = (*_name_arrays(names), ends.shares)
    with suppress(StoreError), replacing_folder(folder) as made:
        for name, array in zip(_ARRAYS, arrays, strict=True):
            np.save(made / f"{name}.npy", array, allow_pickle=False)


def _name_arrays(names: EntityNames) -> tuple[np.ndarray, ...]:
    table = names.names
    return table.letters, table.ends, table.order, names.starts, names.nodes, names.kinds


def _open_names(folder: Path) -> tuple[EntityNames, EndTypes]:
    letters, ends, order, starts, nodes, kinds, shares = (
        np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)) for name in _ARRAYS
    )
    return EntityNames(Names(letters, ends, order), starts, nodes, kinds), EndTypes(shares)
