"""Which implementation serves each stage of a check, and how much each hands on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PipelineConfig:
    """The names are those of the registries of the stages.

    Where the retriever finds fewer than `pages`, the `second_retriever` fills up, in corpora of at most
    `second_retriever_max_pages` pages.
    """

    retriever: str = "titles"
    second_retriever: str = "scan"
    second_retriever_max_pages: int = 500
    selector: str = "overlap"
    verdict: str = "lexical"
    pages: int = 5
    evidence: int = 30
