"""Pages → sentences, cells, captions and items."""

from veriscope.selection.lexical import LexicalSelector
from veriscope.selection.reranked import RerankedSelector
from veriscope.selection.tfidf_bigram import TfidfBigramSelector
from veriscope.selection.tfidf_unigram import TfidfUnigramSelector

Selector = LexicalSelector | RerankedSelector | TfidfBigramSelector | TfidfUnigramSelector

SELECTORS: dict[str, type[Selector]] = {
    "lexical": LexicalSelector,
    "reranked": RerankedSelector,
    "tfidf-bigram": TfidfBigramSelector,
    "tfidf-unigram": TfidfUnigramSelector,
}

__all__ = ["SELECTORS", "LexicalSelector", "RerankedSelector", "TfidfBigramSelector", "TfidfUnigramSelector"]
