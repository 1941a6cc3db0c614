"""Pages → sentences, cells, captions and items."""

from veriscope.selection.lexical import LexicalSelector
from veriscope.selection.tfidf_bigram import TfidfBigramSelector
from veriscope.selection.tfidf_unigram import TfidfUnigramSelector

Selector = LexicalSelector | TfidfBigramSelector | TfidfUnigramSelector

SELECTORS: dict[str, type[Selector]] = {
    "lexical": LexicalSelector,
    "tfidf-bigram": TfidfBigramSelector,
    "tfidf-unigram": TfidfUnigramSelector,
}

__all__ = ["SELECTORS", "LexicalSelector", "TfidfBigramSelector", "TfidfUnigramSelector"]
