import json

import pytest

from veriscope.domain import Claim, Label
from veriscope.errors import InputError
from veriscope.lab.training.training_pairs import (
    ClaimTexts,
    TrainingPair,
    check_pairs,
    drawn_pairs,
    pair_with_evidence,
    read_claim_texts,
    read_inference_pairs,
    split_pairs,
)


def written(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def row(number, label="SUPPORTS", claim="Arvania is an island.", evidence=("It lies in the sea .",)):
    return {"id": number, "label": label, "claim": claim, "evidence_text": evidence}


def test_evidence_may_be_a_list_a_text_or_nothing(tmp_path):
    rows = [row(1, evidence=["One -LRB- 1 -RRB- .", " "]), row(2, evidence="Two ."), row(3, evidence=None)]
    path = written(tmp_path / "claims.jsonl", *rows)
    assert [claim.evidence for claim in read_claim_texts(path)] == [("One ( 1 ) .",), ("Two .",), ()]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"evidence_text": 7}, "evidence_text: found 7"),
        ({"evidence_text": [7]}, "evidence_text: found a list of 1"),
        ({"label": "MAYBE"}, 'label: found "MAYBE"'),
        ({"claim": " "}, "claim: found"),
    ],
)
def test_a_bad_row_is_named_with_its_line(tmp_path, change, says):
    path = written(tmp_path / "claims.jsonl", row(1), {**row(2), **change})
    with pytest.raises(InputError, match=f"claims.jsonl:2: {says}"):
        list(read_claim_texts(path))


def test_inference_pairs_are_claims_with_one_text(tmp_path):
    path = written(tmp_path / "nli.jsonl", {"premise": "A dog runs.", "hypothesis": "It moves.", "label": "SUPPORTS"})
    assert list(read_inference_pairs(path)) == [ClaimTexts(Claim("1", "It moves."), Label.SUPPORTS, ("A dog runs.",))]


def test_only_claims_that_are_not_enough_info_get_evidence_drawn():
    claims = [
        ClaimTexts(Claim("1", "a"), Label.SUPPORTS, ("x .", "y .", "x .")),
        ClaimTexts(Claim("2", "b"), Label.REFUTES, ()),
        ClaimTexts(Claim("3", "c"), Label.NOT_ENOUGH_INFO, ()),
        ClaimTexts(Claim("4", "d"), Label.NOT_ENOUGH_INFO, ()),
    ]
    drawn = {"3": "z ."}
    assert list(pair_with_evidence(claims, lambda claim: drawn.get(claim.id))) == [
        TrainingPair("a", "x . y .", Label.SUPPORTS),
        None,
        TrainingPair("c", "z .", Label.NOT_ENOUGH_INFO),
        None,
    ]


PAIRS = [TrainingPair(f"Town {n} has {m} wells.", "x", Label.SUPPORTS) for n in range(200) for m in range(3)]


def test_claims_about_one_thing_are_not_torn_apart_and_none_is_lost():
    pairs = split_pairs([*PAIRS, None], held_out=0.2, seed=1)
    beginnings = [{tuple(pair.claim.split()[:2]) for pair in some} for some in (pairs.learned, pairs.held_out)]
    assert not beginnings[0] & beginnings[1]
    assert sorted(pairs.learned + pairs.held_out) == sorted(PAIRS)
    assert 0.1 < len(pairs.held_out) / len(PAIRS) < 0.3
    assert pairs.left_out == 1


def test_a_draw_is_repeatable_and_none_means_all():
    assert drawn_pairs(PAIRS, count=5, seed=1) == drawn_pairs(PAIRS, count=5, seed=1)
    assert drawn_pairs(PAIRS, count=5, seed=1) != drawn_pairs(PAIRS, count=5, seed=2)
    assert drawn_pairs(PAIRS, count=0, seed=1) == PAIRS


def test_a_label_without_pairs_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no claims labelled REFUTES or NOT ENOUGH INFO"):
        check_pairs(split_pairs(PAIRS, held_out=0.2, seed=1), tmp_path)
