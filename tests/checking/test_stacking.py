import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.checking.stacking import Ranks, Stack

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
    high, low = stack.parts(np.ones((2, 2)), np.array([[0.95], [0.05]]))[0]
    assert high[0] > 2 * abs(high[1])
    assert low[1] > 2 * abs(low[0])


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
    assert abs(stack.trust[1, 0]) < 0.25 * stack.trust[0, 0]


SCORES = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=20)


@given(SCORES, SCORES)
def test_normal_scores_keep_the_order(known, asked):
    normal = Ranks.of(np.array(known)[:, None]).normal(np.array(asked)[:, None])[:, 0]
    assert np.isfinite(normal).all()
    order = np.argsort(asked, kind="stable")
    assert (np.diff(normal[order]) >= 0).all()


def test_equal_scores_lie_in_the_middle():
    assert Ranks.of(np.ones((9, 1))).normal(np.ones((1, 1)))[0, 0] == pytest.approx(0)
