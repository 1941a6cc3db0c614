"""Keeps all lessons on the device, so that no step waits for a copy; needs torch."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import DTypeLike
from torch import Tensor

from veriscope.lab.training.feverous_lessons import IGNORED, TokenLesson
from veriscope.models import Ids

# Attention is fastest if the length is a multiple of this.
_WIDTH_STEP = 16


class LessonBatch(NamedTuple):
    """Pairs padded to one length, with a target for each pair or for each id."""

    inputs: tuple[Tensor, Tensor, Tensor]
    targets: Tensor


class LessonTable:
    """Lessons on a device."""

    def __init__(self, lessons: Sequence[TokenLesson], device: torch.device, *, filler: int, per_id: bool) -> None:
        self._device, self._filler, self._per_id = device, filler, per_id
        self.lengths: list[int] = [len(one.pair.ids) for one in lessons]
        self._ids = self._on_device([one.pair.ids for one in lessons], np.int32)
        self._sides = self._on_device([one.pair.sides for one in lessons], np.int8)
        self._targets = self._on_device([one.targets for one in lessons], np.int8)
        ends = np.cumsum(np.array(self.lengths, np.int64))
        self._bounds = torch.from_numpy(np.stack((ends - self.lengths, ends), axis=1)).to(device)
        self._longest = max(self.lengths, default=0)
        self._places = torch.arange(self._longest, device=device)

    def batches(self, batches: Sequence[Sequence[int]]) -> Iterator[LessonBatch]:
        """The lessons with these numbers, as batches."""
        # All batches share one copy: a copy for each batch would wait for the steps before it.
        numbers = torch.tensor([number for batch in batches for number in batch], dtype=torch.long).to(self._device)
        for part, batch in zip(numbers.split([len(one) for one in batches]), batches, strict=True):
            yield self._pad(part, width=self._width(batch))

    def _width(self, batch: Sequence[int]) -> int:
        longest = max(self.lengths[number] for number in batch)
        return min(-(-longest // _WIDTH_STEP) * _WIDTH_STEP, self._longest)

    def _pad(self, numbers: Tensor, *, width: int) -> LessonBatch:
        start, end = self._bounds[numbers].unsqueeze(-1).unbind(1)
        places = start + self._places[:width]
        is_id = places < end
        at = places.clamp(max=len(self._ids) - 1)
        ids = torch.where(is_id, self._ids[at].long(), self._filler)
        inputs = (ids, is_id.long(), torch.where(is_id, self._sides[at].long(), 0))
        targets = torch.where(is_id, self._targets[at].long(), IGNORED) if self._per_id else self._targets[numbers]
        return LessonBatch(inputs, targets.long())

    def _on_device(self, parts: Sequence[Ids], kind: DTypeLike) -> Tensor:
        return torch.from_numpy(np.concatenate([np.zeros(0, np.int64), *parts]).astype(kind)).to(self._device)
