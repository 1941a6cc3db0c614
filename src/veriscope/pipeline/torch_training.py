"""Trains a small network with torch: epochs, early stopping, checkpoints that a stopped run goes on from."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, NamedTuple, Protocol

import torch

from veriscope.errors import StoreError, UsageError

CHECKPOINT = "checkpoint.pt"
_SAVE_EVERY_S = 60.0

Tensors = dict[str, Any]
# What is at hand, and how many steps of how many are done.
Report = Callable[[str, int, int], None]


class Batch(NamedTuple):
    """What the network reads, and the number of the right label of each row."""

    inputs: tuple[Any, ...]
    labels: Any


class Network(Protocol):
    """A network whose weights are tensors by name."""

    weights: Tensors

    def logits(self, inputs: tuple[Any, ...], *, dropout: bool) -> Any:  # noqa: ANN401 - torch has no types here
        """One number a label for each row."""

    def optimiser(self) -> Any:  # noqa: ANN401
        """A new optimiser of the weights."""


class Examples(Protocol):
    """Pairs as batches."""

    def batches(self, generator: random.Random | None) -> Sequence[Callable[[], Batch]]:
        """Every example once, shuffled where there is a generator; a batch is made when it is called for."""


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """Where checkpoints are kept, a name that differs when settings or pairs do, and who is told how far it is."""

    folder: Path
    name: str
    report: Report


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How long to learn: at most so many epochs, and so many without getting better on what is held out."""

    epochs: int
    patience: int
    seed: int
    clip: float = 5.0


@dataclass(slots=True)
class _State:
    """Where a run stands: all of it is in a checkpoint."""

    run: str
    epoch: int
    step: int
    best_score: float
    best_epoch: int
    scores: list[float]
    weights: Tensors
    best_weights: Tensors
    optimiser: dict[str, Any]
    generator: Any


class Fitted(NamedTuple):
    """The weights that were best on what was held out, and its balanced accuracy after each epoch."""

    weights: Tensors
    scores: list[float]
    best_epoch: int


def fit(network: Network, learned: Examples, held_out: Examples, plan: TrainingPlan, run: TrainingRun) -> Fitted:
    """Train the network in place; its best weights.

    A checkpoint of the same run is gone on from; one of another run raises `UsageError`.
    """
    trainer = _Trainer(network, plan, run)
    state = trainer.state
    while state.epoch < plan.epochs and state.epoch - state.best_epoch < plan.patience:
        trainer.learn(learned)
        trainer.end_epoch(balanced_accuracy(network, held_out))
        trainer.save()
    return Fitted(state.best_weights, state.scores, state.best_epoch)


def finish(folder: Path) -> None:
    """Remove the checkpoint of a run whose model is written."""
    (folder / CHECKPOINT).unlink(missing_ok=True)


def balanced_accuracy(network: Network, examples: Examples) -> float:
    """The mean of the labels' recalls: accuracy as if each label came equally often, as in FEVER's development set."""
    hits, totals = torch.zeros(3), torch.zeros(3)
    with torch.no_grad():
        for make in examples.batches(None):
            batch = make()
            right = network.logits(batch.inputs, dropout=False).argmax(dim=1) == batch.labels
            hits += torch.bincount(batch.labels[right], minlength=3)
            totals += torch.bincount(batch.labels, minlength=3)
    present = totals > 0
    return float((hits[present] / totals[present]).mean())


class _Trainer:
    """One network, its optimiser and how far they are."""

    def __init__(self, network: Network, plan: TrainingPlan, run: TrainingRun) -> None:
        torch.manual_seed(plan.seed)
        self._network, self._plan, self._run = network, plan, run
        self._optimiser = network.optimiser()
        resumed = _read_checkpoint(run)
        self.state = resumed or self._fresh()
        if resumed is not None:
            self._restore(resumed)

    def learn(self, learned: Examples) -> None:
        """The rest of an epoch."""
        state, plan = self.state, self._plan
        batches = learned.batches(random.Random(f"{plan.seed} {state.epoch}"))  # noqa: S311 - repeatable, no secret
        if state.step == 0:
            torch.manual_seed(plan.seed * 1_000_003 + state.epoch)
        saved = time.monotonic()
        for make in batches[state.step :]:
            self._step(make())
            state.step += 1
            self._report(len(batches))
            if time.monotonic() - saved > _SAVE_EVERY_S:
                self.save()
                saved = time.monotonic()

    def end_epoch(self, score: float) -> None:
        """Keep the weights where they are the best so far."""
        state = self.state
        state.scores.append(score)
        state.epoch, state.step = state.epoch + 1, 0
        if score > state.best_score:
            state.best_score, state.best_epoch = score, state.epoch
            state.best_weights = _copied(self._network.weights)

    def save(self) -> None:
        """Write a checkpoint in the place of the last one."""
        state, folder = self.state, self._run.folder
        state.weights = _copied(self._network.weights)
        state.optimiser, state.generator = self._optimiser.state_dict(), torch.get_rng_state()
        part = folder / f"{CHECKPOINT}.part"
        folder.mkdir(parents=True, exist_ok=True)
        torch.save({field.name: getattr(state, field.name) for field in fields(_State)}, part)
        part.replace(folder / CHECKPOINT)

    def _report(self, steps: int) -> None:
        state, plan = self.state, self._plan
        best = f", held out {state.best_score:.4f}" if state.scores else ""
        name = f"epoch {state.epoch + 1} of at most {plan.epochs}{best}"
        self._run.report(name, state.epoch * steps + state.step, plan.epochs * steps)

    def _step(self, batch: Batch) -> None:
        self._optimiser.zero_grad()
        logits = self._network.logits(batch.inputs, dropout=True)
        torch.nn.functional.cross_entropy(logits, batch.labels).backward()
        torch.nn.utils.clip_grad_norm_(list(self._network.weights.values()), self._plan.clip)
        self._optimiser.step()

    def _fresh(self) -> _State:
        weights = _copied(self._network.weights)
        return _State(self._run.name, 0, 0, -1.0, 0, [], weights, weights, {}, None)

    def _restore(self, state: _State) -> None:
        with torch.no_grad():
            for name, tensor in self._network.weights.items():
                tensor.copy_(state.weights[name])
        self._optimiser.load_state_dict(state.optimiser)
        torch.set_rng_state(state.generator)


def _copied(weights: Tensors) -> Tensors:
    return {name: tensor.detach().clone() for name, tensor in weights.items()}


def _read_checkpoint(run: TrainingRun) -> _State | None:
    path = run.folder / CHECKPOINT
    if not path.exists():
        return None
    try:
        state = _State(**torch.load(path, weights_only=True))
    except (OSError, RuntimeError, TypeError, ValueError, EOFError, UnpicklingError) as error:
        reason = " ".join(str(error).split())[:120]
        raise StoreError(f"{path} is damaged ({reason}); remove it and train again") from None
    if state.run != run.name:
        raise UsageError(f"{path} is of a run with other settings or data; name another folder or remove it")
    return state
