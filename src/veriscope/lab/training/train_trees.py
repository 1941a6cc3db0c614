"""Fits gradient-boosted trees (the `train` extra), and converts them to our own plain form."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from veriscope.errors import MissingExtraError
from veriscope.models import BoostedTrees, Node, Rows

_SETTINGS = {
    "learning_rate": 0.1,
    "num_leaves": 15,
    "max_depth": 6,
    "min_data_in_leaf": 50,
    "rounds": 150,
    "lambda_l2": 1.0,
}


def fit_trees(
    rows: Rows,
    labels: NDArray[np.int8],
    *,
    features: Sequence[str],
    seed: int,
    group_sizes: Sequence[int] | None = None,
    weights: NDArray[np.float64] | None = None,
    **settings: float,
) -> BoostedTrees:
    """Trees for binary labels; with `group_sizes`, for adjacent rows of one claim, they learn to rank within a group.

    `weights` are the weights of the rows. Settings are LightGBM's, and `rounds`, the number of trees. The same rows
    and seed give the same trees.
    """
    try:
        import lightgbm  # noqa: PLC0415 - an optional dependency
    except ImportError:
        raise MissingExtraError("fitting trees", extra="train") from None
    chosen = {**_SETTINGS, **settings}
    data = lightgbm.Dataset(rows, labels, group=group_sizes, weight=weights, feature_name=list(features))
    parameters: dict[str, Any] = {
        **{name: value for name, value in chosen.items() if name != "rounds"},
        "objective": "binary" if group_sizes is None else "lambdarank",
        "seed": seed,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 2,
        "verbosity": -1,
    }
    booster = lightgbm.train(parameters, data, num_boost_round=int(chosen["rounds"]))
    trees = tuple(tuple(_nodes(tree["tree_structure"])) for tree in booster.dump_model()["tree_info"])
    return BoostedTrees(tuple(features), {**chosen, "seed": seed, "examples": len(rows)}, trees)


def scaled_to_probabilities(model: BoostedTrees, rows: Rows, labels: NDArray[np.int8]) -> BoostedTrees:
    """The model with a slope and an intercept fitted to held-out rows (Platt 1999)."""
    # A tiny ridge keeps the slope finite if the scores separate the labels perfectly.
    fitted = LogisticRegression(C=1e6, solver="newton-cholesky", tol=1e-8).fit(model.score(rows)[:, None], labels)
    slope, intercept = float(fitted.coef_[0, 0]), float(fitted.intercept_[0])
    settings = {**model.settings, "slope": round(slope, 5), "intercept": round(intercept, 5)}
    return replace(model, settings=settings)


def _nodes(root: Mapping[str, Any]) -> list[Node]:
    """The nodes of a dumped tree, parents before children; thresholds are rounded to 32 bits, as features are."""
    nodes: list[Node] = []
    waiting = [root]
    while len(nodes) < len(waiting):
        found = waiting[len(nodes)]
        if "leaf_value" in found:
            nodes.append(Node.leaf(round(float(found["leaf_value"]), 5)))
            continue
        threshold = float(np.float32(found["threshold"]))
        nodes.append(Node(int(found["split_feature"]), threshold, len(waiting), len(waiting) + 1, 0.0))
        waiting += [found["left_child"], found["right_child"]]
    return nodes
