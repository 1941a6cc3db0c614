"""The implementations of this stage by name."""

from collections.abc import Callable

from veriscope.domain import PageRetriever, Registry, SearchableCorpus

RETRIEVERS: Registry[Callable[[SearchableCorpus], PageRetriever]] = Registry(
    {
        "bm25": "veriscope.retrieval.bm25:Bm25Retriever",
        "entity-tfidf": "veriscope.retrieval.tfidf:EntityTfidfRetriever",
        "fused": "veriscope.retrieval.fused:FusedRetriever",
        "tfidf": "veriscope.retrieval.tfidf:TfidfRetriever",
        "titles": "veriscope.retrieval.titles:TitleRetriever",
    },
    group="veriscope.retrievers",
)
