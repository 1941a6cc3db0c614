"""Cuts batches from an epoch that is kept on the device, so that no step waits for a copy."""

import random
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

from veriscope.lab.training.examples import Head
from veriscope.lab.training.train_epochs import Epoch
from veriscope.models import Ids, TokenTable, like_lengths


class PairBatch(NamedTuple):
    """Pairs padded to one length: their numbers, and their ids, mask and sides as inputs of the network."""

    numbers: Tensor
    inputs: tuple[Tensor, Tensor, Tensor]


class ExampleBatch(NamedTuple):
    """A batch of examples with their targets; `scores` are a teacher's logits."""

    inputs: tuple[Tensor, Tensor, Tensor]
    is_list: Tensor
    labels: Tensor
    ranks: Tensor
    scores: Tensor | None


def batches_of(lengths: Ids, *, tokens: int, seed: int) -> list[Ids]:
    """Random batches of numbers whose examples have similar lengths; the seed decides order and members."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    numbers = list(range(len(lengths)))
    draw.shuffle(numbers)
    order = np.array(numbers, np.int64)
    batches = [order[places] for places in like_lengths(lengths[order], tokens=tokens)]
    draw.shuffle(batches)
    return batches


class DeviceTable:
    """A table of pairs on a device."""

    def __init__(self, table: TokenTable, device: torch.device, *, filler: int) -> None:
        self._lengths, self._device, self._filler = table.lengths, device, filler
        self._ids = torch.from_numpy(table.ids).to(device)
        starts, ends = table.starts[:-1], table.starts[1:]
        self._bounds = torch.from_numpy(np.stack((starts, starts + table.claims, ends), axis=1)).to(device)
        self._places = torch.arange(self._lengths.max(initial=0), device=device)

    def batches(self, batches: Sequence[Ids]) -> Iterator[PairBatch]:
        """The pairs with these numbers, as batches."""
        if not batches:
            return
        # All batches share one copy: a copy for each batch would wait for the steps before it.
        numbers = torch.from_numpy(np.concatenate(batches)).to(self._device)
        for part, batch in zip(numbers.split([len(one) for one in batches]), batches, strict=True):
            yield PairBatch(part, self._pad(part, width=int(self._lengths[batch].max())))

    def _pad(self, numbers: Tensor, *, width: int) -> tuple[Tensor, Tensor, Tensor]:
        start, evidence, end = self._bounds[numbers].unsqueeze(-1).unbind(1)
        places = start + self._places[:width]
        is_id = places < end
        ids = self._ids[places.clamp(max=len(self._ids) - 1)].long()
        sides = is_id & (places >= evidence)
        return torch.where(is_id, ids, self._filler), is_id.long(), sides.long()


class DeviceEpoch:
    """An epoch on a device."""

    def __init__(self, epoch: Epoch, device: torch.device, *, filler: int) -> None:
        self._pairs = DeviceTable(epoch.table, device, filler=filler)
        marks = np.stack((epoch.heads == Head.LIST, epoch.labels, epoch.ranks), axis=1)
        self._marks = torch.from_numpy(marks).to(device)
        self._scores = None if epoch.scores is None else torch.from_numpy(epoch.scores).to(device)

    def batches(self, batches: Sequence[Ids]) -> Iterator[ExampleBatch]:
        """The examples with these numbers, as batches."""
        for numbers, inputs in self._pairs.batches(batches):
            is_list, labels, ranks = self._marks[numbers].long().unbind(1)
            scores = None if self._scores is None else self._scores[numbers]
            yield ExampleBatch(inputs, is_list.bool(), labels, ranks, scores)
