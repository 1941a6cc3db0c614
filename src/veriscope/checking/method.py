"""What the registry says about a method: where its checker is, what it needs, and how it is fitted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pkgutil import resolve_name
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Protocol

if TYPE_CHECKING:
    from veriscope.domain import GoldTriple, Triple, TripleChecker
    from veriscope.graph import Model, View

_NO_EMBEDDINGS: "Mapping[Model, TripleChecker]" = MappingProxyType({})

# Checkers are named as "module:Class", so that only those in use are loaded.


class CheckingMethod(Protocol):
    """Makes checkers.

    The caller supplies embedding checkers that have seen neither the judged facts nor the examples.
    """

    @property
    def learns(self) -> bool:
        """Whether it needs labelled facts."""

    @property
    def gives_probability(self) -> bool:
        """Whether its scores are probabilities; others only order facts."""

    @property
    def embeddings(self) -> "tuple[Model, ...]":
        """The embeddings that it uses."""

    @property
    def requires_embeddings(self) -> bool:
        """Whether it cannot work without them."""

    def fit(
        self,
        view: "View",
        examples: "Sequence[GoldTriple]" = (),
        *,
        seed: int = 0,
        embeddings: "Mapping[Model, TripleChecker]" = _NO_EMBEDDINGS,
        barred: "Sequence[Triple]" = (),
    ) -> "TripleChecker":
        """A checker that sees what the view shows; the seed decides all random choices.

        A method that makes up false facts to learn from never makes one that is `barred`.
        """


@dataclass(frozen=True, slots=True)
class GraphMethod:
    """Judges by what the view shows, and needs nothing else; `options` are handed to the checker."""

    checker: str
    options: tuple[tuple[str, str], ...] = ()
    learns: ClassVar[bool] = False
    gives_probability: ClassVar[bool] = False
    embeddings: "ClassVar[tuple[Model, ...]]" = ()
    requires_embeddings: ClassVar[bool] = False

    def fit(self, view: "View", examples: "Sequence[GoldTriple]" = (), **_: object) -> "TripleChecker":  # noqa: ARG002
        """A checker for the view."""
        checker: TripleChecker = resolve_name(self.checker)(view, **dict(self.options))
        return checker


@dataclass(frozen=True, slots=True)
class LearningMethod:
    """Learns from labelled facts."""

    checker: str
    learns: ClassVar[bool] = True
    gives_probability: ClassVar[bool] = True
    embeddings: "ClassVar[tuple[Model, ...]]" = ()
    requires_embeddings: ClassVar[bool] = False

    def fit(
        self, view: "View", examples: "Sequence[GoldTriple]" = (), *, seed: int = 0, **_: object
    ) -> "TripleChecker":
        """A checker that learned from the examples."""
        checker: TripleChecker = resolve_name(self.checker).fit(view, examples, seed=seed)
        return checker


@dataclass(frozen=True, slots=True)
class EmbeddingMethod:
    """Judges by an embedding; if the caller has none, it trains one with the default settings."""

    model: "Model"
    learns: ClassVar[bool] = False
    gives_probability: ClassVar[bool] = False
    requires_embeddings: ClassVar[bool] = True

    @property
    def embeddings(self) -> "tuple[Model, ...]":
        """The embedding of its model."""
        return (self.model,)

    def fit(
        self,
        view: "View",
        examples: "Sequence[GoldTriple]" = (),  # noqa: ARG002
        *,
        seed: int = 0,
        embeddings: "Mapping[Model, TripleChecker]" = _NO_EMBEDDINGS,
        **_: object,
    ) -> "TripleChecker":
        """The given checker, or one with a new embedding."""
        from veriscope.checking.embedding_checker import train_checker  # noqa: PLC0415

        return embeddings[self.model] if self.model in embeddings else train_checker(self.model, view, seed=seed)


@dataclass(frozen=True, slots=True)
class CombiningMethod:
    """Learns how far to trust other methods, embeddings among them if there are any."""

    checker: str
    embeddings: "tuple[Model, ...]"
    learns: ClassVar[bool] = True
    gives_probability: ClassVar[bool] = True
    requires_embeddings: ClassVar[bool] = False

    def fit(
        self,
        view: "View",
        examples: "Sequence[GoldTriple]" = (),
        *,
        seed: int = 0,
        embeddings: "Mapping[Model, TripleChecker]" = _NO_EMBEDDINGS,
        barred: "Sequence[Triple]" = (),
    ) -> "TripleChecker":
        """A checker that learned from the examples how far to trust each method."""
        checker: TripleChecker = resolve_name(self.checker).fit(
            view, examples, seed=seed, ready=embeddings, barred=barred
        )
        return checker
