"""Reads word lists: text files under `data/` (words, `#` comments, `[headings]`), and TOML files for patterns."""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable


def _lines(name: str) -> Iterator[str]:
    for line in (files("veriscope.text") / "data" / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def load_words(name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(word for line in _lines(name) for word in line.split())


def load_headings(name: str) -> dict[str, str]:
    """For each word, the heading above it, up to the heading's colon."""
    heading_of: dict[str, str] = {}
    heading = ""
    for line in _lines(name):
        if line.startswith("["):
            heading = line.strip("[]").partition(":")[0]
        else:
            heading_of |= dict.fromkeys(line.split(), heading)
    return heading_of


def load_alternatives(path: Traversable, section: str) -> dict[str, str]:
    """The word lists in a section of a TOML file, each as the alternatives of a regular expression."""
    lists = tomllib.loads(path.read_text(encoding="utf-8"))[section]
    return {name: "|".join(map(re.escape, words)) for name, words in lists.items()}


def load_sentence_patterns(section: str) -> dict[str, str]:
    """The alternatives of a section of `sentence_patterns.toml`."""
    return load_alternatives(files("veriscope.text") / "data" / "sentence_patterns.toml", section)
