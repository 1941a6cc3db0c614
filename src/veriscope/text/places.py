"""Where a text stands in another as a whole, and not as a piece of a longer word."""

from collections.abc import Iterator


def places(text: str, within: str) -> Iterator[int]:
    """The places of `within` at which a text that is not empty begins as a whole; both are folded as one likes."""
    start = within.find(text)
    while start >= 0:
        end = start + len(text)
        if not within[max(0, start - 1) : start].isalnum() and not within[end : end + 1].isalnum():
            yield start
        start = within.find(text, start + 1)


def stands(text: str, within: str) -> bool:
    """Whether a text stands in another as a whole."""
    return next(places(text, within), None) is not None
