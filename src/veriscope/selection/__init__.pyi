"""What `veriscope.selection` offers; each name is imported when it is first used."""

from .cell_features import CELL_FEATURES as CELL_FEATURES
from .cell_features import cell_features as cell_features
from .cells import candidate_places as candidate_places
from .claim_keys import ClaimKeys as ClaimKeys
from .feverous_cells import CellExtractor as CellExtractor
from .feverous_cells import best_tables as best_tables
from .feverous_cells import table_text as table_text
from .header_words import header_usage as header_usage
from .lexical import LexicalSelector as LexicalSelector
from .page_sentences import page_sentences as page_sentences
from .registry import SELECTORS as SELECTORS
from .reranked import RerankedSelector as RerankedSelector
from .sentence_features import SENTENCE_FEATURES as SENTENCE_FEATURES
from .sentence_features import sentence_rows as sentence_rows
from .sentences import SentenceRanker as SentenceRanker
from .table_match import TableMatch as TableMatch
from .table_ranking import TABLE_FEATURES as TABLE_FEATURES
from .table_ranking import table_features as table_features
from .table_view import TableView as TableView
from .tables import TableElements as TableElements
from .tables import scored_tables as scored_tables
