"""SFE: which predicate paths link subject and object, and which edges either has; features are numbered."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from veriscope.checking.feature_rows import FeatureRow, columns_of, table_of
from veriscope.checking.judging_rows import judge_rows, model_of
from veriscope.checking.linear_model import LinearModel, fit_logistic
from veriscope.checking.path_teller import PathTeller
from veriscope.checking.predicate_examples import PredicateExamples, read_examples_by_predicate
from veriscope.domain import CheckedTriple, GoldTriple, Reason, Triple
from veriscope.graph import Neighbours, PathFinder, PredicatePath, View, numbers_of

ANY = -1
"""The step of a pattern that matches any predicate, in either direction."""


@dataclass(frozen=True, slots=True)
class SubgraphKeys:
    """The keys of features in a graph with `predicates` predicates.

    Patterns of steps are numbers above zero with the first step the least significant, like keys of paths, but with
    one more digit for the open step. One-sided features are numbers below zero.
    """

    predicates: int

    def of_paths(self, path_keys: NDArray[np.int64]) -> NDArray[np.int64]:
        """The patterns of paths (by the keys of `PathFinder`): the paths themselves, and with each step open."""
        base = 2 * self.predicates + 1
        digits, rest = [], path_keys
        while rest.any():
            digits.append(rest % base)
            rest = rest // base
        found = [self._number(digits)]
        for place, digit in enumerate(digits):
            # A path of one step with that step open would say only that the ends are linked.
            is_there = (digit > 0) & (path_keys >= base)
            opened = [each[is_there] for each in digits]
            opened[place] = np.full(int(is_there.sum()), base)
            found.append(self._number(opened))
        return np.concatenate(found)

    def _number(self, digits: list[NDArray[np.int64]]) -> NDArray[np.int64]:
        number = np.zeros(len(digits[0]) if digits else 0, dtype=np.int64)
        for digit in reversed(digits):
            number = number * (2 * self.predicates + 2) + digit
        return number

    def pattern(self, key: int) -> PredicatePath:
        """The steps of a pattern, `ANY` for the open one."""
        base = 2 * self.predicates + 2
        steps = []
        while key:
            key, digit = divmod(key, base)
            steps.append(ANY if digit == base - 1 else digit - 1)
        return tuple(steps)

    def of_ends(self, neighbours: Neighbours, subject: int, predicate: int, object_: int) -> NDArray[np.int64]:
        """The steps that subject and object have, without the fact's own edges."""
        found = []
        for place, (near, far) in enumerate(((subject, object_), (object_, subject))):
            edges = slice(int(neighbours.starts[near]), int(neighbours.starts[near + 1]))
            steps, nodes = neighbours.steps[edges].astype(np.int64), neighbours.nodes[edges]
            is_own = (nodes == far) & (steps >> 1 == predicate)
            found.append(-1 - steps[~is_own] - place * 2 * self.predicates)
        return np.unique(np.concatenate(found))

    def one_sided(self, key: int) -> tuple[bool, int]:
        """Whether the object has the step (or else the subject), and the step."""
        is_object, step = divmod(-1 - key, 2 * self.predicates)
        return bool(is_object), step


LENGTH = 3
LEAST_EXAMPLES = 2  # that must have a feature, or it is dropped
INVERSE_PENALTY = 2.0  # BUCKLE's absolute penalty of 0.5; its quadratic one of 0.01 changes nothing that counts


class SubgraphFeatures:
    """Scores triples by a logistic regression over binary features, one for each predicate."""

    def __init__(self, view: View, models: Mapping[str, LinearModel]) -> None:
        self._finder = PathFinder.of(view)
        self._models = models
        self._teller = PathTeller(self._finder)
        self._keys = SubgraphKeys(len(view.graph.predicates))

    @classmethod
    def fit(cls, view: View, examples: Sequence[GoldTriple], *, seed: int = 0) -> Self:  # noqa: ARG003
        """Learn from labelled facts; nothing is drawn at random."""
        return cls.learn_from(view, cls.read_examples(view, examples))

    @staticmethod
    def read_examples(view: View, examples: Sequence[GoldTriple]) -> dict[str, PredicateExamples]:
        """The examples with their features, by predicate."""
        return read_examples_by_predicate(view, examples, lambda part, facts: _rows(PathFinder.of(part), facts))

    @classmethod
    def learn_from(cls, view: View, by_predicate: Mapping[str, PredicateExamples], *, seed: int = 0) -> Self:  # noqa: ARG003
        """A checker that learned from examples whose features are already read."""
        return cls(view, {predicate: _model(examples) for predicate, examples in by_predicate.items()})

    @staticmethod
    def probabilities_of(
        view: View,  # noqa: ARG004
        known: PredicateExamples,
        asked: PredicateExamples,
        *,
        seed: int = 0,  # noqa: ARG004
    ) -> NDArray[np.float64]:
        """The probability of each `asked` fact of a predicate, learned from the `known` ones."""
        return _model(known).probabilities(asked.rows)

    def check(self, triples: Sequence[Triple], *, reasons: int = 0) -> list[CheckedTriple]:
        """Probabilities; the reasons are paths with examples, and edges that an end has."""
        models = [model_of(self._models, triple.predicate) for triple in triples]
        facts = numbers_of(self._finder.graph, triples)
        rows = _rows(self._finder, facts)

        def tell(place: int, key: int, share: float) -> Reason:
            return self._reason(facts[place], rows[place], key, share)

        return judge_rows(triples, rows, models, tell, reasons=reasons)

    def _reason(self, fact: NDArray[np.int32], row: FeatureRow, key: int, share: float) -> Reason:
        if key < 0:
            is_object, step = self._keys.one_sided(key)
            return Reason(f"the {'object' if is_object else 'subject'} has: {self._teller.step_words(step)}", share)
        pattern = self._keys.pattern(key)
        if ANY not in pattern:
            return self._teller.reason(fact, pattern, share, said="linked by")
        known = (self._keys.pattern(other) for other in row.keys[row.keys > 0].tolist())
        path = next(path for path in known if ANY not in path and _fits(path, pattern))
        words = " → ".join("any" if step == ANY else self._teller.step_words(step) for step in pattern)
        return self._teller.reason(fact, path, share, said="linked by")._replace(text=f"linked by: {words}")


def _fits(path: Sequence[int], pattern: Sequence[int]) -> bool:
    return len(path) == len(pattern) and all(wanted in (step, ANY) for step, wanted in zip(path, pattern, strict=True))


def _rows(finder: PathFinder, facts: NDArray[np.int32]) -> list[FeatureRow]:
    keys = SubgraphKeys(len(finder.graph.predicates))
    found = finder.between_all(facts, length=LENGTH)
    rows = []
    for fact, paths in zip(facts.tolist(), found, strict=True):
        parts = (keys.of_paths(paths.keys), keys.of_ends(finder.neighbours, *fact))
        present = np.unique(np.concatenate(parts))
        rows.append(FeatureRow(present, np.ones(len(present)), paths.left_out))
    return rows


def _model(examples: PredicateExamples) -> LinearModel:
    columns = columns_of(examples.rows, least=LEAST_EXAMPLES)
    table = table_of(examples.rows, columns)
    return fit_logistic(table, columns, examples.is_true, inverse_penalty=INVERSE_PENALTY, is_sparse=True)
