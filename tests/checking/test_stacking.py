import numpy as np
import pytest

from veriscope.checking.stacking import Stack

pytestmark = pytest.mark.slow


def facts(count, seed=1):
    """Two methods and one property that tells which of them knows: the first where it is high, else the second."""
    draw = np.random.default_rng(seed)
    truths = draw.random(count) < 0.5
    popularity = draw.random(count)
    knows = truths * 2.0 - 1 + draw.normal(0, 0.7, count)
    guesses = draw.normal(0, 1, count)
    first = np.where(popularity > 0.5, knows, guesses)
    second = np.where(popularity > 0.5, guesses, knows)
    return np.stack([first, second], axis=1), popularity[:, None], truths


def accuracy(likely, truths):
    return float(((likely > 0.5) == truths).mean())


def test_a_property_tells_which_method_to_trust():
    scores, properties, truths = facts(600)
    stack = Stack.fit(scores, properties, truths, seed=0)
    new_scores, new_properties, new_truths = facts(2000, seed=2)
    likely = stack.probabilities(new_scores, new_properties)
    # Without the property, each method is right about seven times in ten.
    assert accuracy(likely, new_truths) > 0.8
    high, low = stack.parts(np.ones((2, 2)), np.array([[0.95], [0.05]]))
    assert high[0] > abs(high[1])
    assert low[1] > abs(low[0])


def test_probabilities_are_calibrated_on_new_facts():
    stack = Stack.fit(*facts(1500), seed=0)
    scores, properties, truths = facts(4000, seed=3)
    likely = stack.probabilities(scores, properties)
    for low in (0.0, 0.25, 0.5, 0.75):
        some = (likely >= low) & (likely < low + 0.25)
        assert truths[some].mean() == pytest.approx(likely[some].mean(), abs=0.06)


def test_a_method_that_only_guesses_has_no_part():
    draw = np.random.default_rng(5)
    truths = draw.random(500) < 0.5
    scores = np.stack([truths + draw.normal(0, 0.5, 500), draw.normal(0, 1, 500)], axis=1)
    stack = Stack.fit(scores, np.zeros((500, 1)), truths, seed=0)
    knowing, guessing = np.abs(stack.parts(scores, np.zeros((500, 1)))).mean(axis=0)
    assert guessing < 0.25 * knowing


def test_the_parts_of_all_columns_lead_from_the_mean_of_the_trees_to_their_vote():
    scores, properties, truths = facts(300)
    # With every column a method, nothing is left for properties.
    columns, none = np.concatenate([scores, properties], axis=1), np.empty((300, 0))
    stack = Stack.fit(columns, none, truths, seed=0)
    start = np.mean([tree.tree_.value[0, 0, 1] for tree in stack.forest.estimators_])
    votes = stack.forest.predict_proba(stack.places.transform(columns))[:, 1]
    assert start + stack.parts(columns, none).sum(axis=1) == pytest.approx(votes)


def test_a_stack_is_the_same_each_time_and_for_each_fact_alone():
    scores, properties, truths = facts(200)
    first, second = (Stack.fit(scores, properties, truths, seed=3) for _ in range(2))
    together = first.probabilities(scores, properties)
    assert together.tolist() == second.probabilities(scores, properties).tolist()
    assert first.probabilities(scores[7:8], properties[7:8]).tolist() == together[7:8].tolist()


def test_only_the_facts_to_calibrate_by_set_the_level():
    scores, properties, truths = facts(400)
    counted = np.arange(400) < 300
    made = np.where(counted, truths, False)
    level = [Stack.fit(scores, properties, made, seed=0, calibrating=which) for which in (counted, None)]
    means = [one.probabilities(*facts(1000, seed=4)[:2]).mean() for one in level]
    assert means[0] > means[1]


def test_scores_of_any_scale_are_compared_by_their_place():
    scores, properties, truths = facts(200)
    plain, bent = (Stack.fit(kind, properties, truths, seed=0) for kind in (scores, np.exp(5 * scores)))
    asked = scores[:50]
    likely = plain.probabilities(asked, properties[:50])
    assert bent.probabilities(np.exp(5 * asked), properties[:50]) == pytest.approx(likely)
