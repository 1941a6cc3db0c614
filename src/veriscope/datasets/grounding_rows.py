"""Claims with whole documents, for measuring whether the documents support them.

    {"claim": "…", "label": "NOT SUPPORTED", "documents": ["…", "…"]}

The labels of a file are SUPPORTS and NOT SUPPORTED, or the three labels. Other keys are not read.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from veriscope.datasets.bad_rows import BadRow, read_rows
from veriscope.datasets.fields import take, take_list, take_text
from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject, JsonValue, json_excerpt


class GroundingLabel(StrEnum):
    """What documents do to a claim; NOT SUPPORTED is REFUTES or NOT ENOUGH INFO."""

    SUPPORTS = Label.SUPPORTS.value
    REFUTES = Label.REFUTES.value
    NOT_ENOUGH_INFO = Label.NOT_ENOUGH_INFO.value
    NOT_SUPPORTED = "NOT SUPPORTED"


_THREE_WAY_ONLY = (GroundingLabel.REFUTES, GroundingLabel.NOT_ENOUGH_INFO)


@dataclass(frozen=True, slots=True)
class GroundingRow:
    """A labelled claim with the texts of its documents."""

    line: int
    claim: str
    label: GroundingLabel
    documents: tuple[str, ...]


def read_grounding_rows(path: Path) -> list[GroundingRow | BadRow]:
    """Every row of a file, as a row or a problem.

    In a file with the label NOT SUPPORTED, a row that is labelled REFUTES or NOT ENOUGH INFO is a problem.
    """
    rows = list(read_rows(path, parse_grounding_row))
    is_two_way = any(isinstance(row, GroundingRow) and row.label is GroundingLabel.NOT_SUPPORTED for row in rows)
    return list(_with_one_set_of_labels(rows)) if is_two_way else rows


def parse_grounding_row(line: int, value: JsonObject) -> GroundingRow:
    """The row of a record."""
    documents = tuple(
        _document(item, at=f"documents[{place}]")
        for place, item in enumerate(take_list(value, "documents", of="texts"))
    )
    if not any(document.strip() for document in documents):
        found = "an empty list" if not documents else "only blank texts"
        raise InputError(f"documents: found {found}; expected at least one text")
    return GroundingRow(line, take_text(value, "claim"), _label(value), documents)


def _document(value: JsonValue, *, at: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{at}: found {json_excerpt(value)}; expected a text")
    return value


def _label(value: JsonObject) -> GroundingLabel:
    label = take(value, "label")
    if not isinstance(label, str) or label.upper() not in set(GroundingLabel):
        raise InputError(f"label: found {json_excerpt(label)}; expected one of: {', '.join(GroundingLabel)}")
    return GroundingLabel(label.upper())


def _with_one_set_of_labels(rows: list[GroundingRow | BadRow]) -> Iterator[GroundingRow | BadRow]:
    for row in rows:
        if isinstance(row, GroundingRow) and row.label in _THREE_WAY_ONLY:
            problem = f'label: found "{row.label}" in a file with NOT SUPPORTED; expected SUPPORTS or NOT SUPPORTED'
            yield BadRow(row.line, problem)
        else:
            yield row
