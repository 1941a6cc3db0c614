"""Our scorers beside the official ones: recorded outputs always, the packages themselves where they are installed."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "scoring"
CASES = 500


@pytest.fixture(scope="module")
def parity():
    """The benchmark that compares the scorers, as a module."""
    folder = ROOT / "benchmarks" / "scorer_parity"
    sys.path.insert(0, str(folder))
    try:
        spec = importlib.util.spec_from_file_location("scorer_parity_run", folder / "run.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(folder))
    return module


@pytest.mark.parametrize("task", ["fever", "feverous"])
def test_recorded_official_outputs_are_met_to_the_last_digit(parity, task, tmp_path):
    rows = [json.loads(line) for line in (GOLDEN / f"{task}_official.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(rows) >= 15
    for row in rows:
        case = parity.Case(row["gold"], row["predictions"], [], row["limits"], ())
        assert list(parity.ours(task, case, folder=tmp_path)) == row["official"]


def require_official(module):
    pytest.importorskip(
        module, reason="the official scorers are not installed; benchmarks/scorer_parity/run.py says how"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("task", "module"), [("fever", "fever.scorer"), ("feverous", "feverous.evaluation.feverous_scorer")]
)
def test_generated_cases_have_no_differences(parity, task, module):
    require_official(module)
    found = parity.compare(task, count=CASES, seed=1)
    assert found["differences"] == 0, found["first_differences"]


def test_the_comparison_notices_a_scorer_that_is_wrong(parity, monkeypatch):
    require_official("fever.scorer")
    right = parity.score_fever_claim
    monkeypatch.setattr(
        parity, "score_fever_claim", lambda case, *, max_evidence: right(case, max_evidence=max_evidence + 1)
    )
    assert parity.compare("fever", count=100, seed=1)["differences"] > 0


@pytest.mark.parametrize("task", ["fever", "feverous"])
def test_the_generator_makes_every_edge_case(parity, task):
    make, _ = parity.TASKS[task]
    features = {feature for case in make(300, seed=1) for feature in case.features}
    assert {"gold []", "gold [[]]", "label in another case", "NOT ENOUGH INFO with evidence"} <= features
    assert {"far too much predicted", "piece predicted twice", "unknown predicted label"} <= features
