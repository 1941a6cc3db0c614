"""How an embedding is trained: the model, the loss, the corrupted facts, the optimiser."""

from dataclasses import dataclass, replace
from typing import Literal

from veriscope.errors import UsageError

Model = Literal["transe", "transh"]
MODELS: tuple[Model, ...] = ("transe", "transh")


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """The defaults rank best on held-out facts; `plain_settings` gives the recipes of the papers.

    `loss` is `margin` (Bordes et al. 2013) or `self-adversarial` (Sun et al. 2019; `temperature` sharpens the weights
    of the corrupted facts). Each visit of a fact replaces one end by `negatives` other entities, which are drawn anew
    every `visits_a_draw` visits. `bernoulli` prefers the end that leaves fewer true facts behind (Wang et al. 2014).
    With one thread the seed decides everything; more threads update without locks, so runs differ slightly.
    """

    model: Model = "transe"
    dimension: int = 100
    norm: Literal[1, 2] = 2
    loss: Literal["margin", "self-adversarial"] = "self-adversarial"
    margin: float = 3.0
    temperature: float = 3.0
    negatives: int = 64
    visits_a_draw: int = 8
    corruption: Literal["uniform", "bernoulli"] = "uniform"
    optimiser: Literal["sgd", "adagrad"] = "adagrad"
    rate: float = 0.1
    has_unit_entities: bool = False
    epochs: int = 20
    threads: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("dimension", "negatives", "visits_a_draw", "epochs", "threads"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name} is {getattr(self, name)}; an embedding needs at least 1")
        for name in ("margin", "temperature", "rate"):
            if not 0 < getattr(self, name) < float("inf"):
                raise UsageError(f"{name} is {getattr(self, name)}; an embedding needs a positive number")
        if self.model not in MODELS:
            raise UsageError(f"no embedding model named {self.model!r}; choose one of: {', '.join(MODELS)}")
        if self.norm not in {1, 2}:
            raise UsageError(f"norm is {self.norm}; choose 1 or 2")


def plain_settings(model: Model = "transe") -> EmbeddingSettings:
    """The papers' recipes: one corrupted fact for each fact, margin ranking, plain gradient descent, unit entities.

    TransE as BUCKLE used it (100 dimensions, rate 0.01, margin 1, L1, 1,500 epochs); TransH with Wang's rate, margin,
    L2 and Bernoulli corruption.
    """
    plain = EmbeddingSettings(
        norm=1,
        loss="margin",
        margin=1.0,
        negatives=1,
        visits_a_draw=1,
        optimiser="sgd",
        rate=0.01,
        has_unit_entities=True,
        epochs=1500,
    )
    if model == "transe":
        return plain
    return replace(plain, model=model, norm=2, margin=0.5, rate=0.005, corruption="bernoulli", epochs=500)
