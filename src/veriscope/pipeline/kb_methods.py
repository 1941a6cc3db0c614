"""The methods that check triples, by name, and how each is fitted."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from veriscope.checking import CHECKERS
from veriscope.checking.auto import Auto
from veriscope.domain import GoldTriple, Triple, TripleChecker
from veriscope.errors import StoreError, UsageError
from veriscope.graph import View, numbers_of
from veriscope.graph.embedding_settings import MODELS, Model
from veriscope.pipeline.kb_judging import Method

AUTO = "auto"
# What `auto` combines besides the methods that it fits itself.
READY: tuple[Model, ...] = ("transe",)


class Shelf(Protocol):
    """Where checkers by embeddings are had from."""

    def checker(self, model: Model, view: View) -> TripleChecker | None:
        """A checker by an embedding that has seen no fact that the view hides; nothing where there is none."""


@dataclass(frozen=True, slots=True)
class Methods:
    """Makes methods ready to be fitted; `shelf` has the embeddings."""

    shelf: Shelf
    seed: int = 0

    def method(self, name: str, given: Iterable[GoldTriple] = ()) -> Method:
        """The method of that name; `given` are labelled facts to learn from."""
        learns = require_method(name) == AUTO or CHECKERS[name].learns
        return Method(name, self.fit, learns, tuple(given), self.seed)

    def fit(
        self, name: str, view: View, examples: Sequence[GoldTriple], judged: Sequence[Triple] = ()
    ) -> TripleChecker:
        """Fit a method on what a view shows and on labelled facts; nothing is made to learn from that is `judged`.

        An embedding sees no true example either: else its score of an example would be no judgement.
        """
        hiding = view.without(numbers_of(view.graph, [one.triple for one in examples]))
        if name == AUTO:
            found = {model: self.shelf.checker(model, hiding) for model in READY}
            ready: dict[str, TripleChecker] = {
                model: checker for model, checker in found.items() if checker is not None
            }
            return Auto.fit(view, examples, seed=self.seed, ready=ready, barred=judged)
        for model in MODELS:
            if name == model:
                return self._by_embedding(model, hiding)
        return CHECKERS[name].fit(view, examples, seed=self.seed)

    def _by_embedding(self, model: Model, view: View) -> TripleChecker:
        checker = self.shelf.checker(model, view)
        if checker is None:
            raise StoreError(f"no embedding by {model} fits; train one: veriscope kb train KB --method {model}")
        return checker


def embeddings_of(methods: Iterable[str]) -> list[Model]:
    """The embeddings that some methods need."""
    asked = set(methods)
    return [model for model in MODELS if model in asked or (AUTO in asked and model in READY)]


def require_method(name: str) -> str:
    """The name, where there is such a method."""
    if name not in method_names():
        raise UsageError(f"no method named {name!r}; choose one of: {', '.join(method_names())}")
    return name


def method_names() -> list[str]:
    """Every method."""
    return sorted({AUTO, *CHECKERS})


def require_methods(names: str) -> list[str]:
    """The methods of a list with commas."""
    asked = [require_method(name.strip()) for name in names.split(",") if name.strip()]
    if not asked:
        raise UsageError(f"no method is named; choose some of: {', '.join(method_names())}")
    return list(dict.fromkeys(asked))
