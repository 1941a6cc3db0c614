import numpy as np
import pytest

from veriscope.lab.training.train_trees import fit_trees, scaled_to_probabilities

pytest.importorskip("lightgbm", reason="training needs the extra `train`")


def examples(seed, size=2000):
    rows = np.random.default_rng(seed).normal(size=(size, 3)).astype(np.float32)
    return rows, (rows[:, 0] * rows[:, 1] > 0).astype(np.int8)


@pytest.mark.slow
def test_trees_learn_what_no_line_separates():
    model = fit_trees(*examples(1), features=("a", "b", "noise"), seed=3, rounds=60)
    rows, labels = examples(2)
    assert ((model.probability(rows) > 0.5) == labels).mean() > 0.95


def test_the_same_seed_gives_the_same_trees():
    fits = [fit_trees(*examples(1), features=("a", "b", "c"), seed=3, rounds=5) for _ in range(2)]
    assert fits[0] == fits[1]


def test_groups_make_a_ranker_whose_scores_can_be_scaled():
    rows, labels = examples(1)
    model = fit_trees(rows, labels, features=("a", "b", "c"), seed=3, rounds=60, group_sizes=[20] * 100)
    held_out, truth = examples(2)
    scaled = scaled_to_probabilities(model, held_out, truth)
    assert scaled.probability(held_out).mean() == pytest.approx(truth.mean(), abs=0.01)
