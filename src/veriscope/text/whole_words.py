"""Finds a text within another as a whole, not as part of a longer word."""

from collections.abc import Iterator


def places(text: str, within: str) -> Iterator[int]:
    """The places in `within` where a text begins as a whole; the text is not empty, and the caller folds both."""
    start = within.find(text)
    while start >= 0:
        end = start + len(text)
        if not within[max(0, start - 1) : start].isalnum() and not within[end : end + 1].isalnum():
            yield start
        start = within.find(text, start + 1)


def stands(text: str, within: str) -> bool:
    """Whether a text occurs in another as a whole."""
    return next(places(text, within), None) is not None
