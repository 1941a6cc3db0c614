"""Claim → pages."""

from veriscope.retrieval.titles import TitleRetriever

RETRIEVERS = {"titles": TitleRetriever}

__all__ = ["RETRIEVERS", "TitleRetriever"]
