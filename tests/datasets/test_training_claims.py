import json

from veriscope.datasets.claim_formats import TABFACT
from veriscope.datasets.training_claims import TrainingClaim, read_aligned_claims, read_claims_with_evidence
from veriscope.domain import CaptionId, SentenceId


def test_only_claims_whose_every_piece_was_found_are_read(tmp_path):
    rows = [
        {"id": 1, "claim": "a", "label": "SUPPORTS", "evidence": [["Lima_-LRB-film-RRB-", 3], ["Peru", 0]]},
        {"id": 2, "claim": "b", "label": "SUPPORTS", "evidence": [["Peru", 0], None]},
        {"id": 3, "claim": "c", "label": "NOT ENOUGH INFO", "evidence": []},
    ]
    path = tmp_path / "train.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    (claim,) = read_aligned_claims(path)
    assert claim == TrainingClaim("a", (SentenceId("Lima (film)", 3), SentenceId("Peru", 0)))
    assert claim.pages() == {"Lima (film)", "Peru"}


def test_other_formats_are_read_through_their_own_reader(tmp_path):
    path = tmp_path / "train.jsonl"
    path.write_text('{"table": "2-1", "statement": "a won", "label": "SUPPORTS"}\n', encoding="utf-8")
    assert list(read_claims_with_evidence(path, form=TABFACT)) == [TrainingClaim("a won", (CaptionId("2-1", 0),))]
