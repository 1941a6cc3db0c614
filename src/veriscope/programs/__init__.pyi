"""What `veriscope.programs` offers; each name is imported when it is first used."""

from .computer import ProgramComputer as ProgramComputer
from .execute import Executor as Executor
from .features import PROGRAM_FEATURES as PROGRAM_FEATURES
from .features import Floats as Floats
from .judge import TableReader as TableReader
from .language import ALL_ROWS as ALL_ROWS
from .language import Call as Call
from .measures import adjectives as adjectives
from .measures import measures_of as measures_of
from .ranker import CLAIM_FEATURES as CLAIM_FEATURES
from .ranker import CLAIM_LABEL_FILE as CLAIM_LABEL_FILE
from .ranker import CONFIDENCE_FEATURES as CONFIDENCE_FEATURES
from .ranker import PICK_CONFIDENCE_FILE as PICK_CONFIDENCE_FILE
from .ranker import PICK_FEATURES as PICK_FEATURES
from .ranker import PICK_PROGRAM_FILE as PICK_PROGRAM_FILE
from .ranker import PROGRAM_LABEL_FILE as PROGRAM_LABEL_FILE
from .ranker import ProgramRanker as ProgramRanker
from .ranker import claim_features as claim_features
from .ranker import confidence_features as confidence_features
from .ranker import pick_features as pick_features
from .syntax import parse as parse
from .units import column_units as column_units
from .words import explain as explain
