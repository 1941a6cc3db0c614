"""Lets `fever-scorer` be built: its setup.py passes the interpreter's `license` object where a string is wanted."""

import builtins

builtins.license = "see the package"  # type: ignore[assignment]
