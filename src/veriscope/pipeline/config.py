"""Which implementation serves each stage of a check, and how much each passes on."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from veriscope.domain import (
    EvidenceSelector,
    PageRetriever,
    SearchableCorpus,
    TableComputer,
    TermStatistics,
    VerdictModel,
)

# A name, a stage, or what makes one.
RetrieverChoice: TypeAlias = str | PageRetriever | Callable[[SearchableCorpus], PageRetriever]
SelectorChoice: TypeAlias = str | EvidenceSelector | Callable[[TermStatistics], EvidenceSelector]
ComputerChoice: TypeAlias = str | TableComputer | Callable[[], TableComputer]
VerdictChoice: TypeAlias = str | VerdictModel | Callable[[], VerdictModel]


@dataclass(frozen=True, slots=True)
class PipelineConfig:
    """The settings of a check; each stage's registry lists the names that it accepts.

    A stage of one's own is named by its place, `my_module:MyClass`, or given itself: an object, its class, or a
    function that makes it. Retrievers are made from the corpus, selectors from its search index.

    `computation` runs programs over tables; `none` skips that step. `model_folder` holds a verdict model that a recipe
    trained. Below `min_confidence` the answer is NOT ENOUGH INFO. `kb` is the folder of a knowledge graph, or
    `starter`; `kb_method` scores triples that the graph neither holds nor excludes. `second_hop` belongs to the
    retriever `fused`. `sources` says what of a page is read: its sentences and lists, its tables, or both. `parts`
    checks each part of a compound claim, too. `endpoint` and `endpoint_model` say which language model the verdict
    `endpoint` asks; its key comes from the environment variable `VERISCOPE_ENDPOINT_KEY` alone.
    """

    retriever: RetrieverChoice = "fused"
    selector: SelectorChoice = "reranked"
    verdict: VerdictChoice = "encoder"
    computation: ComputerChoice = "programs"
    pages: int = 6
    evidence: int = 30
    model_folder: Path | None = None
    min_confidence: float = 0.5
    kb: Path | None = None
    kb_method: str = "kl"
    second_hop: bool = True
    sources: str = "both"
    parts: bool = False
    endpoint: str = ""
    endpoint_model: str = ""

    def __post_init__(self) -> None:
        for name in ("model_folder", "kb"):
            if isinstance(given := getattr(self, name), str):
                object.__setattr__(self, name, Path(given))


def search_config(
    retriever: RetrieverChoice = "fused", selector: SelectorChoice = "lexical", *, pages: int, evidence: int = 30
) -> PipelineConfig:
    """Settings for finding pages and evidence only; the later stages load no models."""
    return PipelineConfig(retriever, selector, "lexical", "none", pages, evidence)
