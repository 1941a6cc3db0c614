"""Claim → pages."""

from veriscope.retrieval.bm25 import Bm25Retriever
from veriscope.retrieval.entity_tfidf import EntityTfidfRetriever
from veriscope.retrieval.fused import FusedRetriever
from veriscope.retrieval.tfidf import TfidfRetriever
from veriscope.retrieval.titles import TitleRetriever

Retriever = Bm25Retriever | EntityTfidfRetriever | FusedRetriever | TfidfRetriever | TitleRetriever

RETRIEVERS: dict[str, type[Retriever]] = {
    "bm25": Bm25Retriever,
    "entity-tfidf": EntityTfidfRetriever,
    "fused": FusedRetriever,
    "tfidf": TfidfRetriever,
    "titles": TitleRetriever,
}

__all__ = [
    "RETRIEVERS",
    "Bm25Retriever",
    "EntityTfidfRetriever",
    "FusedRetriever",
    "TfidfRetriever",
    "TitleRetriever",
]
