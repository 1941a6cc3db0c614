"""Fits methods of the checkers' registry on a graph, each with the embeddings that it uses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from veriscope.checking import CHECKERS
from veriscope.domain import GoldTriple, Triple, TripleChecker, require_name
from veriscope.errors import StoreError, UsageError
from veriscope.graph import MODELS, Model, View, numbers_of
from veriscope.kb.judging import Method


class EmbeddingSource(Protocol):
    """Supplies checkers that use embeddings."""

    def checker(self, model: Model, view: View) -> TripleChecker | None:
        """A checker with an embedding that has seen none of the facts that the view hides, or None."""


@dataclass(frozen=True, slots=True)
class MethodFactory:
    """Makes methods ready to be fitted."""

    embeddings: EmbeddingSource
    seed: int = 0

    def method(self, name: str, given: Iterable[GoldTriple] = ()) -> Method:
        """The method of that name; `given` are labelled facts to learn from."""
        record = CHECKERS[require_method(name)]
        return Method(
            name,
            self.fit,
            learns=record.learns,
            gives_probability=record.gives_probability,
            given=tuple(given),
            seed=self.seed,
        )

    def fit(
        self, name: str, view: View, examples: Sequence[GoldTriple], judged: Sequence[Triple] = ()
    ) -> TripleChecker:
        """Fit a method on what a view shows and on labelled facts; it never makes up a training fact that is `judged`.

        An embedding must not have seen the examples either: its score of a fact that it learned would mean nothing.
        """
        method = CHECKERS[name]
        ready: dict[Model, TripleChecker] = {}
        if method.embeddings:
            hiding = view.without(numbers_of(view.graph, [one.triple for one in examples]))
            checkers = {model: self.embeddings.checker(model, hiding) for model in method.embeddings}
            ready = {model: checker for model, checker in checkers.items() if checker is not None}
        if method.requires_embeddings and len(ready) < len(method.embeddings):
            raise StoreError(f"no embedding by {name} fits; train one: veriscope kb train KB --method {name}")
        return method.fit(view, examples, seed=self.seed, embeddings=ready, barred=judged)


def embeddings_of(methods: Iterable[str]) -> list[Model]:
    """The embeddings that some methods use."""
    used = {model for name in methods for model in CHECKERS[name].embeddings}
    return [model for model in MODELS if model in used]


def require_method(name: str) -> str:
    """The name; an error if there is no such method."""
    return require_name(name, CHECKERS, "method")


def require_methods(names: str) -> list[str]:
    """The methods of a comma-separated list."""
    asked = [require_method(name.strip()) for name in names.split(",") if name.strip()]
    if not asked:
        raise UsageError(f"no method is named; choose some of: {', '.join(sorted(CHECKERS))}")
    return list(dict.fromkeys(asked))
