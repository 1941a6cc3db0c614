"""Reads lessons written by hand: groups of claims about a passage or table; `lessons/README.md` has the format."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import read_lines

_MAX_BYTES = 2**20
_SPLITS = {8: "dev", 9: "test"}

LessonKind = Literal[
    "paraphrase",
    "negation",
    "twin",
    "undecidable",
    "near-miss",
    "numbers",
    "rows",
    "lines",
    "compound",
    "verbatim",
    "typed",
]


class LessonOrigin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the passage comes from; each field may be empty."""

    title: str
    section: str
    date: str
    file: str


class LessonTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small table whose rows are as wide as its header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""


class LessonClaim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A claim, its label, and the fewest lines and cells (row, column) that decide it."""

    text: str
    label: Label
    kind: LessonKind
    lines: tuple[int, ...] = ()
    cells: tuple[tuple[int, int], ...] = ()
    twin: str | None = None


class LessonGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passage or a table, with claims that differ in small ways and have different labels."""

    id: str
    brief: str
    kind_of_text: str
    split: Literal["train", "dev", "test"]
    about: LessonOrigin
    claims: tuple[LessonClaim, ...]
    lines: tuple[str, ...] = ()
    table: LessonTable | None = None


def read_groups(path: Path) -> Iterator[LessonGroup]:
    """The groups of a file; the first faulty group raises `InputError` with its place."""
    decoder = msgspec.json.Decoder(LessonGroup)
    for line in read_lines(path, max_bytes=_MAX_BYTES):
        try:
            group = decoder.decode(getattr(line, "data", b""))
        except msgspec.MsgspecError as error:
            raise InputError(f"{path}:{line.number}: {error}") from None
        fault = next(faults(group), "")
        if fault:
            raise InputError(f"{path}:{line.number}: {group.id}: {fault}")
        yield group


def split_of(group_id: str) -> str:
    """The split of a group, by its id alone: a tenth goes to dev, a tenth to test."""
    return _SPLITS.get(int(hashlib.sha1(group_id.encode(), usedforsecurity=False).hexdigest(), 16) % 10, "train")


def faults(group: LessonGroup) -> Iterator[str]:
    """The faults of a group that a check of its format does not show."""
    if group.split != split_of(group.id):
        yield f"the split is {group.split!r}; its id puts it into {split_of(group.id)!r}"
    if not group.lines and group.table is None:
        yield "there are neither lines nor a table"
    if group.table is not None and any(len(row) != len(group.table.header) for row in group.table.rows):
        yield "a row of the table is not as wide as its header"
    texts = [claim.text.casefold() for claim in group.claims]
    if len(set(texts)) < len(texts):
        yield "a claim stands there twice"
    for number, claim in enumerate(group.claims, start=1):
        yield from (f"claim {number}: {fault}" for fault in _claim_faults(group, claim, number))


def _claim_faults(group: LessonGroup, claim: LessonClaim, number: int) -> Iterator[str]:
    rows = group.table.rows if group.table else ()
    if (claim.label is Label.NOT_ENOUGH_INFO) is bool(claim.lines or claim.cells):
        yield f"{claim.label.value} names {'' if claim.lines or claim.cells else 'no '}lines or cells"
    if any(not 0 <= line < len(group.lines) for line in claim.lines):
        yield f"lines {list(claim.lines)}: the passage has {len(group.lines)}"
    if any(not (0 <= row < len(rows) and 0 <= column < len(rows[row])) for row, column in claim.cells):
        yield f"cells {[list(cell) for cell in claim.cells]}: not in the table"
    twins = {f"c{place}" for place in range(1, len(group.claims) + 1)} - {f"c{number}"}
    if claim.twin is not None and claim.twin not in twins:
        yield f"twin {claim.twin!r}: expected another claim, c1 to c{len(group.claims)}"
