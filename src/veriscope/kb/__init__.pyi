"""What `veriscope.kb` offers; each name is imported when it is first used."""

from .check_file import FileSummary as FileSummary
from .check_file import NamedRows as NamedRows
from .check_file import check_file as check_file
from .check_file import read_named_rows as read_named_rows
from .check_triple import HOLDING as HOLDING
from .check_triple import CheckedFact as CheckedFact
from .check_triple import MethodRow as MethodRow
from .check_triple import check_triple as check_triple
from .evaluation import Evaluator as Evaluator
from .evaluation import MethodEvaluation as MethodEvaluation
from .evaluation import left_out_scores as left_out_scores
from .judging import Method as Method
from .knowledge_base import KnowledgeBase as KnowledgeBase
from .linking_lexicon import learn_lexicon as learn_lexicon
from .methods import MethodFactory as MethodFactory
from .methods import embeddings_of as embeddings_of
from .methods import require_method as require_method
from .methods import require_methods as require_methods
from .ranking import RankedMethod as RankedMethod
from .ranking import rank_facts as rank_facts
from .row_names import RowNames as RowNames
from .scored_triples import write_statements as write_statements
from .train import LeftOutRows as LeftOutRows
from .train import embedding_folder as embedding_folder
from .train import open_for_training as open_for_training
from .train import train_kb as train_kb
