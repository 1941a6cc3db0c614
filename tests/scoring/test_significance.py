import math
import random
import time

import numpy as np
import pytest

from veriscope.domain import Label
from veriscope.scoring import ClaimOutcome, ScoringCase, average, compare, report_labels
from veriscope.scoring.resampling import METRICS, distinct_outcomes, metrics_of
from veriscope.scoring.significance import confidence_intervals, mcnemar

LABELS = list(Label)


def system(count, *, seed, skill):
    """Outcomes of a made-up system on the claims that `seed` makes."""
    claims, answers = random.Random(seed), random.Random(f"{seed} {skill}")
    scored = []
    for _ in range(count):
        label = claims.choice(LABELS)
        predicted = label if answers.random() < skill else answers.choice(["OTHER THING", *LABELS])
        precision, recall = answers.randrange(6) / 5, float(answers.random() < skill)
        is_right = predicted == label
        needs = label is not Label.NOT_ENOUGH_INFO
        outcome = ClaimOutcome(is_right, is_right and bool(recall), precision, recall, needs)
        scored.append((ScoringCase(label, str(predicted), (), ()), outcome))
    return scored


def test_the_added_up_outcomes_give_the_scores_themselves():
    scored = system(500, seed=1, skill=0.7)
    kinds = distinct_outcomes(scored)
    metrics = dict(zip(METRICS, metrics_of(kinds.counts @ kinds.rows[0]), strict=True))
    scores = average(outcome for _, outcome in scored)
    for metric in METRICS[:5]:
        assert metrics[metric] == pytest.approx(getattr(scores, metric))
    assert metrics["macro_f1"] == pytest.approx(report_labels(case for case, _ in scored).macro_f1)


def test_the_interval_of_a_share_is_the_binomial_one():
    scored = system(2000, seed=2, skill=0.8)
    accuracy = average(outcome for _, outcome in scored).label_accuracy
    interval = confidence_intervals(scored, resamples=4000, seed=3)["label_accuracy"]
    half_width = 1.96 * math.sqrt(accuracy * (1 - accuracy) / 2000)
    assert interval.low == pytest.approx(accuracy - half_width, abs=0.003)
    assert interval.high == pytest.approx(accuracy + half_width, abs=0.003)


def test_drawing_kinds_agrees_with_drawing_claims():
    scored = system(300, seed=4, skill=0.6)
    generator = np.random.default_rng(5)
    draws = [average(scored[index][1] for index in generator.integers(0, 300, 300)).evidence_f1 for _ in range(1500)]
    interval = confidence_intervals(scored, resamples=4000, seed=6)["evidence_f1"]
    assert (interval.low, interval.high) == pytest.approx(tuple(np.quantile(draws, [0.025, 0.975])), abs=0.01)


def test_equal_seeds_give_equal_intervals():
    scored = system(200, seed=1, skill=0.5)
    first, second, other = (confidence_intervals(scored, resamples=200, seed=seed) for seed in (1, 1, 2))
    assert first == second != other


def test_a_submission_does_not_differ_from_itself():
    scored = system(200, seed=1, skill=0.5)
    found = compare(scored, scored, resamples=200, seed=0)
    assert all(difference.difference == 0 for difference in found.differences.values())
    assert all(difference.p_bootstrap == difference.p_randomisation == 1 for difference in found.differences.values())
    assert found.score_mcnemar.p == 1


def test_a_clear_difference_is_found_by_every_test():
    found = compare(system(1000, seed=7, skill=0.9), system(1000, seed=7, skill=0.6), resamples=1000, seed=0)
    accuracy = found.differences["label_accuracy"]
    assert accuracy.interval.low > 0
    assert accuracy.p_bootstrap < 0.01
    assert accuracy.p_randomisation < 0.01
    assert found.label_mcnemar.p < 1e-6


@pytest.mark.slow
def test_chance_differences_are_rarely_significant():
    found = [
        compare(system(200, seed=s, skill=0.6), system(200, seed=s, skill=0.6000001), resamples=200, seed=s)
        for s in range(60)
    ]
    for test in ("p_bootstrap", "p_randomisation"):
        hits = sum(getattr(comparison.differences["label_accuracy"], test) < 0.05 for comparison in found)
        assert hits <= 9


@pytest.mark.parametrize(
    ("only_first", "only_second", "p"), [(0, 0, 1.0), (5, 0, 2 / 32), (3, 1, 10 / 16), (4, 4, 1.0), (1, 9, 22 / 1024)]
)
def test_mcnemar_by_hand(only_first, only_second, p):
    pairs = [(True, False)] * only_first + [(False, True)] * only_second + [(True, True)] * 7
    found = mcnemar(pairs)
    assert (found.only_first, found.only_second) == (only_first, only_second)
    assert found.p == pytest.approx(p)


def test_mcnemar_stays_exact_on_many_claims():
    assert 0 < mcnemar([(True, False)] * 9000 + [(False, True)] * 8000).p < 1e-13


def test_twenty_thousand_claims_and_a_thousand_resamples_take_a_moment():
    scored = system(20_000, seed=1, skill=0.7)
    started = time.process_time()
    confidence_intervals(scored, resamples=1000, seed=0)
    assert time.process_time() - started < 5
