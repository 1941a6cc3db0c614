"""Labelled facts as the learners see them: by predicate, each with features that do not use its own edge.

At judging time all judged facts are hidden together, so the true object of a false fact's subject may be hidden too.
The features of examples are therefore read while the examples are hidden together. If they are a large share of their
predicate's facts, this is done in turns, so that the predicate does not vanish from the graph. Each turn hides the
examples that share an end with one of its own.
"""

from collections.abc import Callable, Sequence
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.feature_rows import FeatureRow
from veriscope.domain import GoldTriple
from veriscope.errors import InputError
from veriscope.graph import View, numbers_of

ReadFeatures = Callable[[View, NDArray[np.int32]], list[FeatureRow]]

_LARGEST_SHARE = 0.2


class PredicateExamples(NamedTuple):
    """The examples of one predicate: facts (subject, predicate, object), their features, and which are true."""

    facts: NDArray[np.int32]
    rows: list[FeatureRow]
    is_true: NDArray[np.bool_]

    def part(self, places: NDArray[np.int64]) -> "PredicateExamples":
        """Some of the examples."""
        return PredicateExamples(
            self.facts[places], [self.rows[place] for place in places.tolist()], self.is_true[places]
        )


def read_examples_by_predicate(
    view: View, examples: Sequence[GoldTriple], extract: ReadFeatures
) -> dict[str, PredicateExamples]:
    """The examples by the name of their predicate; a predicate without true or without false examples is an error."""
    facts = numbers_of(view.graph, [example.triple for example in examples])
    is_true = np.array([example.is_true for example in examples], dtype=np.bool_)
    predicates = np.unique(facts[:, 1])
    for predicate in predicates.tolist():
        _refuse_one_sided(view.graph.predicates[predicate], is_true[facts[:, 1] == predicate])
    rows = _rows(view, facts, is_true, extract)
    places = {predicate: np.flatnonzero(facts[:, 1] == predicate) for predicate in predicates.tolist()}
    return {
        view.graph.predicates[predicate]: PredicateExamples(
            facts[at], [rows[place] for place in at.tolist()], is_true[at]
        )
        for predicate, at in places.items()
    }


def _refuse_one_sided(name: str, is_true: NDArray[np.bool_]) -> None:
    true, false = int(is_true.sum()), int((~is_true).sum())
    if not (true and false):
        raise InputError(f"examples of {name!r}: {true} true and {false} false; give some of each")


def _rows(view: View, facts: NDArray[np.int32], is_true: NDArray[np.bool_], extract: ReadFeatures) -> list[FeatureRow]:
    turns = _turns(view, facts, is_true)
    rows: dict[int, FeatureRow] = {}
    for turn in np.unique(turns).tolist():
        places = np.flatnonzero(turns == turn)
        hidden = np.isin(facts[:, ::2], facts[places][:, ::2]).any(axis=1)
        found = extract(view.without(facts[hidden]), facts[places])
        rows.update(zip(places.tolist(), found, strict=True))
    return [rows[place] for place in range(len(facts))]


def _turns(view: View, facts: NDArray[np.int32], is_true: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The turn of each example: facts of one subject together, at most a fifth of their predicate's facts."""
    turns = np.zeros(len(facts), dtype=np.int64)
    for predicate in np.unique(facts[:, 1]).tolist():
        mine = facts[:, 1] == predicate
        share = _seen(view, facts[mine & is_true]) / max(1, len(view.facts_of(predicate)))
        _, subjects = np.unique(facts[mine, 0], return_inverse=True)
        turns[mine] = subjects % max(1, ceil(share / _LARGEST_SHARE))
    return turns


def _seen(view: View, facts: NDArray[np.int32]) -> int:
    """How many of the facts the view shows."""
    places = (view.graph.out.place(*fact) for fact in facts.tolist())
    return sum(place is not None and not view.out_hidden[place] for place in places)
