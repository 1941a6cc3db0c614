"""Pages → sentences, cells, captions and items."""

from veriscope.selection.overlap import OverlapSelector
from veriscope.selection.tfidf_bigram import TfidfBigramSelector
from veriscope.selection.tfidf_unigram import TfidfUnigramSelector

SELECTORS = {"overlap": OverlapSelector, "tfidf-bigram": TfidfBigramSelector, "tfidf-unigram": TfidfUnigramSelector}

__all__ = ["SELECTORS", "OverlapSelector", "TfidfBigramSelector", "TfidfUnigramSelector"]
