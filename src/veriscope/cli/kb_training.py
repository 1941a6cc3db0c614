"""Opens a graph and makes its methods ready, with what they are given to learn from."""

from collections.abc import Sequence
from pathlib import Path

from veriscope.cli.output import talk
from veriscope.cli.progress import Update
from veriscope.datasets import counted
from veriscope.domain import GoldTriple
from veriscope.graph import Graph
from veriscope.pipeline.kb_check import NamedRows, read_named_rows
from veriscope.pipeline.kb_embeddings import EmbeddingShelf
from veriscope.pipeline.kb_judging import Method
from veriscope.pipeline.kb_methods import Methods, require_method
from veriscope.pipeline.starter_kb import kb_folder, open_kb

_NAMED = 5


def open_methods(
    kb: Path, names: Sequence[str], *, train: Path | None, seed: int, update: Update, may_train: bool = True
) -> tuple[Graph, list[Method]]:
    """The graph and the methods; training facts that cannot be used are named, and embeddings tell their progress."""
    for name in names:
        require_method(name)
    graph = open_kb(kb)
    given = labelled_facts(train, graph) if train is not None else []
    methods = Methods(open_shelf(kb, graph, seed=seed, update=update, may_train=may_train), seed)
    return graph, [methods.method(name, given) for name in names]


def open_shelf(kb: Path, graph: Graph, *, seed: int, update: Update, may_train: bool = True) -> EmbeddingShelf:
    """The embeddings of a graph; one that must be trained tells its progress."""

    def report(model: str, done: int, total: int) -> None:
        update(f"{model}: training without the judged facts", done, total, done)

    return EmbeddingShelf(kb_folder(kb), graph, seed=seed, report=report, may_train=may_train)


def labelled_facts(path: Path, graph: Graph) -> list[GoldTriple]:
    """The labelled facts of a file; rows that cannot be used are named on stderr and left out."""
    rows = read_named_rows(path, graph, labelled=True)
    tell_problems(rows)
    return rows.gold()


def tell_problems(rows: NamedRows) -> None:
    """Name the first rows of a file that cannot be used, and say how many there are."""
    for line, problem in rows.problems[:_NAMED]:
        talk.print(f"warning: {rows.file.path}:{line}: {problem}", soft_wrap=True)
    if rows.problems:
        total = len(rows.file.rows)
        talk.print(f"warning: {counted(len(rows.problems), 'row')} of {total:,} left out", soft_wrap=True)
