"""The implementations of this stage by name."""

from collections.abc import Callable

from veriscope.domain import EvidenceSelector, Registry, TermStatistics

SELECTORS: Registry[Callable[[TermStatistics], EvidenceSelector]] = Registry(
    {
        "lexical": "veriscope.selection.lexical:LexicalSelector",
        "reranked": "veriscope.selection.reranked:RerankedSelector",
        "tfidf-bigram": "veriscope.selection.tfidf_bigram:TfidfBigramSelector",
        "tfidf-unigram": "veriscope.selection.tfidf_unigram:TfidfUnigramSelector",
    },
    group="veriscope.selectors",
)
