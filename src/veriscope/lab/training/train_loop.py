"""Trains every network: with steps, a log, checkpoints and a time limit; a stopped run resumes."""

import json
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Generic, NamedTuple, TypeVar

import torch
from torch import Tensor, nn

from veriscope.errors import StoreError, UsageError

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"
_LOG_EVERY = 50
_SAVE_EVERY_S = 120.0
_RARELY_DECAYED = ("bias", "LayerNorm.weight")

Batch = TypeVar("Batch")
# Takes the current task, and how many steps of how many are done.
Report = Callable[[str, int, int], None]


class EpochBatches(NamedTuple, Generic[Batch]):
    """The number of batches of an epoch, and a function that gives them from a step on."""

    size: int
    since: Callable[[int], Iterable[Batch]]


@dataclass(frozen=True, slots=True)
class Learning(Generic[Batch]):
    """A network, its optimiser, the batches of each epoch and the loss of a batch; `held_out` scores the network."""

    network: nn.Module
    optimiser: torch.optim.Optimizer
    epoch: Callable[[int], EpochBatches[Batch]]
    loss: Callable[[Batch], Tensor]
    held_out: Callable[[], float] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """How long and how fast to train.

    With `patience`, training stops after that many epochs without a gain on held-out data. With `warm_up`, the rate
    rises for this share of the steps and then falls to zero. Training stops after `seconds`, and can be resumed.
    """

    epochs: int
    seed: int
    patience: int | None = None
    clip: float = 1.0
    warm_up: float | None = None
    seconds: float = math.inf


@dataclass(frozen=True, slots=True)
class Run:
    """The folder of log and checkpoint, a name that changes with settings and data, and a callback for progress."""

    folder: Path
    name: str
    report: Report = lambda *_: None


class EpochScores(NamedTuple):
    """The held-out score after each epoch, and the best epoch, whose weights the network has."""

    scores: list[float]
    best_epoch: int


def fit(learning: Learning[Batch], plan: Plan, run: Run) -> EpochScores | None:
    """Train the network in place; None if the time was over before the end.

    Resumes from a checkpoint of the same run; a checkpoint of another run raises `UsageError`.
    """
    loop = _Loop(learning, plan, run)
    while not loop.is_done():
        if not loop.learn_epoch() and not loop.is_done():
            return None
    return loop.restore_best()


def finish(folder: Path) -> None:
    """Remove the checkpoint of a run, once its network is written."""
    (folder / CHECKPOINT).unlink(missing_ok=True)


def adamw(network: nn.Module, *, rate: float, decay: float) -> torch.optim.Optimizer:
    """The optimiser for pretrained encoders, without decay for biases and the weights of norms."""
    named = list(network.named_parameters())
    groups = [
        {"params": [value for name, value in named if not name.endswith(_RARELY_DECAYED)], "weight_decay": decay},
        {"params": [value for name, value in named if name.endswith(_RARELY_DECAYED)], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=rate, eps=1e-6, fused=True)


def rate_share(step: int, total: int, warm_up: float) -> float:
    """The share of the full rate at a step: a short rise, then a linear fall to zero."""
    rise = max(1, int(total * warm_up))
    return (step + 1) / rise if step < rise else max(0.0, (total - step) / max(1, total - rise))


def device() -> torch.device:
    """The GPU if there is one, else the CPU."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def place_of(network: nn.Module) -> torch.device:
    """The device that a network is on."""
    place: torch.device = next(network.parameters()).device
    return place


def autocast(place: torch.device, *, learning: bool = False) -> torch.autocast:
    """A context with half precision on a GPU; for learning, also on a processor that computes with it."""
    is_quick = place.type == "cuda" or (learning and torch.cpu._is_avx512_bf16_supported())
    return torch.autocast(place.type, torch.bfloat16, enabled=is_quick)


@dataclass(slots=True)
class _Progress:
    """The progress of a run; `step` counts within the epoch, `steps` from the start, up to `total`."""

    epoch: int = 0
    step: int = 0
    steps: int = 0
    total: int = 0
    best_epoch: int = 0
    scores: list[float] = field(default_factory=list)


class _Loop(Generic[Batch]):
    """The state of a training, which can be saved and resumed."""

    def __init__(self, learning: Learning[Batch], plan: Plan, run: Run) -> None:
        self._learning, self._plan, self._run = learning, plan, run
        self._network, self._optimiser = learning.network, learning.optimiser
        self._parameters = list(self._network.parameters())
        self._place = place_of(self._network)
        self._rate = float(self._optimiser.defaults["lr"])
        self._losses: list[Tensor] = []
        self._progress = _Progress()
        self._best: dict[str, Tensor] | None = None
        self._random: list[Tensor] = []
        self._started = self._saved = time.monotonic()
        run.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(plan.seed)
        if (run.folder / CHECKPOINT).exists():
            self._resume()
        self._network.train()

    def is_done(self) -> bool:
        """Whether all epochs are over, or `patience` is exhausted."""
        progress, patience = self._progress, self._plan.patience
        is_stuck = patience is not None and progress.epoch - progress.best_epoch >= patience
        return progress.epoch >= self._plan.epochs or is_stuck

    def learn_epoch(self) -> bool:
        """Train for the rest of an epoch; returns whether there is time for another."""
        progress = self._progress
        batches = self._learning.epoch(progress.epoch)
        progress.total = progress.total or batches.size * self._plan.epochs
        self._restore_random()
        for batch in batches.since(progress.step):
            self._learn(batch)
            if progress.steps % _LOG_EVERY == 0 or progress.steps == progress.total:
                self._log()
            self._report()
            is_over = self._is_over() and progress.step < batches.size
            if is_over or time.monotonic() - self._saved > _SAVE_EVERY_S:
                self._save()
            if is_over:
                return False
        self._end_epoch()
        return not self._is_over()

    def restore_best(self) -> EpochScores:
        """Give the network its best weights, and return the scores."""
        if self._best is not None:
            self._network.load_state_dict(self._best)
        return EpochScores(self._progress.scores, self._progress.best_epoch)

    def _learn(self, batch: Batch) -> None:
        """Train on one batch, without waiting for the device."""
        if self._plan.warm_up is not None:
            rate = self._rate * rate_share(self._progress.steps, self._progress.total, self._plan.warm_up)
            for group in self._optimiser.param_groups:
                group["lr"] = rate
        self._optimiser.zero_grad(set_to_none=True)
        loss = self._learning.loss(batch)
        loss.backward()
        nn.utils.clip_grad_norm_(self._parameters, self._plan.clip)
        self._optimiser.step()
        self._losses.append(loss.detach())
        self._progress.step += 1
        self._progress.steps += 1

    def _end_epoch(self) -> None:
        """Score the epoch, and keep the weights if they are the best so far."""
        progress = self._progress
        progress.epoch, progress.step = progress.epoch + 1, 0
        if self._learning.held_out is not None:
            score = self._learning.held_out()
            if score > max(progress.scores, default=-1.0):
                progress.best_epoch = progress.epoch
                self._best = {name: value.detach().clone() for name, value in self._network.state_dict().items()}
            progress.scores.append(score)
        self._save()

    def _is_over(self) -> bool:
        return time.monotonic() - self._started > self._plan.seconds

    def _report(self) -> None:
        progress, plan = self._progress, self._plan
        most = "" if plan.patience is None else "at most "
        best = f", held out {max(progress.scores):.4f}" if progress.scores else ""
        self._run.report(f"epoch {progress.epoch + 1} of {most}{plan.epochs}{best}", progress.steps, progress.total)

    def _log(self) -> None:
        """Append the progress, and the mean loss since the last line, to the log."""
        progress, loss = self._progress, float(torch.stack(self._losses).mean())
        self._losses.clear()
        seconds = round(time.monotonic() - self._started, 1)
        line = {"epoch": progress.epoch, "step": progress.steps, "of": progress.total, "loss": round(loss, 4)}
        with (self._run.folder / LOG).open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(line | {"seconds": seconds}) + "\n")

    def _save(self) -> None:
        """Write a checkpoint that replaces the last one."""
        state = {
            "run": self._run.name,
            "network": self._network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "progress": {name: getattr(self._progress, name) for name in _Progress.__slots__},
            "best": self._best,
            "random": [torch.get_rng_state(), *torch.cuda.get_rng_state_all()],
        }
        part = self._run.folder / f"{CHECKPOINT}.part"
        torch.save(state, part)
        part.replace(self._run.folder / CHECKPOINT)
        self._saved = time.monotonic()

    def _resume(self) -> None:
        state = _read_checkpoint(self._run, self._place)
        self._network.load_state_dict(state["network"])
        self._optimiser.load_state_dict(state["optimiser"])
        self._progress, self._best, self._random = _Progress(**state["progress"]), state["best"], state["random"]

    def _restore_random(self) -> None:
        """Restore the random state, so that a resumed training ends as an uninterrupted one does."""
        if self._random:
            first, *others = [one.cpu() for one in self._random]
            torch.set_rng_state(first)
            torch.cuda.set_rng_state_all(others[: torch.cuda.device_count()])
        self._random = []


def _read_checkpoint(run: Run, place: torch.device) -> dict[str, Any]:
    path = run.folder / CHECKPOINT
    try:
        state: dict[str, Any] = torch.load(path, map_location=place, weights_only=True)
        name = state["run"]
    except (OSError, RuntimeError, KeyError, TypeError, ValueError, EOFError, UnpicklingError) as error:
        reason = " ".join(str(error).split())[:120]
        raise StoreError(f"{path} is damaged ({reason}); remove it and train again") from None
    if name != run.name:
        raise UsageError(f"{path} is of a run with other settings or data; name another folder or remove it")
    return state
