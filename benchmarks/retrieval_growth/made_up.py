"""A larger Wikipedia out of a small one: pages repeated with other names and numbers."""

import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

_NAME = re.compile(r"[A-Z][a-z]{2,}")
_NUMBER = re.compile(r"\d{2,}")
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]


def write_pages(path: Path, source: Path, *, count: int, seed: int = 1) -> None:
    """Write so many pages in FEVER's format: those of the source, then these again and again, perturbed."""
    with path.open("w", encoding="utf-8") as file:
        for number, record in enumerate(_records(source, seed=seed)):
            if number == count:
                return
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _records(source: Path, *, seed: int) -> Iterator[dict[str, str]]:
    """The records of a folder, over and over; from the second time on each is perturbed."""
    paths = sorted(source.glob("*.jsonl.gz"))
    names: list[str] = []
    for record in _read(paths):
        names += _NAME.findall(record["id"])
        yield record
    number = 0
    while True:
        for record in _read(paths):
            yield _perturbed(record, names, number=number, random=random.Random(f"{seed} {number}"))
            number += 1


def _read(paths: list[Path]) -> Iterator[dict[str, str]]:
    for path in paths:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from map(json.loads, file)


def _perturbed(record: dict[str, str], names: list[str], *, number: int, random: random.Random) -> dict[str, str]:
    """The page of somebody else: the words of its title replaced wherever they stand, other names and numbers mixed."""
    own = pseudo_word(number)
    changed: dict[str, str] = {}
    for word in _NAME.findall(record["id"]):
        changed.setdefault(word, random.choice(names))

    def name(match: re.Match[str]) -> str:
        if match[0] not in changed:
            # Half of the other names stay: a page shares some with others.
            changed[match[0]] = random.choice(names) if random.random() < 0.5 else match[0]
        return changed[match[0]]

    def figure(match: re.Match[str]) -> str:
        first, *rest = match[0]
        return first + "".join(random.choice("0123456789") for _ in rest)

    def perturb(text: str) -> str:
        return _NUMBER.sub(figure, _NAME.sub(name, text))

    lines = "\n".join(_line(line, perturb) for line in record["lines"].split("\n"))
    return {"id": f"{own}_{_NAME.sub(name, record['id'])}", "text": perturb(record["text"]), "lines": lines}


def _line(line: str, perturb) -> str:
    index, tab, text = line.partition("\t")
    return f"{index}{tab}{perturb(text)}"


def pseudo_word(number: int) -> str:
    """A name that no other number has."""
    syllables = []
    number += len(_SYLLABLES)
    while number:
        number, rest = divmod(number, len(_SYLLABLES))
        syllables.append(_SYLLABLES[rest])
    return "".join(syllables).capitalize()
