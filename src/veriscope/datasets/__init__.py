"""Benchmarks' claims and submissions, read and written; one format per file."""

from veriscope.datasets.atomic import write_json_lines, write_predictions
from veriscope.datasets.claim_formats import (
    FEVER,
    FEVEROUS,
    HYBRIDQA,
    TABFACT,
    VERISCOPE,
    ClaimFormat,
    LocatedClaim,
    read_claims,
    read_labelled,
    read_records,
)
from veriscope.datasets.convert import Conversion, convert_dataset
from veriscope.datasets.detect import detect_format
from veriscope.datasets.evidence_kinds import EvidenceKind, SetKind, kind_of, set_kind_of
from veriscope.datasets.fever import (
    FeverClaim,
    FeverPiece,
    fever_claim_json,
    fever_from_veriscope,
    fever_to_veriscope,
    parse_fever_claim,
)
from veriscope.datasets.fever_ids import evidence_id_from_fever, evidence_id_to_fever
from veriscope.datasets.feverous import (
    FeverousClaim,
    FeverousSet,
    feverous_claim_json,
    feverous_from_veriscope,
    feverous_to_veriscope,
    parse_feverous_claim,
)
from veriscope.datasets.feverous_ids import (
    FeverousAddress,
    evidence_id_from_feverous,
    evidence_id_to_feverous,
    parse_feverous_id,
)
from veriscope.datasets.findings import Finding, Problem, ProblemCount, ProblemKind, count_by_kind
from veriscope.datasets.hybridqa import check_hybridqa
from veriscope.datasets.json_lines import JsonObject, JsonValue, located
from veriscope.datasets.own import VeriscopeClaim, parse_veriscope_claim, veriscope_claim_json
from veriscope.datasets.plural import counted
from veriscope.datasets.predictions import (
    FeverousPrediction,
    FeverPrediction,
    FeverSentence,
    Prediction,
    fever_prediction,
    feverous_prediction,
    parse_fever_prediction,
    parse_feverous_prediction,
    prediction_json,
)
from veriscope.datasets.stats import DatasetStats, challenge_of, dataset_stats
from veriscope.datasets.trec import write_qrels, write_run
from veriscope.datasets.validate import (
    Validation,
    check_fever,
    check_fever_prediction,
    check_feverous,
    check_feverous_prediction,
    check_tabfact,
    check_veriscope,
    fever_prediction_findings,
    feverous_prediction_findings,
    validate_dataset,
)
from veriscope.datasets.wrong_file import wrong_file

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
    "feverous": check_feverous,
    "feverous-predictions": check_feverous_prediction,
    "hybridqa": check_hybridqa,
    "tabfact": check_tabfact,
    "veriscope": check_veriscope,
}

__all__ = [
    "DATASET_CHECKS",
    "DATASET_FORMATS",
    "ClaimFormat",
    "Conversion",
    "DatasetStats",
    "EvidenceKind",
    "FeverClaim",
    "FeverPiece",
    "FeverPrediction",
    "FeverSentence",
    "FeverousAddress",
    "FeverousClaim",
    "FeverousPrediction",
    "FeverousSet",
    "Finding",
    "JsonObject",
    "JsonValue",
    "LocatedClaim",
    "Prediction",
    "Problem",
    "ProblemCount",
    "ProblemKind",
    "SetKind",
    "Validation",
    "VeriscopeClaim",
    "challenge_of",
    "convert_dataset",
    "count_by_kind",
    "counted",
    "dataset_stats",
    "detect_format",
    "evidence_id_from_fever",
    "evidence_id_from_feverous",
    "evidence_id_to_fever",
    "evidence_id_to_feverous",
    "fever_claim_json",
    "fever_from_veriscope",
    "fever_prediction",
    "fever_prediction_findings",
    "fever_to_veriscope",
    "feverous_claim_json",
    "feverous_from_veriscope",
    "feverous_prediction",
    "feverous_prediction_findings",
    "feverous_to_veriscope",
    "kind_of",
    "located",
    "parse_fever_claim",
    "parse_fever_prediction",
    "parse_feverous_claim",
    "parse_feverous_id",
    "parse_feverous_prediction",
    "parse_veriscope_claim",
    "prediction_json",
    "read_claims",
    "read_labelled",
    "read_records",
    "set_kind_of",
    "validate_dataset",
    "veriscope_claim_json",
    "write_json_lines",
    "write_predictions",
    "write_qrels",
    "write_run",
    "wrong_file",
]
