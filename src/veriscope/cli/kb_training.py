"""Opens a graph and prepares methods with their training facts."""

from collections.abc import Sequence
from pathlib import Path

from veriscope.cli.output import talk
from veriscope.cli.progress import Update
from veriscope.datasets import count_text
from veriscope.domain import GoldTriple
from veriscope.graph import Graph
from veriscope.kb import Method, MethodFactory, NamedRows, read_named_rows, require_method
from veriscope.pipeline import EmbeddingCache, kb_folder, open_kb

_NAMED = 5


def open_methods(
    kb: Path, names: Sequence[str], *, train: Path | None, seed: int, update: Update, may_train: bool = True
) -> tuple[Graph, list[Method]]:
    """The graph and the methods; lists training facts that cannot be used, and shows progress of training."""
    for name in names:
        require_method(name)
    graph = open_kb(kb)
    given = labelled_facts(train, graph) if train is not None else []
    methods = MethodFactory(embedding_cache(kb, graph, seed=seed, update=update, may_train=may_train), seed)
    return graph, [methods.method(name, given) for name in names]


def embedding_cache(kb: Path, graph: Graph, *, seed: int, update: Update, may_train: bool = True) -> EmbeddingCache:
    """The embeddings of a graph; training one shows progress."""

    def report(model: str, done: int, total: int) -> None:
        update(f"{model}: training without the judged facts", done, total, done)

    return EmbeddingCache(kb_folder(kb), graph, seed=seed, report=report, may_train=may_train)


def labelled_facts(path: Path, graph: Graph) -> list[GoldTriple]:
    """The labelled facts of a file; rows that cannot be used are listed on stderr and left out."""
    rows = read_named_rows(path, graph, labelled=True)
    warn_problems(rows)
    return rows.gold()


def warn_problems(rows: NamedRows) -> None:
    """List the first rows of a file that cannot be used, and say how many there are."""
    for line, problem in rows.problems[:_NAMED]:
        talk.print(f"warning: {rows.file.path}:{line}: {problem}")
    if rows.problems:
        total = len(rows.file.rows)
        talk.print(f"warning: {count_text(len(rows.problems), 'row')} of {total:,} left out")
