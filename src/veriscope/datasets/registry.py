"""The implementations of this stage by name."""

from veriscope.datasets.claim_formats import FEVER, FEVEROUS, HYBRIDQA, TABFACT, VERISCOPE
from veriscope.datasets.hybridqa import check_hybridqa
from veriscope.datasets.training_claims import check_fever_training
from veriscope.datasets.validate import (
    check_fever,
    check_fever_prediction,
    check_feverous,
    check_feverous_prediction,
    check_tabfact,
    check_veriscope,
)

DATASET_FORMATS = {
    "fever": FEVER,
    "feverous": FEVEROUS,
    "hybridqa": HYBRIDQA,
    "tabfact": TABFACT,
    "veriscope": VERISCOPE,
}

DATASET_CHECKS = {
    "fever": check_fever,
    "fever-predictions": check_fever_prediction,
    "fever-training": check_fever_training,
    "feverous": check_feverous,
    "feverous-predictions": check_feverous_prediction,
    "hybridqa": check_hybridqa,
    "tabfact": check_tabfact,
    "veriscope": check_veriscope,
}
