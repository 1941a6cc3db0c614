import random

import numpy as np
import pytest

from veriscope.domain import Computation, Label, Verdict
from veriscope.pipeline.table_fusion import FEATURES, features, fit, fused, packaged_weights
from veriscope.pipeline.train_table_fusion import Weighed, accuracy


def computation(*, supports, truth, chosen=0.5, covered=0.5):
    return Computation("T", 0, "p", truth, chosen, supports, covered, True, True, "q", (), "c", ())


def verdict(supports, neither=0.0):
    return Verdict(Label.SUPPORTS, supports * (1 - neither), (1 - supports) * (1 - neither), neither)


def drawn(count, *, seed):
    """Statements of which the programs tell much, the encoder something, and nothing else anything."""
    draw = random.Random(seed)
    for number in range(count):
        is_true = number % 2 == 0
        tells, says = draw.random() < 0.9, draw.random() < 0.6
        found = computation(supports=0.7 if tells is is_true else 0.3, truth=draw.random() < 0.5)
        yield features(verdict(0.7 if says is is_true else 0.3), found), is_true


def test_who_tells_more_weighs_more():
    rows, wanted = zip(*drawn(3000, seed=1), strict=True)
    weights = dict(zip(FEATURES, fit(rows, wanted), strict=True))
    assert weights["programs"] > 2 * weights["encoder"] > 0
    assert abs(weights["bias"]) < 0.3


def test_folds_tell_of_statements_that_were_not_fitted_on():
    weighed = [Weighed(row, is_true, number % 5) for number, (row, is_true) in enumerate(drawn(1500, seed=2))]
    assert 0.85 < accuracy(weighed) < 0.95
    turned = [one._replace(is_true=not one.is_true) if one.fold == 0 else one for one in weighed]
    assert accuracy(turned) < accuracy(weighed) - 0.1


@pytest.mark.parametrize("neither", [0.0, 0.4, 1.0])
def test_what_is_fused_sums_to_one_and_keeps_the_doubt(neither):
    stance = fused(verdict(0.3, neither), computation(supports=0.9, truth=True), packaged_weights())
    assert sum(stance) == pytest.approx(1)
    assert stance.not_enough_info == pytest.approx(neither)


def test_more_support_from_either_side_is_more_support():
    def supports(read, found):
        return fused(verdict(read), computation(supports=found, truth=True), packaged_weights()).supports

    assert supports(0.2, 0.3) < supports(0.8, 0.3) < supports(0.8, 0.9)


def test_the_outcome_of_a_program_counts_by_its_sign():
    true, false = (features(verdict(0.5), computation(supports=0.5, truth=truth)) for truth in (True, False))
    assert np.allclose(true[3:], -false[3:])
    assert true[3] > 0
