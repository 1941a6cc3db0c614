"""What `veriscope.lab.reproductions` offers; each name is imported when it is first used."""

from .feverous_paper_tables import Figure as Figure
from .feverous_paper_tables import PaperTable as PaperTable
from .feverous_paper_tables import paper_tables as paper_tables
from .feverous_paper_tables import tables_json as tables_json
from .feverous_recipe import chosen_stages as chosen_stages
from .feverous_recipe import read_feverous_recipe as read_feverous_recipe
from .feverous_results import measure_feverous as measure_feverous
from .feverous_training_run import run_feverous_stages as run_feverous_stages
from .paper_evaluation import PaperScores as PaperScores
from .paper_evaluation import evaluate_paper_models as evaluate_paper_models
from .paper_evaluation import find_models as find_models
from .paper_evaluation import paper_scores_json as paper_scores_json
from .paper_evidence import PaperSetting as PaperSetting
