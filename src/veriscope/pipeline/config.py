"""Which implementation serves each stage of a check, and how much each hands on."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PipelineConfig:
    """The names are those of the registries of the stages.

    `computer` runs programs over tables, `none` leaves that out. `model_folder` holds a verdict model that a recipe
    trained; below `min_confidence` the answer is NOT ENOUGH INFO. `kb` is a knowledge graph's folder, or `starter`;
    `kb_method` scores what it neither holds nor excludes.
    """

    retriever: str = "fused"
    selector: str = "reranked"
    verdict: str = "encoder"
    computer: str = "programs"
    pages: int = 6
    evidence: int = 30
    model_folder: Path | None = None
    min_confidence: float = 0.0
    kb: Path | None = None
    kb_method: str = "kl"
