"""Converts between FEVEROUS's element ids and our evidence ids.

An id is read from the right, so a title may contain `_` and even `_cell_`; `X_header_cell_0_1_2` is a header cell of
`X`, never a cell of `X_header`.
"""

import re
from dataclasses import dataclass

from veriscope.domain import CaptionId, CellId, EvidenceId, ItemId, SentenceId
from veriscope.errors import InputError
from veriscope.text import canonical_title, title_to_feverous

EXAMPLES = "'Lima_sentence_0', 'Lima_cell_0_3_1', 'Lima_header_cell_0_0_1', 'Lima_table_caption_0' or 'Lima_item_0_2'"

# Nine digits at most: no page has more elements, and longer numbers are slow to read.
_ID = re.compile(
    r"(?P<page>.+)_(?:(?P<kind>sentence|section|table_caption)_(?P<at>\d{1,9})|(?P<title>title)"
    r"|(?P<item>item)_(?P<in_list>\d{1,9}_\d{1,9})|(?P<cell>cell)_(?P<in_table>\d{1,9}_\d{1,9}_\d{1,9}))",
    re.DOTALL | re.ASCII,
)
_POSITION = re.compile(r"\d{1,9}(?:_\d{1,9}){0,2}", re.ASCII)
_HEADER = re.compile(r"(.+)_header", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FeverousAddress:
    """An element in a submission's form: the page as written, the kind, and the numbers joined by `_`."""

    page: str
    kind: str
    position: str

    def __str__(self) -> str:
        return "_".join(filter(None, (self.page, self.kind, self.position)))


def parse_feverous_id(text: str) -> FeverousAddress:
    """The parts of an element id."""
    match = _ID.fullmatch(text)
    if match is None:
        raise InputError(f"not a FEVEROUS id: {text[:80]!r}; an id looks like {EXAMPLES}")
    page = match["page"]
    kind = match["kind"] or match["title"] or match["item"] or match["cell"]
    if kind == "cell" and (header := _HEADER.fullmatch(page)):
        page, kind = header[1], "header_cell"
    return FeverousAddress(page, kind, match["at"] or match["in_list"] or match["in_table"] or "")


def evidence_id_from_feverous(address: FeverousAddress) -> EvidenceId:
    """Our id of an element that can be evidence; titles and sections are only context."""
    page = canonical_title(address.page)
    match address.kind, _numbers(address.position):
        case "sentence", [sentence]:
            return SentenceId(page, sentence)
        case "cell" | "header_cell", [table, row, column]:
            return CellId(page, table, row, column, is_header=address.kind == "header_cell")
        case "table_caption", [table]:
            return CaptionId(page, table)
        case "item", [in_list, item]:
            return ItemId(page, in_list, item)
    raise InputError(f"{str(address)[:80]!r} cannot be evidence; evidence looks like {EXAMPLES}")


def _numbers(position: str) -> list[int]:
    return [int(number) for number in position.split("_")] if _POSITION.fullmatch(position) else []


def evidence_id_to_feverous(evidence_id: EvidenceId) -> FeverousAddress:
    """FEVEROUS's address of a piece of evidence."""
    page = title_to_feverous(evidence_id.page)
    match evidence_id:
        case SentenceId(sentence=sentence):
            return FeverousAddress(page, "sentence", str(sentence))
        case CellId(table=table, row=row, column=column, is_header=is_header):
            return FeverousAddress(page, "header_cell" if is_header else "cell", f"{table}_{row}_{column}")
        case CaptionId(table=table):
            return FeverousAddress(page, "table_caption", str(table))
        case ItemId(list=in_list, item=item):
            return FeverousAddress(page, "item", f"{in_list}_{item}")
