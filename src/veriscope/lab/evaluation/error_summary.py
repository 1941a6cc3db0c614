"""Counts what a CSV file of wrong claims says, after a person has filled it in."""

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from veriscope.domain import Label
from veriscope.errors import InputError
from veriscope.files import JsonObject
from veriscope.scoring import PAPER_SHARES, Cause, Remark

_NEEDED = ("id", "label", "cause", "contradicting", "remark")
_Choice = TypeVar("_Choice", Cause, Remark, Label)


@dataclass(frozen=True, slots=True)
class CodedError:
    """A row of the file."""

    label: Label
    cause: Cause
    contradicting: bool
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class ErrorSummary:
    """How many claims have each cause, by gold label, and what a person remarked on those `read`.

    `contradicting` counts the claims with a cited piece that, by the model, says the opposite of the gold label.
    """

    claims: int
    causes: dict[Cause, dict[Label, int]]
    contradicting: int
    read: int
    remarks: dict[Remark, int]


def read_errors(path: Path) -> ErrorSummary:
    """The summary of a file; a row with an unknown code raises `InputError`."""
    errors = list(_errors(path))
    if not errors:
        raise InputError(f"{path}: the file holds no rows; `veriscope eval pipeline --errors` writes one")
    causes = Counter((error.cause, error.label) for error in errors)
    remarks = Counter(remark for error in errors for remark in error.remarks)
    return ErrorSummary(
        len(errors),
        {cause: {label: causes[cause, label] for label in Label} for cause in Cause},
        sum(error.contradicting for error in errors),
        sum(bool(error.remarks) for error in errors),
        {remark: remarks[remark] for remark in Remark},
    )


def summary_json(summary: ErrorSummary) -> JsonObject:
    """The object that `eval errors --json` prints; remarks count as shares of the claims that a person read."""
    return {
        "claims": summary.claims,
        "causes": {
            cause.value: {
                "claims": sum(counts.values()),
                "share": sum(counts.values()) / summary.claims,
                "share_in_fever_paper": PAPER_SHARES[cause],
                "by_label": {label.value: count for label, count in counts.items()},
            }
            for cause, counts in summary.causes.items()
        },
        "contradicting": summary.contradicting,
        "read": summary.read,
        "remarks": {
            remark.value: {
                "claims": count,
                "share": count / summary.read if summary.read else None,
                "share_in_fever_paper": PAPER_SHARES.get(remark),
            }
            for remark, count in summary.remarks.items()
        },
    }


def _errors(path: Path) -> Iterator[CodedError]:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8; save it as CSV in UTF-8") from None
    head = text.partition("\n")[0]
    # In some countries, spreadsheets separate columns by semicolons.
    reader = csv.DictReader(text.splitlines(keepends=True), delimiter=";" if head.count(";") > head.count(",") else ",")
    missing = [name for name in _NEEDED if name not in (reader.fieldnames or ())]
    if missing:
        raise InputError(f"{path}:1: no column named {missing[0]}; expected the columns {', '.join(_NEEDED)}")
    for row in reader:
        try:
            yield _parse_row(row)
        except InputError as error:
            raise InputError(f"{path}:{reader.line_num}: {error}") from None


def _parse_row(row: dict[str, str | None]) -> CodedError:
    remarks = [part for part in (row["remark"] or "").split(";") if part.strip()]
    found = tuple(_choice(remark, list(Remark), what="remark") for remark in remarks)
    if Remark.NONE in found and len(found) > 1:
        raise InputError(f"remark: {row['remark']!r} says none and something; write one or the other")
    return CodedError(
        _choice(row["label"] or "", list(Label), what="label"),
        _choice(row["cause"] or "", list(Cause), what="cause"),
        bool((row["contradicting"] or "").strip()),
        tuple(dict.fromkeys(found)),
    )


def _choice(text: str, choices: Sequence[_Choice], *, what: str) -> _Choice:
    asked = " ".join(text.split()).casefold()
    found = next((choice for choice in choices if choice.value.casefold() == asked), None)
    if found is None:
        raise InputError(f"{what}: found {text.strip()!r}; expected one of: {', '.join(choices)}")
    return found
