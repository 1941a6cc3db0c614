"""FEVER's claims beside an infobox that does not decide them, made of a knowledge graph's facts.

People wrote the claims without looking at the box. Where no fact is of what a claim speaks of, it stays undecided,
however true it is: so the encoder learns that rows about the right subject need not decide.
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
from veriscope.neural.evidence_lines import Line
from veriscope.neural.mined import Found, MinedClaim
from veriscope.text import without_qualifier

# The facts of each subject: for each predicate the names that it leads to.
Facts = Mapping[str, Mapping[str, Sequence[str]]]

_TRIPLE = re.compile(r"<[^>]*/resource/([^>]*)> <[^>]*/ontology/([^>]*)> <[^>]*/resource/([^>]*)> \.")
_ROWS = 8
_LEAST_FACTS = 2
_MOST_VALUES = 5
# Nameless nodes of the graph.
_NAMELESS = re.compile(r"^DB93K_\d+$")


class _Relation(NamedTuple):
    """How a predicate is labelled in a box, and the words of a claim that ask for it."""

    labels: Sequence[str]
    asked: re.Pattern[str]


def read_facts(path: Path) -> dict[str, dict[str, list[str]]]:
    """The facts of an N-Triples file about named subjects, titles as Wikipedia writes them."""
    found: dict[str, dict[str, list[str]]] = {}
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        for line in stream:
            match = _TRIPLE.match(line)
            if match and not _NAMELESS.match(match[1]) and not _NAMELESS.match(match[3]):
                subject, predicate, value = (unquote(part).replace("_", " ") for part in match.groups())
                found.setdefault(subject, {}).setdefault(predicate, []).append(value)
    return found


def infobox_claims(claims: Iterable[MinedClaim], facts: Facts, *, seed: int) -> Iterator[MinedClaim]:
    """The claims whose subject has facts, none of which is of what the claim speaks of, with these as rows."""
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
    """Whether the claim may be of a fact: it has a word for its predicate, or names its value."""
    asks = any(name in relations and relations[name].asked.search(claim) for name in facts)
    return asks or any(_names(claim, value) for some in facts.values() for value in some)


def _rows(
    subject: str, facts: Mapping[str, Sequence[str]], relations: Mapping[str, _Relation], draw: random.Random
) -> tuple[Found, ...]:
    names = draw.sample(list(facts), min(_ROWS, len(facts)))
    lines = [Line(subject, _row(name, facts[name], relations, draw)) for name in names]
    return tuple(Found(line, 1 / place, is_gold=False) for place, line in enumerate(lines, start=2))


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
    text = (files("veriscope.pipeline") / "data" / "infobox_relations.toml").read_text(encoding="utf-8")
    return {
        name: _Relation(row["labels"], re.compile(row["asked"], re.IGNORECASE))
        for name, row in tomllib.loads(text).items()
    }
