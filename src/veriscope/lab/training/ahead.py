"""Prepares things ahead of time in other processes, so that training seldom waits for them; needs torch."""

import gc
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Generic, Self, TypeVar

import torch
from torch.utils.data import DataLoader, Dataset

from veriscope.errors import StoreError, VeriscopeError
from veriscope.files import cores

Made = TypeVar("Made")


class Ahead(Generic[Made]):
    """Makes a thing for each number below `count`; while one is in use, each process makes one of the next.

    Every process calls `opened` once to get the function that makes the things, so both must be importable by name.
    Ask for consecutive numbers, starting anywhere. Leaving the `with` block ends the processes.
    """

    def __init__(self, opened: Callable[[], Callable[[int], Made]], *, count: int, workers: int) -> None:
        self._opened, self._count = opened, count
        self._workers = max(1, min(workers, count))
        self._coming: Iterator[Made | VeriscopeError] | None = None

    def __enter__(self) -> Self:
        return self

    def __call__(self, number: int) -> Made:
        """The thing with this number; waits until it is made."""
        if self._coming is None:
            self._coming = iter(self._loader(first=number))
        try:
            made = next(self._coming)
        except RuntimeError:
            # Raised outside this block, so that the traceback of `error` does not keep the processes alive.
            made = StoreError("a process that prepares examples ended early: for want of memory, or see above")
        if isinstance(made, VeriscopeError):
            raise made
        return made

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._coming = None

    def _loader(self, *, first: int) -> DataLoader:
        return DataLoader(
            _LazyDataset(self._opened),
            batch_size=None,
            sampler=range(first, self._count),
            num_workers=self._workers,
            prefetch_factor=1,
            collate_fn=_identity,
            worker_init_fn=_prepare,
            # A forked process would inherit the locks and the GPU of this one.
            multiprocessing_context="spawn",
            # The random numbers of the training must not depend on how its examples are made.
            generator=torch.Generator(),
        )


class _LazyDataset(Dataset, Generic[Made]):
    """Makes things by their numbers; returns our errors as values, so that their messages stay one line."""

    def __init__(self, opened: Callable[[], Callable[[int], Made]]) -> None:
        self._opened = opened
        self._make: Callable[[int], Made] | None = None

    def __getitem__(self, number: int) -> Made | VeriscopeError:
        try:
            self._make = self._make or self._opened()
            return self._make(number)
        except VeriscopeError as error:
            return error


def spare_cores(*, at_most: int) -> int:
    """How many processes can run beside this one."""
    return max(1, min(at_most, cores() - 1))


def _identity(made: Made) -> Made:
    return made


def _prepare(_: int) -> None:
    # There are millions of small values without cycles, and searching for cycles takes longer than making them.
    gc.disable()
