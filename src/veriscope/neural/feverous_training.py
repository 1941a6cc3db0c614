"""Fine-tunes a FEVEROUS network with the paper's settings; stops, and goes on where it stopped."""

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from pickle import UnpicklingError

import torch
from torch import Tensor
from torch.nn import functional

from veriscope.errors import StoreError, UsageError
from veriscope.neural.feverous_batches import LessonBatch, LessonTable
from veriscope.neural.feverous_lessons import IGNORED, Lesson
from veriscope.neural.feverous_network import FeverousNetwork, autocast
from veriscope.neural.optimising import parameter_groups, rate_share
from veriscope.neural.train_network import write_log

CHECKPOINT = "checkpoint.pt"
LOG = "log.jsonl"
_LOOK_EVERY = 50
_SAVE_EVERY_S = 300.0
# Batches whose pairs are sorted by length together: padding is spared and the order stays random.
_SORTED_TOGETHER = 50

# What is at hand, and how many steps of how many are done.
Report = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class FineTuning:
    """Aly et al. (2021), appendix; the paper does not tell of a warm-up. After `seconds` the training is to stop."""

    epochs: int
    decay: float
    seed: int
    batch: int = 16
    rate: float = 5e-5
    warm_up: float = 0.06
    seconds: float = 1e9


@dataclass(frozen=True, slots=True)
class Run:
    """Where a run keeps its log and checkpoint, a name that differs when settings or data do, and whom it tells."""

    folder: Path
    name: str
    report: Report


def fine_tune(network: FeverousNetwork, lessons: Sequence[Lesson], plan: FineTuning, run: Run, *, filler: int) -> bool:
    """Train until done or out of time, and say whether it is done.

    A checkpoint of the same run is gone on from; one of another run raises `UsageError`.
    """
    run.folder.mkdir(parents=True, exist_ok=True)
    steps = -(-len(lessons) // plan.batch)
    trainer = _Trainer(network, plan, run, total=steps * plan.epochs)
    table = LessonTable(lessons, next(network.parameters()).device, filler=filler, per_id=network.per_id)
    started = saved = time.monotonic()
    for epoch in range(trainer.steps // max(steps, 1), plan.epochs):
        batches = shuffled_batches(table.lengths, size=plan.batch, seed=f"{plan.seed} {epoch}")
        for batch in table.batches(batches[trainer.steps - epoch * steps :]):
            trainer.step(batch)
            run.report(f"epoch {epoch + 1} of {plan.epochs}", trainer.steps, trainer.total)
            now = time.monotonic()
            if trainer.steps % _LOOK_EVERY == 0 or trainer.steps == trainer.total:
                trainer.log(epoch, now - started)
            is_over = now - started > plan.seconds and trainer.steps < trainer.total
            if is_over or now - saved > _SAVE_EVERY_S:
                trainer.save()
                saved = now
            if is_over:
                return False
    return True


def finish(folder: Path) -> None:
    """Remove the checkpoint of a run whose network is written."""
    (folder / CHECKPOINT).unlink(missing_ok=True)


def shuffled_batches(lengths: Sequence[int], *, size: int, seed: str) -> list[list[int]]:
    """Every number once, in batches of pairs of roughly like length, in random order; only one may be smaller."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    order = list(range(len(lengths)))
    draw.shuffle(order)
    span = size * _SORTED_TOGETHER
    batches: list[list[int]] = []
    for start in range(0, len(order), span):
        near = sorted(order[start : start + span], key=lambda number: lengths[number])
        batches += [near[first : first + size] for first in range(0, len(near), size)]
    draw.shuffle(batches)
    return batches


class _Trainer:
    """The state of a training that can be written down and taken up again."""

    def __init__(self, network: FeverousNetwork, plan: FineTuning, run: Run, *, total: int) -> None:
        self._network, self._plan, self._run, self.total = network, plan, run, total
        self._parameters = list(network.parameters())
        self._device = self._parameters[0].device
        self._optimiser = torch.optim.AdamW(
            parameter_groups(network, plan.decay), lr=plan.rate, eps=1e-6, fused=self._device.type == "cuda"
        )
        self._losses: list[Tensor] = []
        self.steps = 0
        torch.manual_seed(plan.seed)
        if (run.folder / CHECKPOINT).exists():
            self._resume()
        network.train()

    def step(self, batch: LessonBatch) -> None:
        """Learn from one batch; nothing here waits for the device."""
        for group in self._optimiser.param_groups:
            group["lr"] = self._plan.rate * rate_share(self.steps, self.total, self._plan.warm_up)
        self._optimiser.zero_grad(set_to_none=True)
        with autocast(self._device):
            logits = self._network(*batch.inputs)
        loss = _loss(logits.float(), batch.targets)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._parameters, 1.0)
        self._optimiser.step()
        self._losses.append(loss.detach())
        self.steps += 1

    def log(self, epoch: int, seconds: float) -> None:
        """One line: where the training stands, and the mean loss since the last."""
        loss = float(torch.stack(self._losses).mean())
        self._losses.clear()
        write_log(
            self._run.folder / LOG,
            epoch=epoch, step=self.steps, of=self.total, loss=round(loss, 4), seconds=round(seconds, 1),
        )  # fmt: skip

    def save(self) -> None:
        """Write a checkpoint in the place of the last one."""
        state = {
            "run": self._run.name,
            "network": self._network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "steps": self.steps,
            "random": [torch.get_rng_state(), *torch.cuda.get_rng_state_all()],
        }
        part = self._run.folder / f"{CHECKPOINT}.part"
        torch.save(state, part)
        part.replace(self._run.folder / CHECKPOINT)

    def _resume(self) -> None:
        file = self._run.folder / CHECKPOINT
        try:
            state = torch.load(file, map_location=self._device, weights_only=True)
            name = state["run"]
        except (OSError, RuntimeError, KeyError, TypeError, EOFError, UnpicklingError) as error:
            reason = " ".join(str(error).split())[:120]
            raise StoreError(f"{file} is damaged ({reason}); remove it and train again") from None
        if name != self._run.name:
            raise UsageError(f"{file} is of a run with other settings or data; name another folder or remove it")
        self._network.load_state_dict(state["network"])
        self._optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]
        # Dropout goes on where it was, so that a stopped training ends as one that was not.
        generators = [one.cpu() for one in state["random"]]
        torch.set_rng_state(generators[0])
        torch.cuda.set_rng_state_all(generators[1 : 1 + torch.cuda.device_count()])


def _loss(logits: Tensor, targets: Tensor) -> Tensor:
    """Cross-entropy of the labels; for ids, the binary one of those that teach something."""
    if logits.ndim == 2:
        return functional.cross_entropy(logits, targets)
    each = functional.binary_cross_entropy_with_logits(logits[..., 0], targets.clamp(min=0).float(), reduction="none")
    counts = (targets != IGNORED).float()
    return (each * counts).sum() / counts.sum().clamp(min=1)
