"""What KG-Miner learns about one predicate, from the true examples whose ends have the same types as the claim's."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from veriscope.checking.feature_rows import columns_of, table_of
from veriscope.checking.folds import Fold, stratified_folds
from veriscope.checking.linear_model import LinearModel, fit_logistic
from veriscope.checking.predicate_examples import PredicateExamples
from veriscope.graph import Classes

INVERSE_PENALTIES = (1.0, 5.0, 10.0, 15.0, 20.0)
FOLDS = 10
MOST_PATHS = 300

_Types = frozenset[int]


@dataclass(frozen=True, slots=True)
class AnchoredPaths:
    """The examples of a predicate, and the models fitted on them, one for each set of anchors.

    The anchors of a claim are the true examples whose subject shares a class with its subject and whose object shares
    one with its object. If there are none, all true examples are its anchors.
    """

    table: csr_array
    columns: NDArray[np.int64]
    is_true: NDArray[np.bool_]
    inverse_penalty: float
    classes: Classes
    types: list[tuple[_Types, _Types]]  # of the ends of each true example
    models: dict[tuple[int, ...], LinearModel] = field(default_factory=dict)

    @classmethod
    def fit(cls, examples: PredicateExamples, classes: Classes, *, seed: int) -> "AnchoredPaths":
        """Choose the penalty by cross-validation over all examples; models are fitted when first needed."""
        columns = columns_of(examples.rows)
        table = table_of(examples.rows, columns)
        best = _best_paths(table, examples.is_true)
        penalty = _best_penalty(table[:, best], examples.is_true, seed=seed)
        ends = examples.facts[examples.is_true][:, ::2].tolist()
        types = [(_types(classes, subject), _types(classes, object_)) for subject, object_ in ends]
        return cls(table, columns, examples.is_true, penalty, classes, types)

    def model_for(self, subject: int, object_: int) -> LinearModel:
        """The model of the claims that have the same anchors."""
        anchors = self._anchors(_types(self.classes, subject), _types(self.classes, object_))
        if anchors not in self.models:
            self.models[anchors] = self._model(np.flatnonzero(self.is_true)[list(anchors)])
        return self.models[anchors]

    def _anchors(self, subject: _Types, object_: _Types) -> tuple[int, ...]:
        alike = (place for place, ends in enumerate(self.types) if ends[0] & subject and ends[1] & object_)
        return tuple(alike) or tuple(range(len(self.types)))

    def _model(self, anchors: NDArray[np.int64]) -> LinearModel:
        anchored = np.unique(self.table[anchors].indices)
        chosen = anchored[_best_paths(self.table[:, anchored], self.is_true)]
        return fit_logistic(
            self.table[:, chosen], self.columns[chosen], self.is_true, inverse_penalty=self.inverse_penalty
        )


def information_gains(table: csr_array, is_true: NDArray[np.bool_]) -> NDArray[np.float64]:
    """How many bits about the label each feature gives, by whether an example has it."""
    examples, true = len(is_true), int(is_true.sum())
    having = np.bincount(table.indices, minlength=table.shape[1])
    true_having = np.bincount(table[is_true].indices, minlength=table.shape[1])
    with_it = _entropies(true_having, having)
    without_it = _entropies(true - true_having, examples - having)
    gains: NDArray[np.float64] = (
        _entropies(np.array([true]), np.array([examples]))
        - (having * with_it + (examples - having) * without_it) / examples
    )
    return gains


def _entropies(some: NDArray[np.int64], of_all: NDArray[np.int64]) -> NDArray[np.float64]:
    shares = some / np.maximum(of_all, 1)
    entropies = np.zeros(len(shares))
    for part in (shares, 1 - shares):
        entropies[part > 0] -= part[part > 0] * np.log2(part[part > 0])
    return entropies


def _best_paths(table: csr_array, is_true: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The columns with the greatest information gain, in ascending order; shorter paths win ties."""
    order = np.argsort(-information_gains(table, is_true).round(12), kind="stable")
    return np.sort(order[:MOST_PATHS])


def _best_penalty(table: csr_array, is_true: NDArray[np.bool_], *, seed: int) -> float:
    """The penalty with the greatest mean AUROC over the folds; the first wins ties."""
    folds = min(FOLDS, int(is_true.sum()), int((~is_true).sum()))
    if folds < 2 or not table.shape[1]:
        return INVERSE_PENALTIES[0]
    splits = stratified_folds(is_true, folds, seed=seed)
    means = []
    for penalty in INVERSE_PENALTIES:
        scores = [_fold_auroc(table, is_true, split, penalty) for split in splits]
        means.append(round(float(np.mean(scores)), 9))
    return INVERSE_PENALTIES[int(np.argmax(means))]


def _fold_auroc(table: csr_array, is_true: NDArray[np.bool_], split: Fold, penalty: float) -> float:
    others, fold = split
    columns = np.arange(table.shape[1])
    model = fit_logistic(table[others], columns, is_true[others], inverse_penalty=penalty)
    scores = table[fold] @ model.weights
    true, false = scores[is_true[fold]], np.sort(scores[~is_true[fold]])
    # Counts the false facts below each true one. Scikit-learn's AUROC checks its input for longer than a fit takes.
    below = np.searchsorted(false, true) + np.searchsorted(false, true, side="right")
    return float(below.mean() / (2 * len(false)))


def _types(classes: Classes, node: int) -> _Types:
    return frozenset(classes[node].tolist())
