"""Claims that give someone a role ("Sydney is the capital of Australia"), compared with a fact that names another.

Some lines that name the role and some that name the pretender look like support to a model that reads words. A box that
says who has the role decides the claim. The encoder gets its content in the form of a lookup in a table.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from veriscope.models.evidence_lines import Line
from veriscope.models.hints import names

_MOST_WORDS = 6
_NAME = r"[A-ZÀ-ÖØ-Þ][^,;]*?"
_ROLE = r"(?P<role>[a-z][a-z ]*?)"
_HOLDER_FIRST = re.compile(rf"^(?P<holder>{_NAME}) (?:is|was) the {_ROLE} of (?:the )?(?P<whole>{_NAME})\.?$")
_ROLE_FIRST = re.compile(rf"^The {_ROLE} of (?:the )?(?P<whole>{_NAME}) (?:is|was) (?P<holder>{_NAME})\.?$")


class _RoleClaim(NamedTuple):
    """Who has which role in what, according to the claim."""

    holder: str
    role: str
    whole: str


def role_hints(claim: str, lines: Sequence[Line]) -> list[str]:
    """What the first line that says who has the role says about the claim; empty for claims about no role."""
    role_claim = _read_role(claim)
    if role_claim is None:
        return []
    return [_lookup_words(role_claim, value) for line in lines for value in _values(role_claim, line)][:1]


def _read_role(claim: str) -> _RoleClaim | None:
    match = _HOLDER_FIRST.match(claim) or _ROLE_FIRST.match(claim)
    if match is None or len(match["holder"].split()) > _MOST_WORDS:
        return None
    return _RoleClaim(match["holder"], match["role"], match["whole"])


def _values(role_claim: _RoleClaim, line: Line) -> Iterator[str]:
    """The values of the role in a row about the whole: in its box, or under a header with its name."""
    parts = line.text.split(" ; ")
    is_list = " is " not in parts[0] and len(parts) > 1
    cells = [(parts[0], " ; ".join(parts[1:]))] if is_list else [part.partition(" is ")[::2] for part in parts]
    for label, value in cells:
        # The headers of a box may contain the name in its title.
        is_of_whole = line.title == role_claim.whole or names(label, role_claim.whole)
        plain = re.sub(rf"\s*{re.escape(role_claim.whole)}\s*", "", label)
        if value and is_of_whole and plain.lower() == role_claim.role:
            yield value


def _lookup_words(role_claim: _RoleClaim, value: str) -> str:
    """The comparison in the words of a lookup."""
    is_so = names(value, role_claim.holder)
    said = "yes, {}, as the claim says" if is_so else "no, {}, and the claim says " + role_claim.holder
    return f"the {role_claim.role} of {role_claim.whole} is {role_claim.holder} : {said.format(value)}"
