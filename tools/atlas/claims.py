"""Compiles the authored claims into FEVEROUS's claim format; refuses what cannot be resolved or is not as labelled."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.atlas.selectors import Found, Selector
from tools.atlas.tables import read_table
from tools.atlas.truth import Truth
from veriscope.errors import InputError

LABELS = {"S": "SUPPORTS", "R": "REFUTES", "N": "NOT ENOUGH INFO"}
CHALLENGES = {
    "M": "Multi-hop Reasoning",
    "E": "Entity Disambiguation",
    "N": "Numerical Reasoning",
    "T": "Search terms not in claim",
    "C": "Combining Tables and Text",
    "O": "Other",
}
_HEADER = {"id": "", "label": "", "claim": "", "evidence": "", "annotator_operations": "", "challenge": ""}


@dataclass(frozen=True, slots=True)
class Compiled:
    """A claim with its evidence found."""

    number: int
    label: str
    challenge: str
    text: str
    sets: tuple[tuple[Found, ...], ...]

    @property
    def pages(self) -> frozenset[str]:
        """The titles of the pages that its evidence stands on."""
        return frozenset(found.context[0].removesuffix("_title") for group in self.sets for found in group)


def compile_half(half: str, *, selector: Selector, truth: Truth) -> list[Compiled]:
    """The claims of all authored files of a half, numbered as they stand there."""
    folder = Path(__file__).parent / "claims"
    names = sorted(path.name for path in folder.iterdir() if path.name.startswith(f"{half}-"))
    authored = [row for name in names for row in read_table("claims", name.removesuffix(".toml"))["claims"]]
    first = 1 if half == "dev" else 1001
    return [_compile(number, row, selector, truth) for number, row in enumerate(authored, start=first)]


def _compile(number: int, row: list[Any], selector: Selector, truth: Truth) -> Compiled:
    label, challenge, text, check, *sets = row
    if label not in LABELS or challenge not in CHALLENGES or not sets:
        raise InputError(
            f"claims: {text!r} needs a label of S, R, N, a challenge of {'/'.join(CHALLENGES)}, and evidence"
        )
    _recheck(label, text, check, truth)
    found = tuple(tuple(selector.find(name) for name in group) for group in sets)
    return Compiled(number, label, challenge, text, found)


def _recheck(label: str, text: str, check: str, truth: Truth) -> None:
    if not check:
        return
    holds = truth.holds(check)
    wanted = label != "R"
    if holds != wanted:
        raise InputError(f"claims: {text!r} is labelled {label}, but {check} is {holds}")


def refuse_shared_pages(dev: list[Compiled], test: list[Compiled]) -> None:
    """Raises when a page gives evidence in both halves, or a claim stands twice."""
    shared = frozenset[str]().union(*(claim.pages for claim in dev)) & frozenset[str]().union(
        *(claim.pages for claim in test)
    )
    if shared:
        raise InputError(f"claims: evidence of both halves stands on {', '.join(sorted(shared))}")
    texts = [claim.text for claim in (*dev, *test)]
    twice = sorted({text for text in texts if texts.count(text) > 1})
    if twice:
        raise InputError(f"claims: written twice: {'; '.join(twice)}")


def write_claims(claims: list[Compiled]) -> list[str]:
    """The lines of a claims file, its header first."""
    return [json.dumps(_HEADER), *(json.dumps(claim_record(claim), ensure_ascii=False) for claim in claims)]


def claim_record(claim: Compiled) -> dict[str, Any]:
    """The claim as FEVEROUS writes it."""
    evidence = [
        {
            "content": [found.element_id for found in group],
            "context": {found.element_id: list(found.context) for found in group},
        }
        for group in claim.sets
    ]
    return {
        "id": claim.number,
        "label": LABELS[claim.label],
        "claim": claim.text,
        "evidence": evidence,
        "annotator_operations": [],
        "challenge": CHALLENGES[claim.challenge],
    }


def review(claims: list[Compiled]) -> list[str]:
    """Every claim with the text of its evidence beneath it, for reading through by eye."""
    lines = []
    for claim in claims:
        lines.append(f"{claim.number} {claim.label} [{claim.challenge}] {claim.text}")
        for group in claim.sets:
            lines += [f"      {'·' if found is group[0] else ' '} {found.element_id} = {found.text}" for found in group]
    return lines
