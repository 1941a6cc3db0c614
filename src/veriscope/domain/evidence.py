"""The addresses of evidence, and the only codec for them.

An id is written `TITLE#KIND-NUMBER[-NUMBER…]`: `Lima#sentence-0`, `Lima#cell-0-3-1`. Only the part
after the last `#` is read as the address, so a title may hold any character.
"""

import re
from dataclasses import dataclass

from veriscope.errors import InputError


@dataclass(frozen=True, slots=True, order=True)
class SentenceId:
    """The sentence number `sentence` of a page."""

    page: str
    sentence: int

    def __str__(self) -> str:
        return f"{self.page}#sentence-{self.sentence}"


@dataclass(frozen=True, slots=True, order=True)
class CellId:
    """A table cell: its row, and its place among the cells written in that row.

    Header cells are addresses of their own kind, as in FEVEROUS.
    """

    page: str
    table: int
    row: int
    column: int
    is_header: bool = False

    def __str__(self) -> str:
        kind = "header" if self.is_header else "cell"
        return f"{self.page}#{kind}-{self.table}-{self.row}-{self.column}"


@dataclass(frozen=True, slots=True, order=True)
class CaptionId:
    """The caption of a table."""

    page: str
    table: int

    def __str__(self) -> str:
        return f"{self.page}#caption-{self.table}"


@dataclass(frozen=True, slots=True, order=True)
class ItemId:
    """An item of a list, nested items counted in reading order."""

    page: str
    list: int
    item: int

    def __str__(self) -> str:
        return f"{self.page}#item-{self.list}-{self.item}"


EvidenceId = SentenceId | CellId | CaptionId | ItemId

_ADDRESS = re.compile(
    r"(?P<page>.*)#(?:sentence-(?P<sentence>\d{1,18})|(?P<cell>cell|header)-(?P<t>\d{1,18})-(?P<r>\d{1,18})-(?P<c>\d{1,18})"
    r"|caption-(?P<caption>\d{1,18})|item-(?P<list>\d{1,18})-(?P<item>\d{1,18}))",
    re.DOTALL | re.ASCII,
)


def parse_evidence_id(text: str) -> EvidenceId:
    """The id that `str()` wrote as `text`."""
    match = _ADDRESS.fullmatch(text)
    if match is None:
        shown = text if len(text) <= 80 else f"{text[:80]}…"
        raise InputError(f"not an evidence id: {shown!r}; an id looks like 'Lima#sentence-0' or 'Lima#cell-0-3-1'")
    page = match["page"]
    if match["sentence"]:
        return SentenceId(page, int(match["sentence"]))
    if match["cell"]:
        table, row, column = int(match["t"]), int(match["r"]), int(match["c"])
        return CellId(page, table, row, column, is_header=match["cell"] == "header")
    if match["caption"]:
        return CaptionId(page, int(match["caption"]))
    return ItemId(page, int(match["list"]), int(match["item"]))


def is_sentence_like(evidence_id: EvidenceId) -> bool:
    """Whether the id counts among the 5 sentences of the FEVEROUS budget, not the 25 table elements."""
    return isinstance(evidence_id, SentenceId)
