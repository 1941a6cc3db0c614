"""Graph → labelled triples with controlled properties: the scenarios of the BUCKLE paper."""

from veriscope.scenarios.buckle_text import COLUMNS, Namespaces, fact_cells, fact_of, namespace_of, path_text
from veriscope.scenarios.exchanged_values import ValueExchanger
from veriscope.scenarios.facts import Dataset, Hop, LabelledFact, Part, Scenario
from veriscope.scenarios.generate import DatasetMaker, MadeDataset
from veriscope.scenarios.lcwa import LcwaMaker
from veriscope.scenarios.likeness import Likeness
from veriscope.scenarios.pool import FactPool, pairs_of
from veriscope.scenarios.random_walk import RandomWalkMaker
from veriscope.scenarios.settings import (
    PAPER_LEVELS,
    PAPER_POPULARITY,
    PAPER_TRAINING,
    DatasetSettings,
    Popularity,
)
from veriscope.scenarios.statistics import DatasetStatistics, describe

FALSE_FACTS = {"lcwa": LcwaMaker, "random-walk": RandomWalkMaker}

__all__ = [
    "COLUMNS",
    "FALSE_FACTS",
    "PAPER_LEVELS",
    "PAPER_POPULARITY",
    "PAPER_TRAINING",
    "Dataset",
    "DatasetMaker",
    "DatasetSettings",
    "DatasetStatistics",
    "FactPool",
    "Hop",
    "LabelledFact",
    "LcwaMaker",
    "Likeness",
    "MadeDataset",
    "Namespaces",
    "Part",
    "Popularity",
    "RandomWalkMaker",
    "Scenario",
    "ValueExchanger",
    "describe",
    "fact_cells",
    "fact_of",
    "namespace_of",
    "pairs_of",
    "path_text",
]
