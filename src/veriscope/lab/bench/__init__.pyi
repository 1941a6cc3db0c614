"""What `veriscope.lab.bench` offers; each name is imported when it is first used."""

from .assumptions import Assumptions as Assumptions
from .cluster_vectors import load_vectors as load_vectors
from .effects_in_words import describe_run as describe_run
from .generate import Generation as Generation
from .generate import GenerationPlan as GenerationPlan
from .generate import generate_scenarios as generate_scenarios
from .predicates import choose_predicates as choose_predicates
from .report import report_html as report_html
from .results import BenchResults as BenchResults
from .results import read_results as read_results
from .results import results_file as results_file
from .results import results_json as results_json
from .run import BenchPlan as BenchPlan
from .run import run_bench as run_bench
from .scenario_files import DatasetEntry as DatasetEntry
from .scenario_files import PredicateEntry as PredicateEntry
from .scenario_files import ScenarioFolder as ScenarioFolder
from .scenario_files import is_published as is_published
from .scenario_files import read_dataset as read_dataset
from .scenario_files import read_scenario_folder as read_scenario_folder
from .scenario_files import read_scenarios as read_scenarios
from .scenario_folders import require_free as require_free
from .scenarios import reference_of as reference_of
