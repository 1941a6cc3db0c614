"""Fine-tunes a FEVEROUS network with the paper's settings."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from torch import Tensor
from torch.nn import functional

from veriscope.lab.training.feverous_batches import LessonBatch, LessonTable
from veriscope.lab.training.feverous_lessons import IGNORED, TokenLesson
from veriscope.lab.training.feverous_network import FeverousNetwork
from veriscope.lab.training.train_loop import EpochBatches, Learning, Plan, Run, adamw, autocast, fit, place_of

# So many batches are sorted by length together: this saves padding and keeps the order random.
_SORTED_TOGETHER = 50


@dataclass(frozen=True, slots=True)
class FineTuning:
    """Settings of Aly et al. (2021), appendix, and a warm-up of ours; the training stops after `seconds`."""

    epochs: int
    decay: float
    seed: int
    batch: int = 16
    rate: float = 5e-5
    warm_up: float = 0.06
    seconds: float = 1e9


def fine_tune(
    network: FeverousNetwork, lessons: Sequence[TokenLesson], plan: FineTuning, run: Run, *, filler: int
) -> bool:
    """Train until done or out of time; returns whether it is done."""
    place = place_of(network)
    table = LessonTable(lessons, place, filler=filler, per_id=network.per_id)

    def epoch(number: int) -> EpochBatches[LessonBatch]:
        batches = shuffled_batches(table.lengths, size=plan.batch, seed=f"{plan.seed} {number}")
        return EpochBatches(len(batches), lambda step: table.batches(batches[step:]))

    def loss(batch: LessonBatch) -> Tensor:
        with autocast(place):
            logits = network(*batch.inputs)
        return _loss(logits.float(), batch.targets)

    learning = Learning(network, adamw(network, rate=plan.rate, decay=plan.decay), epoch, loss)
    return fit(learning, Plan(plan.epochs, plan.seed, warm_up=plan.warm_up, seconds=plan.seconds), run) is not None


def shuffled_batches(lengths: Sequence[int], *, size: int, seed: str) -> list[list[int]]:
    """Every number once, in random batches of pairs of similar length; only one batch may be smaller."""
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


def _loss(logits: Tensor, targets: Tensor) -> Tensor:
    """The cross-entropy of labels, or the binary cross-entropy of the ids that are not ignored."""
    if logits.ndim == 2:
        return functional.cross_entropy(logits, targets)
    each = functional.binary_cross_entropy_with_logits(logits[..., 0], targets.clamp(min=0).float(), reduction="none")
    counts = (targets != IGNORED).float()
    return (each * counts).sum() / counts.sum().clamp(min=1)
