import hashlib
import json
from collections import Counter
from pathlib import Path

from veriscope.domain import Label, parse_evidence_id
from veriscope.starter import claims_path

FOLDER = Path(__file__).resolve().parents[2] / "benchmarks" / "everyday_atlas"
ROWS = [json.loads(line) for line in (FOLDER / "claims.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_claims_are_those_that_were_sealed():
    digest, name = (FOLDER / "SHA256SUMS").read_text(encoding="utf-8").split()
    assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest


def test_each_label_has_about_a_third_of_each_half():
    for odd in (True, False):
        half = Counter(row["label"] for row in ROWS if int(row["id"].rpartition("-")[2]) % 2 == odd)
        assert sum(half.values()) == 100
        assert set(half) == {label.value for label in Label}
        assert min(half.values()) >= 32


def test_a_claim_stands_there_once_and_names_addresses():
    assert len({row["claim"].casefold() for row in ROWS}) == len({row["id"] for row in ROWS}) == 200
    assert all(str(parse_evidence_id(address)) == address for row in ROWS for address in row["passages"])
    assert all(row["passages"] for row in ROWS)


def test_no_claim_is_one_of_the_atlas():
    claims = {json.loads(line).get("claim") for line in claims_path("dev").read_text(encoding="utf-8").splitlines()}
    assert not claims & {row["claim"] for row in ROWS}
