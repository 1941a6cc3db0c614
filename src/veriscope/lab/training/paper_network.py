"""Fits the FEVER paper's networks to pairs, until the held-out pairs show no gain (the `train` extra)."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional

from veriscope.lab.training.train_loop import EpochBatches, EpochScores, Learning, Plan, Run, fit

_CLIP = 5.0


class PairBatch(NamedTuple):
    """The inputs of the network, and the number of the right label for each row."""

    inputs: tuple[Any, ...]
    labels: Tensor


class PairBatches(Protocol):
    """Supplies pairs as batches."""

    def batches(self, generator: random.Random | None) -> Sequence[Callable[[], PairBatch]]:
        """Every pair once, shuffled if there is a generator; calling an item makes its batch."""


def named_parameters(weights: Mapping[str, Tensor]) -> nn.ParameterDict:
    """The weights as parameters to be learned, in the same order."""
    found = nn.ParameterDict()
    for name, weight in weights.items():
        found[name] = nn.Parameter(weight)
    return found


def fit_pairs(
    network: nn.Module, optimiser: torch.optim.Optimizer, data: tuple[PairBatches, PairBatches], plan: Plan, run: Run
) -> EpochScores:
    """Train on the first pairs until the second show no gain; the network gets its best weights."""
    learned, held_out = data

    def epoch(number: int) -> EpochBatches[PairBatch]:
        batches = learned.batches(random.Random(f"{plan.seed} {number}"))  # noqa: S311 - repeatable, no secret

        def since(step: int) -> Iterator[PairBatch]:
            if step == 0:
                torch.manual_seed(plan.seed * 1_000_003 + number)
            return (make() for make in batches[step:])

        return EpochBatches(len(batches), since)

    def loss(batch: PairBatch) -> Tensor:
        return functional.cross_entropy(network(*batch.inputs), batch.labels)

    learning = Learning(network, optimiser, epoch, loss, lambda: balanced_accuracy(network, held_out))
    fitted = fit(learning, replace(plan, clip=_CLIP), run)
    assert fitted is not None
    return fitted


def balanced_accuracy(network: nn.Module, pairs: PairBatches) -> float:
    """The mean recall over labels: the accuracy if labels were equally frequent, as in FEVER's development set."""
    hits, totals = torch.zeros(3), torch.zeros(3)
    network.eval()
    with torch.no_grad():
        for make in pairs.batches(None):
            batch = make()
            right = network(*batch.inputs).argmax(dim=1) == batch.labels
            hits += torch.bincount(batch.labels[right], minlength=3)
            totals += torch.bincount(batch.labels, minlength=3)
    network.train()
    present = totals > 0
    return float((hits[present] / totals[present]).mean())
