"""Claim → pages."""

from veriscope.retrieval.entity_tfidf import EntityTfidfRetriever
from veriscope.retrieval.scan import ScanRetriever
from veriscope.retrieval.tfidf import TfidfRetriever
from veriscope.retrieval.titles import TitleRetriever

RETRIEVERS = {
    "entity-tfidf": EntityTfidfRetriever,
    "scan": ScanRetriever,
    "tfidf": TfidfRetriever,
    "titles": TitleRetriever,
}

__all__ = ["RETRIEVERS", "EntityTfidfRetriever", "ScanRetriever", "TfidfRetriever", "TitleRetriever"]
