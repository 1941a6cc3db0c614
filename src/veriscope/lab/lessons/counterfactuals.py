"""Makes counterfactual claims by rule: exchanges a value in the claim, the evidence or both, or negates the claim.

A model that judges claims by their wording alone gets these wrong: the same claim appears with both labels.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from veriscope.domain import Label
from veriscope.lab.lessons.mined import MinedClaim
from veriscope.models import Line
from veriscope.text import load_alternatives

_WORDS = load_alternatives(files("veriscope.lab.lessons") / "data" / "pattern_words.toml", "counterfactuals")
_NUMBER = re.compile(r"\b\d[\d,]*(?:\.\d+)?\b")
_NAME = re.compile(rf"[A-Z][\w'’.-]*\w(?: (?:(?:{_WORDS['particle']}) )?[A-Z][\w'’.-]*\w)*")
_VERB = re.compile(rf"\b({_WORDS['verb']})\b(?! (?:{_WORDS['after_verb']})\b)")
_NEGATED = re.compile(rf"\b(?:{_WORDS['negation']}|fail\w*|refus\w*)\b|n't\b", re.IGNORECASE)
_YEARS = range(1000, 2101)


_NEGATIONS = 0.15


class Value(NamedTuple):
    """A number or a name in a claim, and the words around it, which show its kind."""

    text: str
    around: tuple[str, str]


def values(claim: str) -> list[Value]:
    """The numbers of a claim and its names, but not the name that it begins with."""
    spans = [match for pattern in (_NUMBER, _NAME) for match in pattern.finditer(claim) if match.start() > 0]
    return [Value(match[0], _around(claim, match)) for match in spans]


def name_pool(claims: Sequence[MinedClaim]) -> dict[tuple[str, str], list[str]]:
    """The names in all claims, by the words around them: a name between "is an" and "film" is an origin."""
    pool: dict[tuple[str, str], list[str]] = defaultdict(list)
    for claim in claims:
        for value in values(claim.claim):
            pool[value.around].append(value.text)
    return dict(pool)


def counterfactuals(claims: Sequence[MinedClaim], *, share: float, seed: int) -> Iterator[MinedClaim]:
    """Changed copies of a share of the decided claims with evidence; at most one copy of each."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    pool = name_pool(claims)
    for claim in claims:
        if claim.gold and claim.label is not Label.NOT_ENOUGH_INFO and draw.random() < share:
            changed = negate(claim) if draw.random() < _NEGATIONS else exchange_value(claim, pool, draw)
            if changed is not None:
                yield changed


def negate(claim: MinedClaim) -> MinedClaim | None:
    """The claim with "not" after its verb and the other label; None if it is negated already or has no plain verb."""
    if _NEGATED.search(claim.claim) or not (match := _VERB.search(claim.claim)):
        return None
    verb = re.sub(r"^\w+", r"\g<0> not", match[0])
    text = f"{claim.claim[: match.start()]}{verb}{claim.claim[match.end() :]}"
    return claim._replace(id=f"{claim.id}-negated", source="negated", claim=text, label=_other(claim.label))


def exchange_value(
    claim: MinedClaim, pool: Mapping[tuple[str, str], Sequence[str]], draw: random.Random
) -> MinedClaim | None:
    """The claim with one value exchanged for another of its kind: in the claim, in the evidence, or in both."""
    gold_text = " ".join(line.text for line in claim.gold)
    shared = [value for value in values(claim.claim) if _occurs(value.text, gold_text) and not _in_title(value, claim)]
    if not shared:
        return None
    value = draw.choice(shared)
    other = _another(value, pool, draw)
    if other is None or _occurs(other, gold_text) or _occurs(other, claim.claim):
        return None
    # With several gold sentences, another may still hold the value, or the value may only link two of them.
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
    """A pattern for the value, unless it is part of a longer one: the 3 in "3 goals.", not in "3.5" or "3,000"."""
    return re.compile(rf"(?<!\w)(?<!\d[.,]){re.escape(value)}(?!\w|[.,]\d)")


def _put_in_line(value: str, other: str, line: Line) -> Line:
    return Line(line.title, _put(value, other, line.text))
