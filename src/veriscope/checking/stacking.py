"""Decides by a forest of random trees over the scores of several checkers and the properties of the fact."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from scipy.special import logit

if TYPE_CHECKING:
    from sklearn.ensemble import ExtraTreesClassifier
    from sklearn.linear_model import LogisticRegression
    from sklearn.preprocessing import QuantileTransformer

Floats = NDArray[np.float64]

_TREES = 200
# Chosen on CoDEx-S's valid facts, where more columns to choose from at each step help (AUROC .935 instead of .929).
# The ten predicates of the benchmark hardly change; with leaves of two, one of them (`director`) loses .08.
_LEAF = 6
_COLUMNS = 0.5
# The trees' votes are kept this far from 0 and 1.
_SURE = 1e-3


@dataclass(frozen=True, slots=True)
class Stack:
    """How much each method's score counts for a fact with given properties.

    Extremely randomised trees (Geurts, Ernst & Wehenkel 2006) see the rank of each score among those of the training
    facts, and the properties, which tell them which method to trust. Each tree learns from a sample of the facts; the
    probabilities are calibrated on the votes of trees on facts that they did not learn from.
    """

    places: "QuantileTransformer"
    forest: "ExtraTreesClassifier"
    calibration: "LogisticRegression"

    @classmethod
    def fit(
        cls,
        scores: Floats,
        properties: Floats,
        truths: NDArray[np.bool_],
        *,
        seed: int,
        calibrating: NDArray[np.bool_] | None = None,
    ) -> "Stack":
        """Fit on training facts; probabilities are calibrated on the facts of `calibrating`, or on all."""
        from sklearn.ensemble import ExtraTreesClassifier  # noqa: PLC0415 - a second that `kl` need not wait for
        from sklearn.linear_model import LogisticRegression  # noqa: PLC0415
        from sklearn.preprocessing import QuantileTransformer  # noqa: PLC0415

        places = QuantileTransformer(n_quantiles=min(len(truths), 1000), random_state=seed).fit(scores)
        forest = ExtraTreesClassifier(
            _TREES,
            min_samples_leaf=_LEAF,
            max_features=_COLUMNS,
            bootstrap=True,
            oob_score=True,
            n_jobs=1,
            random_state=seed,
        ).fit(_columns(places, scores, properties), truths)
        counted = np.ones(len(truths), dtype=np.bool_) if calibrating is None else calibrating
        votes = _odds(forest.oob_decision_function_[:, 1])
        return cls(places, forest, LogisticRegression().fit(votes[counted, None], truths[counted]))

    def probabilities(self, scores: Floats, properties: Floats) -> Floats:
        """The probability that each fact is true."""
        votes = self.forest.predict_proba(_columns(self.places, scores, properties))[:, 1]
        likely: Floats = self.calibration.predict_proba(_odds(votes)[:, None])[:, 1]
        return likely

    def parts(self, scores: Floats, properties: Floats) -> Floats:
        """What each method's score adds to the share of the trees that vote for each fact.

        On the way from a tree's root to a leaf, each step changes the share of true facts; that change is credited to
        the column the step tests (Palczewska et al. 2013).
        """
        columns = _columns(self.places, scores, properties)
        parts = np.zeros(columns.shape)
        for tree in self.forest.estimators_:
            ways = tree.decision_path(columns)
            shares, asked = tree.tree_.value[:, 0, 1], tree.tree_.feature
            rows = np.repeat(np.arange(len(columns)), np.diff(ways.indptr))
            is_step = rows[1:] == rows[:-1]
            before, after = ways.indices[:-1][is_step], ways.indices[1:][is_step]
            np.add.at(parts, (rows[1:][is_step], asked[before]), shares[after] - shares[before])
        methods: Floats = parts[:, : scores.shape[1]] / len(self.forest.estimators_)
        return methods


def _columns(places: "QuantileTransformer", scores: Floats, properties: Floats) -> Floats:
    return np.concatenate([places.transform(scores), properties], axis=1)


def _odds(votes: Floats) -> Floats:
    odds: Floats = logit(np.clip(votes, _SURE, 1 - _SURE))
    return odds
