import numpy as np
import pytest

from veriscope.lab.training.logistic_fit import fit_labels, fit_weights


def test_a_row_that_counts_twice_is_as_good_as_two():
    rows, is_true = [(1.0, 0.5), (1.0, -1.0), (1.0, 0.2)], [True, False, False]
    doubled = fit_weights([*rows, rows[0]], [*is_true, True])
    assert fit_weights(rows, is_true, counts=[2, 1, 1]) == pytest.approx(doubled)


def test_the_ridge_spares_the_bias():
    assert fit_weights([(1.0, 0.0)] * 4, [True, True, True, False]) == pytest.approx([np.log(3), 0], abs=1e-4)


def test_where_the_features_say_nothing_the_biases_are_the_labels_shares():
    found = fit_labels(np.zeros((6, 2)), np.array([0, 0, 0, 1, 1, 2]), np.ones(6), size=3, ridge=1e-3)
    shares = np.exp(found.bias) / np.exp(found.bias).sum()
    assert shares == pytest.approx([3 / 6, 2 / 6, 1 / 6], abs=1e-3)
    assert not found.weights.any()


def test_a_label_that_never_occurs_has_a_column_and_hardly_any_share():
    found = fit_labels(np.eye(2), np.array([0, 2]), np.ones(2), size=3, ridge=0.1)
    assert found.weights.shape == (2, 3)
    shares = np.exp(np.eye(2) @ found.weights + found.bias)
    assert (shares / shares.sum(axis=1, keepdims=True))[:, 1].max() < 0.01
