"""Labelled facts, sets of them, and scenarios: what to learn from, and what to judge."""

from dataclasses import dataclass
from enum import StrEnum

from veriscope.domain import GoldTriple, Triple
from veriscope.scenarios.settings import DatasetSettings

RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"


@dataclass(frozen=True, slots=True)
class Hop:
    """A step of a predicate path: a predicate and whether it is walked from subject to object."""

    predicate: str
    is_forward: bool


@dataclass(frozen=True, slots=True)
class LabelledFact:
    """A true or false fact, by IRIs; its object may be a literal in N-Triples notation.

    `origin` is the path from subject to object that a hard false fact was found by; random and true facts have none.
    A literal value comes from another subject of the same classes, and its path goes through them.
    `cluster` is the number of the cluster of the fact, or of the true fact it was made from. Random facts have none;
    neither do hard facts made from a true fact outside the set.
    """

    triple: Triple
    is_true: bool
    origin: tuple[Hop, ...] = ()
    cluster: int | None = None

    @property
    def is_hard(self) -> bool:
        """Whether it is false although a path connects its ends."""
        return not self.is_true and bool(self.origin)

    @property
    def gold(self) -> GoldTriple:
        """The triple with its truth only."""
        return GoldTriple(self.triple, self.is_true)


class DatasetPart(StrEnum):
    """What a set of facts is for."""

    TRAIN = "train"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Dataset:
    """Facts of one predicate, the true ones first, and the settings they were made with."""

    part: DatasetPart
    predicate: str
    settings: DatasetSettings
    facts: tuple[LabelledFact, ...]

    @property
    def true_facts(self) -> tuple[LabelledFact, ...]:
        """The facts that hold."""
        return tuple(fact for fact in self.facts if fact.is_true)

    @property
    def false_facts(self) -> tuple[LabelledFact, ...]:
        """The facts that do not."""
        return tuple(fact for fact in self.facts if not fact.is_true)


@dataclass(frozen=True, slots=True)
class Scenario:
    """(R, T, D) of the BUCKLE paper: R is the graph without the facts of `test`, T is `train`, D is `test`."""

    name: str
    predicate: str
    train: Dataset
    test: Dataset
