"""What `veriscope.checking` offers; each name is imported when it is first used."""

from .auto import Auto as Auto
from .embedding_checker import EmbeddingChecker as EmbeddingChecker
from .folds import stratified_folds as stratified_folds
from .knowledge_linker import KnowledgeLinker as KnowledgeLinker
from .method import CheckingMethod as CheckingMethod
from .registry import BEST_CHECKER as BEST_CHECKER
from .registry import CHECKERS as CHECKERS
from .registry import QUICK_CHECKER as QUICK_CHECKER
