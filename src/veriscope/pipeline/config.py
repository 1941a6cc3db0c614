"""Which implementation serves each stage of a check, and how much each hands on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PipelineConfig:
    """The names are those of the registries of the stages."""

    retriever: str = "fused"
    selector: str = "lexical"
    verdict: str = "lexical"
    pages: int = 6
    evidence: int = 30
