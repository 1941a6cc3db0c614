"""Claims that give someone a role ("Sydney is the capital of Australia"), held against a fact that names another.

Two lines that name the role and two that name the pretender look like support to a reader of words. A box that says who
has the role decides it; what it says is told to the encoder as a lookup in a table is.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from veriscope.neural.evidence_lines import Line
from veriscope.neural.hints import names

_MOST_WORDS = 6
_NAME = r"[A-ZÀ-ÖØ-Þ][^,;]*?"
_ROLE = r"(?P<role>[a-z][a-z ]*?)"
_HOLDER_FIRST = re.compile(rf"^(?P<holder>{_NAME}) (?:is|was) the {_ROLE} of (?:the )?(?P<whole>{_NAME})\.?$")
_ROLE_FIRST = re.compile(rf"^The {_ROLE} of (?:the )?(?P<whole>{_NAME}) (?:is|was) (?P<holder>{_NAME})\.?$")


class _Role(NamedTuple):
    """Who is said to have which role in what."""

    holder: str
    role: str
    whole: str


def role_hints(claim: str, lines: Sequence[Line]) -> list[str]:
    """What the first line that tells who has the role says of the claim; nothing for claims about no role."""
    asked = _asked(claim)
    if asked is None:
        return []
    return [_told(asked, value) for line in lines for value in _values(asked, line)][:1]


def _asked(claim: str) -> _Role | None:
    match = _HOLDER_FIRST.match(claim) or _ROLE_FIRST.match(claim)
    if match is None or len(match["holder"].split()) > _MOST_WORDS:
        return None
    return _Role(match["holder"], match["role"], match["whole"])


def _values(asked: _Role, line: Line) -> Iterator[str]:
    """The values of the role in a row that is about the whole: of its box, or with its name in the header."""
    parts = line.text.split(" ; ")
    is_list = " is " not in parts[0] and len(parts) > 1
    cells = [(parts[0], " ; ".join(parts[1:]))] if is_list else [part.partition(" is ")[::2] for part in parts]
    for label, value in cells:
        # Headers of a box may hold the name that its title has.
        is_of_whole = line.title == asked.whole or names(label, asked.whole)
        plain = re.sub(rf"\s*{re.escape(asked.whole)}\s*", "", label)
        if value and is_of_whole and plain.lower() == asked.role:
            yield value


def _told(asked: _Role, value: str) -> str:
    """In the words of a lookup."""
    is_so = names(value, asked.holder)
    said = "yes, {}, as the claim says" if is_so else "no, {}, and the claim says " + asked.holder
    return f"the {asked.role} of {asked.whole} is {asked.holder} : {said.format(value)}"
