"""Counterfactual claims by rule: a value exchanged in the claim, in the evidence or in both, or a claim negated.

A model that judges claims by their wording alone gets these wrong: the same claim appears with both labels.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.neural.evidence_lines import Line
from veriscope.neural.mined import MinedClaim

_NUMBER = re.compile(r"\b\d[\d,]*(?:\.\d+)?\b")
_NAME = re.compile(r"[A-Z][\w'’.-]*\w(?: (?:(?:of|the|de|van|von|and) )?[A-Z][\w'’.-]*\w)*")
_VERB = re.compile(r"\b(is|was|are|were|has been|had been|will be|can|could)\b(?! (?:not|never|no|only|in no)\b)")
_NEGATED = re.compile(
    r"\b(?:not|never|no|nobody|nothing|none|neither|without|fail\w*|refus\w*|only)\b|n't\b", re.IGNORECASE
)
_YEARS = range(1000, 2101)


_NEGATIONS = 0.15


class Value(NamedTuple):
    """A number or a name in a claim, and the words around it, which tell its kind."""

    text: str
    around: tuple[str, str]


def values(claim: str) -> list[Value]:
    """The numbers of a claim and its names, but not the name that it begins with."""
    spans = [match for pattern in (_NUMBER, _NAME) for match in pattern.finditer(claim) if match.start() > 0]
    return [Value(match[0], _around(claim, match)) for match in spans]


def name_pool(claims: Sequence[MinedClaim]) -> dict[tuple[str, str], list[str]]:
    """The names of all claims by the words around them: between "is an" and "film" stands an origin."""
    pool: dict[tuple[str, str], list[str]] = defaultdict(list)
    for claim in claims:
        for value in values(claim.claim):
            pool[value.around].append(value.text)
    return dict(pool)


def counterfactuals(claims: Sequence[MinedClaim], *, share: float, seed: int) -> Iterator[MinedClaim]:
    """Changed copies of a share of the claims with evidence; at most one of each claim."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    pool = name_pool(claims)
    for claim in claims:
        if claim.gold and claim.label is not Label.NOT_ENOUGH_INFO and draw.random() < share:
            changed = negated(claim) if draw.random() < _NEGATIONS else exchanged(claim, pool, draw)
            if changed is not None:
                yield changed


def negated(claim: MinedClaim) -> MinedClaim | None:
    """The claim with "not" in its verb, and the other label; none where it is negated or has no plain verb."""
    if _NEGATED.search(claim.claim) or not (match := _VERB.search(claim.claim)):
        return None
    verb = re.sub(r"^\w+", r"\g<0> not", match[0])
    text = f"{claim.claim[: match.start()]}{verb}{claim.claim[match.end() :]}"
    return claim._replace(id=f"{claim.id}-negated", source="negated", claim=text, label=_other(claim.label))


def exchanged(
    claim: MinedClaim, pool: Mapping[tuple[str, str], Sequence[str]], draw: random.Random
) -> MinedClaim | None:
    """The claim with a value that its evidence shares exchanged for another of its kind, on one side or on both."""
    gold_text = " ".join(line.text for line in claim.gold)
    shared = [value for value in values(claim.claim) if _occurs(value.text, gold_text) and not _in_title(value, claim)]
    if not shared:
        return None
    value = draw.choice(shared)
    other = _another(value, pool, draw)
    if other is None or _occurs(other, gold_text) or _occurs(other, claim.claim):
        return None
    # With several gold sentences another may still say the same, or the value may be a step on the way only.
    one_sided = claim.label is Label.SUPPORTS and len(set(claim.gold)) == 1
    side = draw.choice(("claim", "evidence", "both") if one_sided else ("both",))
    label = claim.label if side == "both" else Label.REFUTES
    changed = claim._replace(id=f"{claim.id}-{side}", source="exchanged", label=label)
    if side in {"claim", "both"}:
        changed = changed._replace(claim=_put(value.text, other, claim.claim))
    if side in {"evidence", "both"}:
        changed = changed._replace(
            gold=tuple(_put_in_line(value.text, other, line) for line in claim.gold),
            found=tuple(one._replace(line=_put_in_line(value.text, other, one.line)) for one in claim.found),
        )
    return changed


def _around(claim: str, match: re.Match[str]) -> tuple[str, str]:
    before, after = claim[: match.start()].lower().split(), claim[match.end() :].lower().split()
    return " ".join(before[-2:]), after[0] if after else ""


def _another(value: Value, pool: Mapping[tuple[str, str], Sequence[str]], draw: random.Random) -> str | None:
    if value.text.isdigit():
        return _another_number(int(value.text), draw)
    same_kind = [name for name in pool.get(value.around, ()) if name != value.text and not name[0].isdigit()]
    return draw.choice(same_kind) if same_kind and not value.text[0].isdigit() else None


def _another_number(number: int, draw: random.Random) -> str:
    if number in _YEARS:
        return str(number + draw.choice((-1, 1)) * draw.randint(1, 25))
    return str(max(0, number + draw.choice((-1, 1)) * draw.randint(1, max(2, number // 2))) or number + 1)


def _other(label: Label) -> Label:
    return Label.REFUTES if label is Label.SUPPORTS else Label.SUPPORTS


def _in_title(value: Value, claim: MinedClaim) -> bool:
    return any(_occurs(value.text, line.title) for line in claim.gold)


def _occurs(value: str, text: str) -> bool:
    return _whole(value).search(text) is not None


def _put(value: str, other: str, text: str) -> str:
    return _whole(value).sub(lambda _: other, text)


def _whole(value: str) -> re.Pattern[str]:
    """The value where it is not a part of a longer one: the 3 of "3 goals.", not that of "3.5" or "3,000"."""
    return re.compile(rf"(?<!\w)(?<!\d[.,]){re.escape(value)}(?!\w|[.,]\d)")


def _put_in_line(value: str, other: str, line: Line) -> Line:
    return Line(line.title, _put(value, other, line.text))
