import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.models.encoder import Judgement
from veriscope.verdict.encoder_features import HEAD_FEATURES, LISTED, LineReading, verdict_features

logit = st.floats(-60, 60)
logits = st.tuples(logit, logit, logit)
judgements = st.builds(Judgement, logit, logits, logits)
NOTHING = Judgement(-20.0, (0.0, 0.0, 20.0), (0.0, 0.0, 20.0))
SUPPORTS = Judgement(20.0, (20.0, 0.0, 0.0), (20.0, 0.0, 0.0))
REFUTES = Judgement(20.0, (0.0, 20.0, 0.0), (0.0, 20.0, 0.0))


def features_of(together, alone, computed=(), matches=()):
    return verdict_features(LineReading(together, tuple(alone), tuple(computed), tuple(matches)))


def named(*reading):
    return dict(zip(HEAD_FEATURES, features_of(*reading), strict=True))


@settings(max_examples=40)
@given(together=judgements, alone=st.lists(judgements, min_size=1, max_size=10))
def test_there_is_a_finite_number_for_each_name(together, alone):
    features = features_of(together, alone)
    assert features.shape == (len(HEAD_FEATURES),)
    assert np.isfinite(features).all()


@settings(max_examples=40)
@given(together=judgements, alone=st.lists(judgements, min_size=1, max_size=10), shift=st.floats(-9, 9))
def test_what_all_logits_of_a_list_share_says_nothing(together, alone, shift):
    shifted = together._replace(list=tuple(value + shift for value in together.list))
    first, second = (features_of(one, alone) for one in (together, shifted))
    assert first == pytest.approx(second, abs=1e-6)


@settings(max_examples=40)
@given(alone=st.lists(judgements, min_size=1, max_size=10))
def test_shares_lie_between_nothing_and_all(alone):
    found = named(SUPPORTS, alone)
    shares = [value for name, value in found.items() if name.startswith("ranked_")]
    assert len(shares) == 2
    assert all(-1e-9 <= value <= 1 + 1e-9 for value in shares)


def test_the_strongest_line_counts_wherever_it_stands():
    found = named(NOTHING, [NOTHING, REFUTES])
    assert found["ranked_refutes"] == pytest.approx(1)
    assert found["ranked_supports"] == pytest.approx(0, abs=1e-6)


def test_what_an_unfit_line_says_hardly_counts():
    unfit = REFUTES._replace(rank=-20.0)
    found = named(SUPPORTS, [SUPPORTS, unfit])
    assert found["ranked_refutes"] == pytest.approx(0, abs=1e-6)
    assert found["ranked_supports"] == pytest.approx(1)


def test_lines_that_are_not_listed_count_no_more():
    listed = [NOTHING] * LISTED
    assert named(NOTHING, [*listed, REFUTES])["ranked_refutes"] == named(NOTHING, listed)["ranked_refutes"]


def test_a_computation_counts_as_far_as_it_matches_the_claim():
    found = named(NOTHING, [NOTHING], [SUPPORTS, REFUTES], [0.9, 0.6])
    assert (found["computed_supports"], found["computed_refutes"]) == (pytest.approx(0.9), pytest.approx(0.6))
    without = named(NOTHING, [NOTHING])
    assert (without["computed_supports"], without["computed_refutes"]) == (0, 0)


def test_how_many_lines_there_are_says_nothing():
    assert named(SUPPORTS, [SUPPORTS]) == pytest.approx(named(SUPPORTS, [SUPPORTS] * 4))
