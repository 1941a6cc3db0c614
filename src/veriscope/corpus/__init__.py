"""Sources → pages → the corpus store."""

from veriscope.corpus.best_passage import Passage
from veriscope.corpus.build import BuildProgress, add_sources, build_corpus, remove_from_corpus
from veriscope.corpus.claim_terms import ClaimTerms, ClaimWord, TermWeights, read_words
from veriscope.corpus.detect import plan_sources
from veriscope.corpus.grid import Grid, cell_context
from veriscope.corpus.index_folders import built_indexes
from veriscope.corpus.indexes import DEFAULT_INDEXES, INDEXES, IndexKind, build_indexes
from veriscope.corpus.page_index import PageIndex
from veriscope.corpus.plan import PlannedSource
from veriscope.corpus.records import Parsed, RawRecord, Redirect, Skip, SourceFormat
from veriscope.corpus.schema import FORMAT_VERSION
from veriscope.corpus.search import SearchHit, SearchResults, search_corpus, suggest_titles
from veriscope.corpus.source_formats import FORMATS
from veriscope.corpus.store import Corpus, CorpusCounts
from veriscope.corpus.verify import verify_corpus

__all__ = [
    "DEFAULT_INDEXES",
    "FORMATS",
    "FORMAT_VERSION",
    "INDEXES",
    "BuildProgress",
    "ClaimTerms",
    "ClaimWord",
    "Corpus",
    "CorpusCounts",
    "Grid",
    "IndexKind",
    "PageIndex",
    "Parsed",
    "Passage",
    "PlannedSource",
    "RawRecord",
    "Redirect",
    "SearchHit",
    "SearchResults",
    "Skip",
    "SourceFormat",
    "TermWeights",
    "add_sources",
    "build_corpus",
    "build_indexes",
    "built_indexes",
    "cell_context",
    "plan_sources",
    "read_words",
    "remove_from_corpus",
    "search_corpus",
    "suggest_titles",
    "verify_corpus",
]
