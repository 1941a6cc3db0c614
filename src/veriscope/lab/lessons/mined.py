"""Stores the claims that the cross-encoder learns from, with the evidence that retrieval found for them.

A folder holds `lines.jsonl.gz`, with a title and a text in each row, and `claims.jsonl.gz`, whose rows refer to lines
by number. Reading needs only the standard library, so that training runs where only torch is installed.
"""

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple, overload

from veriscope.domain import Label
from veriscope.errors import StoreError
from veriscope.models import Line

LINES = "lines.jsonl.gz"
CLAIMS = "claims.jsonl.gz"
# The sources of claims that come with their passage: lessons written by hand, and claims with evidence as text.
LESSON = "lesson"
PAIR = "text"


class RankedLine(NamedTuple):
    """A line that retrieval found, with its score; `is_gold` says whether people marked it as evidence."""

    line: Line
    score: float
    is_gold: bool


class MinedClaim(NamedTuple):
    """A labelled claim with its gold lines and the lines found for it, best first.

    `source` names the data set. `is_complete` says whether the corpus holds every gold line. `computed` is the finding
    of a program over a table, in words.
    """

    id: str
    source: str
    claim: str
    label: Label
    gold: tuple[Line, ...]
    found: tuple[RankedLine, ...]
    is_complete: bool
    computed: str = ""


def write_mined(folder: Path, claims: Iterable[MinedClaim]) -> int:
    """Writes all claims, and each distinct line once; returns the number of claims."""
    folder.mkdir(parents=True, exist_ok=True)
    numbers: dict[Line, int] = {}
    count = 0
    with gzip.open(folder / CLAIMS, "wt", encoding="utf-8", compresslevel=6) as stream:
        for claim in claims:
            stream.write(json.dumps(_row(claim, numbers), ensure_ascii=False) + "\n")
            count += 1
    with gzip.open(folder / LINES, "wt", encoding="utf-8", compresslevel=6) as stream:
        stream.writelines(json.dumps(line, ensure_ascii=False) + "\n" for line in numbers)
    return count


def _row(claim: MinedClaim, numbers: dict[Line, int]) -> dict[str, object]:
    def number(line: Line) -> int:
        return numbers.setdefault(line, len(numbers))

    computed = {"computed": claim.computed} if claim.computed else {}
    return computed | {
        "id": claim.id,
        "source": claim.source,
        "claim": claim.claim,
        "label": claim.label.value,
        "gold": [number(line) for line in claim.gold],
        "found": [[number(one.line), round(one.score, 4), int(one.is_gold)] for one in claim.found],
        "complete": claim.is_complete,
    }


def read_mined(folder: Path) -> Iterator[MinedClaim]:
    """The claims of a folder, in the order they were written."""
    yield from MinedClaims(folder)


class MinedClaims(Sequence[MinedClaim]):
    """The claims of a folder, or the first `limit` of them; each is parsed when it is first used, and then kept.

    So a process that works on a part of them waits only for that part.
    """

    def __init__(self, folder: Path, limit: int = 0) -> None:
        if not (folder / LINES).is_file() or not (folder / CLAIMS).is_file():
            raise StoreError(f"{folder} holds no mined claims; {LINES} and {CLAIMS} belong there")
        with gzip.open(folder / LINES, "rt", encoding="utf-8") as stream:
            self._lines: list[str | Line] = list(stream)
        with gzip.open(folder / CLAIMS, "rt", encoding="utf-8") as stream:
            self._claims: list[str | MinedClaim] = list(islice(stream, limit or None))

    def __len__(self) -> int:
        return len(self._claims)

    @overload
    def __getitem__(self, place: int) -> MinedClaim: ...
    @overload
    def __getitem__(self, place: slice) -> list[MinedClaim]: ...
    def __getitem__(self, place: int | slice) -> MinedClaim | list[MinedClaim]:
        if isinstance(place, slice):
            return [self[one] for one in range(len(self))[place]]
        found = self._claims[place]
        if isinstance(found, str):
            found = self._claims[place] = self._claim(json.loads(found))
        return found

    def _claim(self, row: dict[str, Any]) -> MinedClaim:
        return MinedClaim(
            row["id"],
            row["source"],
            row["claim"],
            Label(row["label"]),
            tuple(self._line(number) for number in row["gold"]),
            tuple(RankedLine(self._line(number), score, bool(gold)) for number, score, gold in row["found"]),
            row["complete"],
            row.get("computed", ""),
        )

    def _line(self, number: int) -> Line:
        found = self._lines[number]
        if isinstance(found, str):
            found = self._lines[number] = Line(*json.loads(found))
        return found
