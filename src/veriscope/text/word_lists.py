"""Reads the word lists under `data/`: words apart by white space, `#` comments, `[headings]`."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files


def _lines(name: str) -> Iterator[str]:
    for line in (files("veriscope.text") / "data" / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


@cache
def load_words(name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(word for line in _lines(name) for word in line.split())


@cache
def load_sections(name: str) -> dict[str, frozenset[str]]:
    """The words under each heading; a heading's key is what stands before its colon."""
    sections: dict[str, set[str]] = {}
    key = ""
    for line in _lines(name):
        if line.startswith("["):
            key = line.strip("[]").partition(":")[0]
        else:
            sections.setdefault(key, set()).update(line.split())
    return {key: frozenset(words) for key, words in sections.items()}
