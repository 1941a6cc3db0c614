import json
from pathlib import Path

import numpy as np
import pytest

from veriscope.domain import Label
from veriscope.lab.lessons.hand_written import split_of
from veriscope.lab.lessons.mined import MinedClaim, RankedLine, write_mined
from veriscope.lab.training.head_claims import JudgedClaim, judged_claims, judged_lessons
from veriscope.lab.training.train_verdict_head import (
    VerdictHeadSettings,
    fit_alike,
    fit_head,
    held_out_accuracy,
    train_verdict_head,
)
from veriscope.models.encoder import Encoder
from veriscope.models.evidence_lines import Line
from veriscope.verdict.encoder import LABELS, VerdictHead
from veriscope.verdict.encoder_features import HEAD_FEATURES

TINY = Path(__file__).parents[2] / "models" / "fixtures" / "tiny_encoder"
WEIGHTS = np.array([[2.0, -2.0, 0.0], [-1.0, -1.0, 2.0]])


def mined(number, claim, label, *gold):
    return MinedClaim(str(number), "fever", claim, label, tuple(Line("Vell", text) for text in gold), (), True)


CLAIMS = [
    mined(1, "Vell is a town in Arvania.", Label.SUPPORTS, "Vell is a town in the north of Arvania."),
    mined(2, "Vell is the capital of Arvania.", Label.REFUTES, "Vell is a town.", "Vell is a town.", "It is small."),
    mined(3, "Ida Brandt wrote a book.", Label.NOT_ENOUGH_INFO),
    mined(4, "Zzyzx qwfpg.", Label.NOT_ENOUGH_INFO),
]


def drawn(count, seed):
    """Features, and labels that a logistic regression of `WEIGHTS` would give."""
    draw = np.random.default_rng(seed)
    features = draw.normal(size=(count, 2)) * (3.0, 0.5) + (5.0, -1.0)
    logits = (features - (5.0, -1.0)) / (3.0, 0.5) @ WEIGHTS
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    labels = np.array([draw.choice(3, p=share) for share in shares])
    return features, labels, shares


@pytest.fixture(scope="module")
def fitted():
    features, labels, _ = drawn(1500, 1)
    return fit_head(features, labels)


@pytest.mark.slow
def test_the_head_finds_the_probabilities_that_made_the_labels(fitted):
    features, _, shares = drawn(200, 2)
    found = np.array([fitted.probabilities(row) for row in features])
    assert np.abs(found - shares).mean() < 0.03


def test_fitting_twice_gives_the_same_head():
    features, labels, _ = drawn(60, 1)
    row = features[0]
    assert fit_head(features, labels).probabilities(row) == fit_head(features, labels).probabilities(row)


def test_a_feature_that_never_varies_does_no_harm():
    features, labels, _ = drawn(60, 1)
    head = fit_head(np.column_stack((features, np.ones(60))), labels)
    assert np.isfinite(head.probabilities(np.array([*features[0], 1.0]))).all()


def judged(count, *, noise):
    """Claims with evidence that tells the label but for noise."""
    draw = np.random.default_rng(3)
    for number in range(count):
        seen = draw.integers(3) if draw.random() < noise else number % 3
        yield JudgedClaim(str(number), np.eye(3)[seen] + draw.normal(size=3) * 0.1, number % 3, True)


@pytest.mark.slow
def test_the_folds_tell_how_often_the_head_is_right_and_how_well_it_knows():
    accuracy, error = held_out_accuracy(list(judged(300, noise=0.3)))["fever"]
    assert accuracy == pytest.approx(0.8, abs=0.05)
    assert error < 0.06
    assert held_out_accuracy(list(judged(60, noise=0.0)))["fever"][0] == 1.0


@pytest.mark.slow
def test_gold_evidence_is_learned_from_but_not_measured():
    found = list(judged(60, noise=0.0))
    misleading = [one._replace(is_found=False, label=(one.label + 1) % 3) for one in found[:6]]
    assert held_out_accuracy([*found, *misleading])["fever"][0] > 0.95


@pytest.mark.slow
def test_no_fold_knows_a_claim_that_it_is_measured_on():
    # Each claim has a feature of its own, seen twice: a head that had seen the claim would know the label.
    draw = np.random.default_rng(4)
    labels = draw.integers(3, size=45)
    both = [JudgedClaim(str(n), np.eye(45)[n], int(labels[n]), found) for n in range(45) for found in (True, False)]
    # The first claim has no found evidence, as where retrieval finds none.
    accuracy, _ = held_out_accuracy(both[1:])["fever"]
    assert accuracy < 0.6


def test_each_claim_is_judged_with_what_is_found_and_with_its_gold_lines(world):
    made = list(judged_claims(CLAIMS, world, Encoder(TINY, threads=1)))
    by_claim = {number: [one for one in made if one.group == str(number)] for number in range(1, 5)}
    assert [one.is_found for one in by_claim[1]][:2] == [one.is_found for one in by_claim[2]] == [True, False]
    assert [LABELS[one.label] for one in by_claim[2]] == [Label.REFUTES] * 2
    assert all(one.features.shape == (len(HEAD_FEATURES),) for one in made)
    # Without gold lines the best found stands for them, and every third claim is judged by a line of the next one too;
    # where nothing is found there is nothing to learn from.
    assert [(one.is_found, LABELS[one.label]) for one in by_claim[3]][:2] == [
        (True, CLAIMS[2].label),
        (False, CLAIMS[2].label),
    ]
    assert by_claim[4] == []


class Asked(Encoder):
    """The tiny encoder, which keeps what it was asked."""

    def __init__(self):
        super().__init__(TINY, threads=1)
        self.texts = []

    def judge(self, pairs):
        self.texts += [text for _, text in pairs]
        return super().judge(pairs)


def test_every_third_claim_with_evidence_is_judged_by_the_best_line_that_is_none(world):
    gold = world.page("Vell").elements[0].text
    encoder = Asked()
    claims = [CLAIMS[0]._replace(gold=(Line("Vell", gold),)), *CLAIMS[1:3]]
    *_, near = judged_claims(claims[:1], world, encoder)
    assert (near.is_found, LABELS[near.label]) == (False, Label.NOT_ENOUGH_INFO)
    # Alone and as a list of one.
    assert encoder.texts[-1] == encoder.texts[-2]
    assert gold not in encoder.texts[-1]
    made = list(judged_claims(claims, world, encoder))
    assert [one.group for one in made if one.group < "3" and LABELS[one.label] is Label.NOT_ENOUGH_INFO] == ["1"]


def test_every_third_claim_is_judged_by_a_line_that_says_nothing_of_it(world):
    claims = [CLAIMS[0], CLAIMS[1], CLAIMS[0], CLAIMS[1]]
    claims = [one._replace(found=(RankedLine(Line("Elsewhere", "It rains."), 0.5, is_gold=False),)) for one in claims]
    made = [one for one in judged_claims(claims, world, Encoder(TINY, threads=1)) if one.group == "3"]
    assert [(one.is_found, LABELS[one.label]) for one in made][2:] == [(False, Label.NOT_ENOUGH_INFO)]


@pytest.mark.slow
def test_a_rare_label_counts_as_much_as_the_others():
    features, labels, _ = drawn(900, 3)
    kept = (labels != 1) | (np.arange(900) % 10 == 0)
    rows = [
        JudgedClaim(str(n), *row, True) for n, row in enumerate(zip(features[kept], labels[kept].tolist(), strict=True))
    ]
    heads = fit_head(features[kept], labels[kept]), fit_alike(rows)
    plain, weighted = (
        np.mean([np.argmax(head.probabilities(row)) == 1 for row in features[labels == 1]]) for head in heads
    )
    assert weighted > plain + 0.1


@pytest.mark.slow
def test_the_command_writes_a_head_that_the_verdict_reads(world, tmp_path):
    write_mined(tmp_path / "held_out", CLAIMS[:3] * 4)
    settings = VerdictHeadSettings(TINY, tmp_path / "held_out", world.path, tmp_path / "a" / "head.json")
    (said,) = train_verdict_head(settings)
    assert said.startswith("fever: 12 claims; folds: accuracy")
    head = VerdictHead.read(tmp_path / "a" / "head.json")
    assert sum(head.probabilities(np.zeros(len(HEAD_FEATURES)))) == pytest.approx(1)


def test_lessons_of_the_split_dev_are_checked_against_all_its_passages(tmp_path):
    names = {
        split: next(f"clinic-{n}" for n in range(99) if split_of(f"clinic-{n}") == split) for split in ("dev", "test")
    }
    table = {"caption": "Beds", "header": ["Ward", "Beds"], "rows": [["Oak", "24"], ["Elm", "8"]]}
    rows = [
        {
            "id": name, "brief": "clinic", "kind_of_text": "leaflet", "split": split, "table": table,
            "about": {"title": "Wards", "section": "", "date": "", "file": "wards.docx"},
            "lines": ["The ward closes at eight."],
            "claims": [
                {"text": "The ward closes at nine.", "label": "REFUTES", "kind": "twin", "lines": [0]},
                {"text": "Oak and Elm have 32 beds in total.", "label": "SUPPORTS", "kind": "rows", "cells": [[0, 1]]},
            ],
        }
        for split, name in names.items()
    ]  # fmt: skip
    (tmp_path / "clinic.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    made = list(judged_lessons(tmp_path, Encoder(TINY, threads=1)))
    assert {(one.group, one.source, one.is_found) for one in made} == {(names["dev"], "lesson", True)}
    assert [LABELS[one.label] for one in made] == [Label.REFUTES, Label.SUPPORTS]


def test_every_source_weighs_the_same():
    draw = np.random.default_rng(5)
    many = [JudgedClaim(str(n), draw.normal(size=3), n % 3, True) for n in range(600)]
    few = [JudgedClaim(str(n), 6 * np.eye(3)[n % 3], n % 3, True, "lesson") for n in range(30)]
    head = fit_alike([*many, *few])
    assert [int(np.argmax(head.probabilities(one.features))) for one in few] == [one.label for one in few]
    accuracy = held_out_accuracy([*many, *few])
    assert set(accuracy) == {"fever", "lesson"}
    assert accuracy["lesson"][0] > accuracy["fever"][0]
