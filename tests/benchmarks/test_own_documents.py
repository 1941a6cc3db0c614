import hashlib
import json
from pathlib import Path

import pytest

from veriscope import Verifier
from veriscope.corpus import build_corpus, plan_sources
from veriscope.domain import Label
from veriscope.pipeline import stance_label

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "own_documents"
# Every tenth claim of an open collection; both floors are a little below what was measured.
EACH = 10
LEAST_RIGHT, MOST_FALSE_IN_GREEN = 12, 3


def test_the_documents_and_claims_are_those_that_were_sealed():
    for line in (FOLDER / "SHA256SUMS").read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest, name


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    stores = tmp_path_factory.mktemp("stores")
    return [answer for name in ("company", "council", "software") for answer in answers_of(name, stores / name)]


def answers_of(name, store):
    build_corpus(store, plan_sources([FOLDER / name / "documents"]), report=lambda _: None)
    lines = (FOLDER / name / "claims.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines[::EACH]]
    with Verifier(store) as verifier:
        return [(row["label"], verifier.check(row["claim"])) for row in rows]


@pytest.mark.slow
def test_claims_about_documents_that_people_have_are_right_as_often_as_they_were(answers):
    assert sum(label == trace.label.value for label, trace in answers) >= LEAST_RIGHT
    assert sum(label == "REFUTES" and trace.label is Label.SUPPORTS for label, trace in answers) <= MOST_FALSE_IN_GREEN


@pytest.mark.slow
def test_a_decided_claim_shows_a_line_that_says_so(answers):
    for _, trace in answers:
        if trace.label is not Label.NOT_ENOUGH_INFO and not trace.verdict.together and not trace.notes:
            shown = [trace.stance(place) for place in trace.key_evidence]
            shown += [trace.computation_stance(place) for place in range(len(trace.computations))]
            assert trace.label in {stance_label(stance) for stance in shown if stance is not None}, trace.claim.text
