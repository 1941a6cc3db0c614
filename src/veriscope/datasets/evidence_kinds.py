"""Sorts evidence by kind, the way the papers' tables count it."""

from collections.abc import Iterable
from enum import StrEnum

from veriscope.domain import CaptionId, CellId, EvidenceId, ItemId, SentenceId


class EvidenceKind(StrEnum):
    """The kind of one piece of evidence."""

    SENTENCE = "sentence"
    CELL = "cell"
    HEADER = "header"
    CAPTION = "caption"
    ITEM = "item"


class SetKind(StrEnum):
    """The kind of an evidence set; `COMBINED` means two or more of sentences, tables and lists."""

    SENTENCES = "sentences"
    TABLES = "tables"
    LISTS = "lists"
    COMBINED = "combined"


_SET_KINDS = {
    EvidenceKind.SENTENCE: SetKind.SENTENCES,
    EvidenceKind.CELL: SetKind.TABLES,
    EvidenceKind.HEADER: SetKind.TABLES,
    EvidenceKind.CAPTION: SetKind.TABLES,
    EvidenceKind.ITEM: SetKind.LISTS,
}


def kind_of(evidence_id: EvidenceId) -> EvidenceKind:
    """The kind of one piece."""
    match evidence_id:
        case SentenceId():
            return EvidenceKind.SENTENCE
        case CellId(is_header=is_header):
            return EvidenceKind.HEADER if is_header else EvidenceKind.CELL
        case CaptionId():
            return EvidenceKind.CAPTION
        case ItemId():
            return EvidenceKind.ITEM


def set_kind_of(pieces: Iterable[EvidenceId]) -> SetKind:
    """The kind of an evidence set; the set must not be empty."""
    kinds = {_SET_KINDS[kind_of(piece)] for piece in pieces}
    return kinds.pop() if len(kinds) == 1 else SetKind.COMBINED


def tables_of(pieces: Iterable[EvidenceId]) -> set[tuple[str, int]]:
    """The tables that a set uses."""
    return {(piece.page, piece.table) for piece in pieces if isinstance(piece, CellId | CaptionId)}
