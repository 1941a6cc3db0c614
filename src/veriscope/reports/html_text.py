"""Writes the report of a text as a self-contained HTML page: the text coloured by verdict, beside the evidence."""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from veriscope.domain import Label
from veriscope.pipeline import CheckedClaim, Passage, TextClaim, TextReport
from veriscope.reports.rendering import format_day, render
from veriscope.text import BlockKind

# What a person should look at comes first.
_ORDER = {Label.REFUTES: "refuted", Label.NOT_ENOUGH_INFO: "unknown", Label.SUPPORTS: "supported"}
_TAGS = {BlockKind.HEADING: "h3", BlockKind.CODE: "pre", BlockKind.TABLE: "pre"}


@dataclass(frozen=True, slots=True)
class _TextBlock:
    """A block of the text: its HTML element, and its sentences with the numbers of their claims (0: no claim)."""

    tag: str
    is_item: bool
    text: str
    parts: tuple[tuple[CheckedClaim | Passage, int], ...]


def text_html(report: TextReport, *, name: str, day: datetime.date | None = None) -> str:
    """The page for a text called `name`."""
    numbers = {id(claim): number for number, claim in enumerate(report.checked, start=1)}
    grouped = groupby(report.parts, key=lambda part: _source(part).block)
    return render(
        "text.html",
        name=name,
        report=report,
        counts=[(label, word, len(report.with_label(label))) for label, word in _ORDER.items()],
        tallies=[(label, len(claims)) for label in _ORDER if (claims := report.with_label(label))],
        refuted=[(claim, numbers[id(claim)]) for claim in report.with_label(Label.REFUTES)],
        blocks=[_text_block(list(parts), numbers, report.text) for _, parts in grouped],
        day=format_day(day),
    )


def _source(part: CheckedClaim | Passage) -> TextClaim | Passage:
    return part.source if isinstance(part, CheckedClaim) else part


def _text_block(parts: Sequence[CheckedClaim | Passage], numbers: Mapping[int, int], text: str) -> _TextBlock:
    first = _source(parts[0])
    return _TextBlock(
        _TAGS.get(first.kind, "p"),
        first.kind is BlockKind.ITEM,
        text[first.start : first.end],
        tuple((part, numbers.get(id(part), 0)) for part in parts),
    )
