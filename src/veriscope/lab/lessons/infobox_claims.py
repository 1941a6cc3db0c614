"""Puts FEVER's claims beside an infobox that does not decide them, built from the facts of a knowledge graph.

People wrote the claims without seeing the box. If no fact concerns what a claim says, the box leaves the claim
undecided, even a true one. So the encoder learns that rows about the right subject need not decide a claim.
"""

import lzma
import random
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from veriscope.domain import Label
from veriscope.lab.lessons.mined import MinedClaim, RankedLine
from veriscope.models import Line
from veriscope.text import without_qualifier

# The facts of each subject: the object names of each predicate.
Facts = Mapping[str, Mapping[str, Sequence[str]]]

_TRIPLE = re.compile(r"<[^>]*/resource/([^>]*)> <[^>]*/ontology/([^>]*)> <[^>]*/resource/([^>]*)> \.")
_ROWS = 8
_LEAST_FACTS = 2
_MOST_VALUES = 5
# Nodes of the graph that have no name.
_NAMELESS = re.compile(r"^DB93K_\d+$")


class _Relation(NamedTuple):
    """The labels of a predicate in a box, and a pattern for the words of a claim that ask for it."""

    labels: Sequence[str]
    asked: re.Pattern[str]


def read_facts(path: Path) -> dict[str, dict[str, list[str]]]:
    """The facts of an N-Triples file between named things, with names written like Wikipedia titles."""
    found: dict[str, dict[str, list[str]]] = {}
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            match = _TRIPLE.match(line)
            if match and not _NAMELESS.match(match[1]) and not _NAMELESS.match(match[3]):
                subject, predicate, value = (unquote(part).replace("_", " ") for part in match.groups())
                found.setdefault(subject, {}).setdefault(predicate, []).append(value)
    return found


def infobox_claims(claims: Iterable[MinedClaim], facts: Facts, *, seed: int) -> Iterator[MinedClaim]:
    """The claims whose subject has facts that do not concern what the claim says, with some of these facts as rows."""
    draw = random.Random(seed)  # noqa: S311 - a repeatable choice, not a secret
    relations = _relations()
    for one in claims:
        subject = _subject(one, facts)
        if subject is not None and not _is_asked(one.claim, facts[subject], relations):
            rows = _rows(subject, facts[subject], relations, draw)
            yield MinedClaim(
                f"infobox-{one.id}", "infobox", one.claim, Label.NOT_ENOUGH_INFO, (), rows, is_complete=True
            )


def _is_asked(claim: str, facts: Mapping[str, Sequence[str]], relations: Mapping[str, _Relation]) -> bool:
    """Whether the claim may concern a fact: it has a word for the fact's predicate, or names its value."""
    asks = any(name in relations and relations[name].asked.search(claim) for name in facts)
    return asks or any(_names(claim, value) for some in facts.values() for value in some)


def _rows(
    subject: str, facts: Mapping[str, Sequence[str]], relations: Mapping[str, _Relation], draw: random.Random
) -> tuple[RankedLine, ...]:
    names = draw.sample(list(facts), min(_ROWS, len(facts)))
    lines = [Line(subject, _row(name, facts[name], relations, draw)) for name in names]
    return tuple(RankedLine(line, 1 / place, is_gold=False) for place, line in enumerate(lines, start=2))


def _row(name: str, values: Sequence[str], relations: Mapping[str, _Relation], draw: random.Random) -> str:
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower().capitalize()
    label = draw.choice(relations[name].labels) if name in relations else plain
    said = [without_qualifier(value) for value in dict.fromkeys(values)][:_MOST_VALUES]
    return f"{label} is {said[0]}" if len(said) == 1 else " ; ".join((label, *said))


def _subject(one: MinedClaim, facts: Facts) -> str | None:
    titles = [line.title for line in one.gold] or [found.line.title for found in one.found[:1]]
    fitting = (title for title in titles if len(facts.get(title, ())) >= _LEAST_FACTS)
    return next((title for title in fitting if _names(one.claim, title)), None)


def _names(text: str, title: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(without_qualifier(title))}(?!\w)", text) is not None


def _relations() -> dict[str, _Relation]:
    text = (files("veriscope.lab.lessons") / "data" / "infobox_relations.toml").read_text(encoding="utf-8")
    return {
        name: _Relation(row["labels"], re.compile(row["asked"], re.IGNORECASE))
        for name, row in tomllib.loads(text).items()
    }
