"""What linking needs of a knowledge base, made when it is first needed and kept in the KB's folder."""

import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from veriscope.graph import Graph, Names, open_graph
from veriscope.graph.end_types import EndTypes
from veriscope.graph.entity_names import EntityNames
from veriscope.linking.lexicon import Lexicon
from veriscope.linking.linker import GraphLinker
from veriscope.linking.phrase_lexicon import phrase_lexicon
from veriscope.pipeline.lexicon_file import read_lexicon
from veriscope.pipeline.starter_corpus import STARTER
from veriscope.pipeline.starter_kb import kb_folder
from veriscope.starter import redirects_path

LEXICON = "lexicon.json.gz"
# A graph is built anew into a new folder, so what lies beside its arrays is of these; the number counts formats.
_FOLDER = "linking-1"
_ARRAYS = ("letters", "ends", "order", "starts", "nodes", "kinds", "shares")


def open_linker(kb: Path) -> GraphLinker:
    """The linker of a KB folder or of `starter`; names are gathered the first time, and kept where that is possible."""
    folder = kb_folder(kb)
    graph = open_graph(folder)
    names, ends = open_names(folder, graph, aliases=_aliases(kb))
    return GraphLinker(graph, names, ends, open_lexicon(folder, graph))


def open_lexicon(folder: Path, graph: Graph) -> Lexicon:
    """The lexicon that was learned for a KB, or else that of phrases."""
    path = folder / LEXICON
    return read_lexicon(path, graph) if path.exists() else phrase_lexicon(graph)


def open_names(folder: Path, graph: Graph, *, aliases: Mapping[str, str]) -> tuple[EntityNames, EndTypes]:
    """The names of a graph's entities and the classes at the ends of its predicates."""
    kept = folder / _FOLDER
    if not kept.is_dir():
        made = EntityNames.of(graph, aliases), EndTypes.of(graph)
        _keep(kept, *made)
        return made
    return _opened(kept)


def save_names(folder: Path, graph: Graph, *, aliases: Mapping[str, str]) -> tuple[EntityNames, EndTypes]:
    """Gather the names anew, with these aliases, and keep them."""
    shutil.rmtree(folder / _FOLDER, ignore_errors=True)
    return open_names(folder, graph, aliases=aliases)


def _aliases(kb: Path) -> dict[str, str]:
    """The starter's other names of pages are names of its entities."""
    if str(kb) != STARTER or kb.exists():
        return {}
    lines = redirects_path().read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def _keep(folder: Path, names: EntityNames, ends: EndTypes) -> None:
    """Write all arrays beside the folder and rename; a KB that cannot be written to is left as it is."""
    arrays = (*_name_arrays(names), ends.shares)
    try:
        made = Path(tempfile.mkdtemp(dir=folder.parent, prefix=f".{_FOLDER}-"))
    except OSError:
        return
    try:
        for name, array in zip(_ARRAYS, arrays, strict=True):
            np.save(made / f"{name}.npy", array, allow_pickle=False)
        made.rename(folder)
    except OSError:
        # Another process may have been quicker.
        shutil.rmtree(made, ignore_errors=True)


def _name_arrays(names: EntityNames) -> tuple[np.ndarray, ...]:
    table = names.names
    return table.letters, table.ends, table.order, names.starts, names.nodes, names.kinds


def _opened(folder: Path) -> tuple[EntityNames, EndTypes]:
    letters, ends, order, starts, nodes, kinds, shares = (
        np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)) for name in _ARRAYS
    )
    return EntityNames(Names(letters, ends, order), starts, nodes, kinds), EndTypes(shares)
