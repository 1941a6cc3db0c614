"""Reads the word lists under `data/`: words apart by white space, `#` comments, `[headings]`."""

from collections.abc import Iterator
from importlib.resources import files


def _lines(name: str) -> Iterator[str]:
    for line in (files("veriscope.text") / "data" / name).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line


def load_words(name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(word for line in _lines(name) for word in line.split())


def load_headings(name: str) -> dict[str, str]:
    """For each word, the heading it stands under, up to the heading's colon."""
    heading_of: dict[str, str] = {}
    heading = ""
    for line in _lines(name):
        if line.startswith("["):
            heading = line.strip("[]").partition(":")[0]
        else:
            heading_of |= dict.fromkeys(line.split(), heading)
    return heading_of
