"""How to compile functions that only compiled functions call, and sorting inside them."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numba import njit
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])


def inner_kernel(function: Function) -> Function:
    """Compile like `njit`, but without the wrapper for calls from Python, which takes half of the compile time.

    The cache only checks the date of the kernel's own file: after changing a kernel, touch the files that call it.
    """
    compiler: Any = njit  # its types do not name the last two options
    compiled: Function = compiler(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def fast_kernel(function: Function) -> Function:
    """Like `inner_kernel`, for loops over coordinates: sums may be reordered and vectorised."""
    options = dict.fromkeys(("cache", "nogil", "fastmath", "no_cpython_wrapper", "no_cfunc_wrapper"), True)
    compiler: Any = njit
    compiled: Function = compiler(**options)(function)
    return compiled


def inlined_kernel(function: Function) -> Function:
    """Like `inner_kernel`, but inlined: passing many arrays can take longer than using them."""
    compiler: Any = njit
    compiled: Function = compiler(inline="always", nogil=True)(function)
    return compiled


# Ciura's gaps, continued by factors of 2.25.
_GAPS = np.array(
    [1, 4, 10, 23, 57, 132, 301, 701, 1577, 3548, 7983, 17961, 40412, 90927, 204585, 460316, 1035711, 2330349, 5243285],
    dtype=np.int64,
)


@inner_kernel
def sort_stretch(keys: NDArray[np.int64], start: int, end: int) -> None:
    """Sort `keys[start:end]` in place (Shell's method)."""
    for level in range(len(_GAPS) - 1, -1, -1):
        gap = _GAPS[level]
        for place in range(start + gap, end):
            key, at = keys[place], place
            while at >= start + gap and keys[at - gap] > key:
                keys[at] = keys[at - gap]
                at -= gap
            keys[at] = key


@inner_kernel
def sort_stretch_with(keys: NDArray[np.int64], others: NDArray[np.int32], start: int, end: int) -> None:
    """Sort `keys[start:end]` in place, and move the others along."""
    for level in range(len(_GAPS) - 1, -1, -1):
        gap = _GAPS[level]
        for place in range(start + gap, end):
            key, other, at = keys[place], others[place], place
            while at >= start + gap and keys[at - gap] > key:
                keys[at], others[at] = keys[at - gap], others[at - gap]
                at -= gap
            keys[at], others[at] = key, other
