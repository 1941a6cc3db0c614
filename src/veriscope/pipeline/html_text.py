"""The report of a text as a self-contained HTML page: the text, coloured by verdict, with the evidence beside it."""

import datetime
from collections.abc import Sequence
from itertools import groupby

from veriscope.domain import Label
from veriscope.pipeline.html_graph import graph_html
from veriscope.pipeline.html_parts import (
    CLASSES,
    NAMES,
    badge,
    computation,
    correction,
    evidence_list,
    icon,
    made_by,
    one_line,
    page,
    shown,
    tables,
)
from veriscope.pipeline.text_claims import Passage, TextClaim
from veriscope.pipeline.text_report import CheckedClaim, TextReport
from veriscope.text.blocks import BlockKind

_ORDER = (Label.REFUTES, Label.NOT_ENOUGH_INFO, Label.SUPPORTS)
_COUNTED = {Label.REFUTES: "refuted", Label.NOT_ENOUGH_INFO: "unknown", Label.SUPPORTS: "supported"}
_TAGS = {BlockKind.HEADING: "h3", BlockKind.CODE: "pre", BlockKind.TABLE: "pre"}

_Part = CheckedClaim | Passage


def text_html(report: TextReport, *, name: str, day: datetime.date | None = None) -> str:
    """The page of a text called `name`."""
    day = day or datetime.datetime.now(tz=datetime.UTC).date()
    numbers = {id(claim): number for number, claim in enumerate(report.checked, start=1)}
    blocks = "".join(_block(list(parts), numbers, report.text) for _, parts in groupby(report.parts, key=_block_of))
    body = f'{_summary(report, name)}{_alarm(report, numbers)}<div class="text">{blocks}</div>{_left_out(report)}'
    footer = (
        made_by(report.checked[0].trace, day=f"{day.day} {day:%B %Y}")
        if report.checked
        else "<p>Nothing was checked.</p>"
    )
    return page(f"{name}: checked", body, kind="text", footer=footer)


def _place(part: _Part) -> TextClaim | Passage:
    return part.source if isinstance(part, CheckedClaim) else part


def _block_of(part: _Part) -> int:
    return _place(part).block


def _summary(report: TextReport, name: str) -> str:
    counts = {label: len(report.with_label(label)) for label in _ORDER}
    bar = "".join(
        f'<i class="{CLASSES[label]}" style="flex-grow:{count}"></i>' for label, count in counts.items() if count
    )
    tiles = "".join(
        f'<li class="{CLASSES[label]}">{icon(label)}<b>{count}</b> {_COUNTED[label]}</li>'
        for label, count in counts.items()
    )
    left_out = f'<li class="skipped"><b>{len(report.left_out)}</b> left out</li>'
    return (
        f'<section class="summary"><h1>{shown(name)}</h1><p>{len(report.checked)} statements checked.</p>'
        f'<div class="scale" aria-hidden="true">{bar}</div><ul class="tiles">{tiles}{left_out}</ul></section>'
    )


def _alarm(report: TextReport, numbers: dict[int, int]) -> str:
    """The refuted claims first of all."""
    refuted = report.with_label(Label.REFUTES)
    if not refuted:
        return ""
    items = "".join(
        f'<li><a href="#claim-{numbers[id(claim)]}">{shown(claim.source.sentence)}</a></li>' for claim in refuted
    )
    return f'<section class="alarm"><h2>Refuted by the corpus</h2><ul>{items}</ul></section>'


def _block(parts: Sequence[_Part], numbers: dict[int, int], text: str) -> str:
    """A block of the text, and the cards of its claims beside it."""
    first = _place(parts[0])
    tag = _TAGS.get(first.kind, "p")
    said = " ".join(_sentence(part, numbers) for part in parts)
    if tag == "pre":
        said = shown(text[first.start : first.end])
    item = ' class="item"' if first.kind is BlockKind.ITEM else ""
    cards = "".join(_card(part, numbers[id(part)]) for part in parts if isinstance(part, CheckedClaim))
    return f'<div class="row"><div class="said"><{tag}{item}>{said}</{tag}></div><div class="cards">{cards}</div></div>'


def _sentence(part: _Part, numbers: dict[int, int]) -> str:
    if isinstance(part, Passage):
        return f'<span class="skipped" title="{shown(_why(part))}">{shown(part.sentence)}</span>'
    number, label = numbers[id(part)], part.trace.label
    return (
        f'<a class="sentence {CLASSES[label]}" href="#claim-{number}" title="{NAMES[label]}">'
        f"{shown(part.source.sentence)}<sup>{number}</sup></a>"
    )


def _card(claim: CheckedClaim, number: int) -> str:
    """A claim's verdict on one line, its evidence below; only that of a refuted claim is unfolded from the start."""
    trace = claim.trace
    is_open = trace.label is Label.REFUTES
    gist = one_line(trace, trace.telling[0]) if trace.telling else shown(trace.verdict.reason)
    return (
        f'<details class="card {CLASSES[trace.label]}"{" open" if is_open else ""}><summary>'
        f'<span class="number">{number}</span>{badge(trace)}<span class="gist">{gist}</span></summary>'
        f'<div class="why-so" id="claim-{number}">{_explanation(claim)}</div></details>'
    )


def _explanation(claim: CheckedClaim) -> str:
    trace = claim.trace
    read_as = claim.source.claim if claim.source.claim != claim.source.sentence else ""
    told = [
        f'<p class="read-as">read as <q>{shown(read_as)}</q></p>' if read_as else "",
        f'<p class="note">{shown(trace.verdict.reason)}</p>' if trace.verdict.reason else "",
        "" if trace.telling else '<p class="none">Nothing in the corpus bears on it.</p>',
        *(f'<div class="computed">{computation(computed)}</div>' for computed in trace.computed),
        correction(trace),
    ]
    return "".join(told) + graph_html(trace.graph) + evidence_list(trace, trace.telling) + tables(trace, trace.telling)


def _left_out(report: TextReport) -> str:
    if not report.left_out:
        return ""
    items = "".join(
        f'<li><span class="why">{shown(_why(passage))}</span> {shown(passage.sentence)}</li>'
        for passage in report.left_out
    )
    return f'<details class="left-outs"><summary>What was left out, and why</summary><ul>{items}</ul></details>'


def _why(passage: Passage) -> str:
    return f"{passage.why.value} (“{passage.word}”)" if passage.word else passage.why.value
