"""The names under which a page can be found in a claim."""

import re

from veriscope.text.tokenise import words

_QUALIFIER = re.compile(r"\s*\([^()]*\)\s*$")


def name_key(name: str) -> str:
    """The folded words of a name, one space between them."""
    return " ".join(words(name))


def without_qualifier(title: str) -> str:
    """The title without a bracketed qualifier at its end: `Lima (film)` as `Lima`."""
    return _QUALIFIER.sub("", title) or title


def qualifier(title: str) -> str:
    """The text in brackets at the end of a title; empty if there is none."""
    match = _QUALIFIER.search(title)
    return match[0].strip(" ()") if match and match.start() > 0 else ""


def name_keys(title: str) -> tuple[str, ...]:
    """The keys of a title: the whole title, and the title without its qualifier."""
    keys = dict.fromkeys((name_key(title), name_key(without_qualifier(title))))
    return tuple(key for key in keys if key)
