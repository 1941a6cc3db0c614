"""Claims with the text of their evidence, for evaluating verdict models alone.

    {"claim": "…", "label": "REFUTES", "evidence_text": "…", "page": "Lima"}

The evidence is a text, a list of texts, or a list of `{page, sentence}`; null or an empty list is none. `page` names
the page of texts that do not name one. Other keys are kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from veriscope.datasets.bad_rows import BadRow, read_rows
from veriscope.datasets.fields import Extra, rest, take, take_label, take_text
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt

EVIDENCE_FIELD = "evidence_text"

_PIECE = "a text, or {page, sentence}"


class EvidenceText(NamedTuple):
    """A piece of evidence as written, and its page; the page is empty if it is unknown."""

    page: str
    text: str


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A labelled claim with the text of its evidence; `extra` holds the other keys, for breakdowns."""

    line: int
    claim: str
    label: Label
    evidence: tuple[EvidenceText, ...]
    extra: Extra = ()


def read_verdict_rows(path: Path, *, field: str = EVIDENCE_FIELD) -> Iterator[VerdictRow | BadRow]:
    """Every row of a file, as a row or a problem; `field` names the key that holds the evidence."""
    return read_rows(path, lambda line, value: parse_verdict_row(value, line=line, field=field))


def parse_verdict_row(value: JsonObject, *, line: int = 0, field: str = EVIDENCE_FIELD) -> VerdictRow:
    """The row of a record."""
    page = value.get("page")
    if page is not None and not isinstance(page, str):
        raise InputError(f"page: found {json_excerpt(page)}; expected a title")
    evidence = tuple(_pieces(take(value, field), at=field, page=page or ""))
    return VerdictRow(line, take_text(value, "claim"), take_label(value), evidence, rest(value, ("claim", field)))


def _pieces(value: JsonValue, *, at: str, page: str) -> Iterator[EvidenceText]:
    match value:
        case None:
            return
        case str():
            yield from _piece(value, at=at, page=page)
        case list():
            for index, item in enumerate(value):
                yield from _piece(item, at=f"{at}[{index}]", page=page)
        case _:
            raise InputError(f"{at}: found {json_excerpt(value)}; expected a text, or a list of {_PIECE}")


def _piece(value: JsonValue, *, at: str, page: str) -> Iterator[EvidenceText]:
    """The piece; None for a blank text."""
    match value:
        case str():
            found = EvidenceText(page, value)
        case {"page": str(title), "sentence": str(sentence)}:
            found = EvidenceText(title, sentence)
        case _:
            raise InputError(f"{at}: found {json_excerpt(value)}; expected {_PIECE}")
    if found.text.strip():
        yield found
