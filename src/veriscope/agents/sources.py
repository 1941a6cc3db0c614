"""What agents ask: a corpus with its models, and a graph, each opened once."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Self

from veriscope.pipeline import PipelineConfig, Verifier
from veriscope.starter import STARTER

if TYPE_CHECKING:
    from veriscope.graph import Graph
    from veriscope.kb import MethodFactory, RowNames


@dataclass
class OpenSources:
    """An open corpus with its models, and a graph; use it in a `with` block.

    Triples are checked against the starter KB if no graph is named; claims are checked against text and tables only.
    """

    corpus: Path
    kb: Path | None = None
    verifier: Verifier = field(init=False)

    def __post_init__(self) -> None:
        self.verifier = Verifier(self.corpus, PipelineConfig(kb=self.kb))

    @cached_property
    def graph(self) -> "Graph":
        """The graph that triples are checked against."""
        from veriscope.pipeline import open_kb  # noqa: PLC0415 - graphs load kernels, which takes a while

        return open_kb(self._graph_path)

    @cached_property
    def names(self) -> "RowNames":
        """The reader of names of the graph."""
        from veriscope.kb import RowNames  # noqa: PLC0415

        return RowNames(self.graph)

    @cached_property
    def methods(self) -> "MethodFactory":
        """The methods that score triples; none of them trains an embedding while an agent waits."""
        from veriscope.kb import MethodFactory  # noqa: PLC0415
        from veriscope.pipeline import EmbeddingCache, kb_folder  # noqa: PLC0415

        return MethodFactory(EmbeddingCache(kb_folder(self._graph_path), self.graph, may_train=False))

    @property
    def _graph_path(self) -> Path:
        return self.kb or Path(STARTER)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.verifier.close()
