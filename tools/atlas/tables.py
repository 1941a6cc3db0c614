"""Reads the hand-written tables of facts and phrases (TOML) that stand beside the code."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

Table = dict[str, Any]


@cache
def read_table(folder: str, name: str) -> Table:
    """The TOML file `folder/name.toml` of this package."""
    text = (Path(__file__).parent / folder / f"{name}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def codes(table: Table, key: str) -> frozenset[str]:
    """A white-space separated list of codes as a set."""
    return frozenset(str(table[key]).split())
