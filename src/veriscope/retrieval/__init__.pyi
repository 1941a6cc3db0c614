"""What `veriscope.retrieval` offers; each name is imported when it is first used."""

from .fused import FusedModels as FusedModels
from .fused import FusedRetriever as FusedRetriever
from .fused import as_matrix as as_matrix
from .page_ranking import HOPPED_FEATURES as HOPPED_FEATURES
from .page_ranking import PROPOSED_FEATURES as PROPOSED_FEATURES
from .page_ranking import READ_FEATURES as READ_FEATURES
from .page_ranking import CandidatePages as CandidatePages
from .page_ranking import PageRanking as PageRanking
from .page_ranking import ReadPages as ReadPages
from .registry import RETRIEVERS as RETRIEVERS
