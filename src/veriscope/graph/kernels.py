"""How functions are compiled that only compiled functions call."""

from collections.abc import Callable
from typing import Any, TypeVar

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def inner_kernel(function: Function) -> Function:
    """Compile a function as `njit` does, but without a way in from Python, which takes half of the compiler's time.

    What is compiled is kept by the date of its own file: after a change to a kernel, touch the files that call it.
    """
    compiler: Any = njit  # its types do not name the last two options
    compiled: Function = compiler(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def fast_kernel(function: Function) -> Function:
    """As `inner_kernel`, for loops over coordinates: sums may be taken in any order, several terms at a time."""
    options = dict.fromkeys(("cache", "nogil", "fastmath", "no_cpython_wrapper", "no_cfunc_wrapper"), True)
    compiler: Any = njit
    compiled: Function = compiler(**options)(function)
    return compiled


def inlined_kernel(function: Function) -> Function:
    """As `inner_kernel`, but written out in its callers: handing many arrays over can take longer than using them."""
    compiler: Any = njit
    compiled: Function = compiler(inline="always", nogil=True)(function)
    return compiled
