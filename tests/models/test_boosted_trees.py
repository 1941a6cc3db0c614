import numpy as np
import pytest

from veriscope.errors import StoreError
from veriscope.models.boosted_trees import BoostedTrees, Node

STUMP = (Node(0, 1.5, 1, 2, 0.0), Node.leaf(-1.0), Node.leaf(2.0))
DEEP = (Node(1, 0.0, 1, 2, 0.0), Node.leaf(0.25), Node(0, 3.0, 3, 4, 0.0), Node.leaf(0.5), Node.leaf(8.0))


@pytest.fixture
def model():
    return BoostedTrees(("height", "width"), {"seed": 1}, (STUMP, DEEP))


def test_a_row_goes_left_at_the_threshold_and_trees_add_up(model):
    rows = np.array([[1.5, 0.0], [1.6, 0.0], [1.6, 1.0], [4.0, 1.0]], np.float32)
    assert model.score(rows).tolist() == [-1 + 0.25, 2 + 0.25, 2 + 0.5, 2 + 8.0]


def test_no_rows_give_no_scores(model):
    assert model.score(np.zeros((0, 2), np.float32)).tolist() == []


def test_a_model_reads_back_as_it_was_written(model, tmp_path):
    model.write(tmp_path / "model.json")
    assert BoostedTrees.read(tmp_path / "model.json") == model


def test_probabilities_follow_slope_and_intercept(model):
    rows = np.array([[1.5, 0.0]], np.float32)
    scaled = BoostedTrees(model.features, {"slope": 2.0, "intercept": 1.5}, model.trees)
    assert model.probability(rows)[0] == pytest.approx(1 / (1 + np.exp(0.75)))
    assert scaled.probability(rows)[0] == pytest.approx(0.5)


def test_a_damaged_model_is_one_clear_line(tmp_path):
    (tmp_path / "model.json").write_text("{", encoding="utf-8")
    with pytest.raises(StoreError, match=r"cannot read the model .*model.json"):
        BoostedTrees.read(tmp_path / "model.json")
    with pytest.raises(StoreError, match=r"cannot read the model"):
        BoostedTrees.read(tmp_path / "none.json")
