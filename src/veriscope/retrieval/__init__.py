"""Claim → pages."""

from veriscope.retrieval.scan import ScanRetriever
from veriscope.retrieval.titles import TitleRetriever

RETRIEVERS = {"scan": ScanRetriever, "titles": TitleRetriever}

__all__ = ["RETRIEVERS", "ScanRetriever", "TitleRetriever"]
