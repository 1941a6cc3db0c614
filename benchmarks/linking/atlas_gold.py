"""The triples that the atlas's single-fact claims state: read from the facts that the claims were checked by.

A claim states a single fact where its check is one fact of the knowledge base and one piece of evidence suffices. What
no check tells (a claim that the atlas cannot decide, a text) stands in `gold.toml`, by hand.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from veriscope.domain import LinkedTriple
from veriscope.graph.compact.entity_names import title_of

_TYPE = "type"
_HOPS = "M"
_ATOM = re.compile(
    r'(?P<negated>not )?(?:(?P<has>has|is_a)\("(?P<subject>[^"]+)","(?P<second>[^"]+)"(?:,"(?P<object>[^"]+)")?\)'
    r'|(?:value|text)\("(?P<of>[^"]+)","(?P<predicate>[^"]+)"\) (?P<sign>==|<|>) (?P<value>"[^"]*"|[\d.]+))'
)


@dataclass(frozen=True, slots=True)
class GoldLink:
    """The triple of a claim by titles; an amount is written with its sign: `=969`, `>1500`, `1601..1700`."""

    text: str
    subject: str
    predicate: str
    object: str
    is_negated: bool = False

    def is_right(self, linked: LinkedTriple) -> bool:
        """Whether a linked triple is this one; a symmetric fact may be said the other way round."""
        found = title_of(linked.triple.subject), title_of(linked.triple.predicate)
        if self.predicate == "borders" and found == (self.object, self.predicate):
            return title_of(linked.triple.object) == self.subject
        if found != (self.subject, self.predicate) or linked.is_negated != self.is_negated:
            return False
        if linked.bounds is not None:
            return self._fits(*linked.bounds)
        return title_of(linked.triple.object) == self.object

    def _fits(self, low: float, high: float) -> bool:
        """Whether the bounds are those of the claim, a hundredth of rounding aside."""
        sign, *numbers = re.match(r"([=<>]?)(-?[\d.]+?)(?:\.\.(\d+))?$", self.object).groups()
        first, last = float(numbers[0]), float(numbers[1] or numbers[0])
        near = 0.01 * abs(first)
        if sign == ">":
            return abs(low - first) <= near and high > 1e18
        if sign == "<":
            return abs(high - last) <= near and low < -1e18
        return low - near <= first and last <= high + near and high - low <= 0.2 * abs(last)


def gold_links(half: str) -> tuple[list[GoldLink], list[str]]:
    """The gold triples of a half's single-fact claims, and the texts of its other claims."""
    by_hand = tomllib.loads((Path(__file__).parent / "gold.toml").read_text(encoding="utf-8"))[half]
    links, others = [], []
    for _, challenge, text, check, *sets in _authored(half):
        if text in by_hand:
            link = GoldLink(text, *by_hand[text]) if by_hand[text] else None
        else:
            is_single = challenge != _HOPS and min(len(group) for group in sets) == 1
            link = _from_check(text, check) if is_single else None
        if link:
            links.append(link)
        else:
            others.append(text)
    return links, others


def _authored(half: str) -> list[list]:
    folder = Path(__file__).parents[2] / "tools" / "atlas" / "claims"
    names = sorted(path.name for path in folder.iterdir() if path.name.startswith(f"{half}-"))
    return [row for name in names for row in tomllib.loads((folder / name).read_text(encoding="utf-8"))["claims"]]


def _from_check(text: str, check: str) -> GoldLink | None:
    atom = _ATOM.fullmatch(check)
    if not atom:
        return None
    is_negated = atom["negated"] is not None
    if atom["has"] == "is_a":
        return GoldLink(text, atom["subject"], _TYPE, atom["second"], is_negated)
    if atom["has"]:
        return GoldLink(text, atom["subject"], atom["second"], atom["object"], is_negated)
    value = atom["value"].strip('"')
    object_ = value if atom["value"].startswith('"') else f"{atom['sign'].replace('==', '=')}{value}"
    return GoldLink(text, atom["of"], atom["predicate"], object_, is_negated)
