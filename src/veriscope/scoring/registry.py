"""The scorers by name."""

from veriscope.scoring.evaluate import Scorer
from veriscope.scoring.fever import score_fever_claim
from veriscope.scoring.feverous import score_feverous_claim
from veriscope.scoring.submission import (
    read_fever_gold,
    read_fever_predictions,
    read_feverous_gold,
    read_feverous_predictions,
)

SCORERS = {
    "fever": Scorer(read_fever_gold, read_fever_predictions, score_fever_claim),
    "feverous": Scorer(read_feverous_gold, read_feverous_predictions, score_feverous_claim),
}
