"""The report of one claim as a self-contained HTML page."""

import datetime

from veriscope.domain import Label
from veriscope.pipeline.html_graph import graph_html
from veriscope.pipeline.html_parts import (
    CLASSES,
    NAMES,
    badge,
    computation,
    correction,
    evidence_list,
    made_by,
    page,
    shown,
    tables,
)
from veriscope.pipeline.trace import Trace


def claim_html(trace: Trace, *, day: datetime.date | None = None) -> str:
    """The page: the verdict, the evidence that explains it, and all other evidence folded away."""
    day = day or datetime.datetime.now(tz=datetime.UTC).date()
    told = [f'<p class="note">{shown(note)}</p>' for note in (trace.verdict.reason, *trace.notes) if note]
    body = (
        f'<article class="verdict {CLASSES[trace.label]}">{badge(trace)}'
        f"<h1>{shown(trace.claim.text)}</h1>{_scale(trace)}{''.join(told)}{correction(trace)}</article>"
        f"{_computed(trace)}{graph_html(trace.graph)}{_evidence(trace)}{_others(trace)}{_pages(trace)}"
    )
    return page(
        f"{NAMES[trace.label]}: {trace.claim.text}",
        body,
        kind="claim",
        footer=made_by(trace, day=f"{day.day} {day:%B %Y}"),
    )


def _scale(trace: Trace) -> str:
    """The three probabilities as one bar, with their numbers, where a model gave some."""
    if not trace.was_decided:
        return ""
    shares = [
        (label, trace.verdict.probability(label)) for label in (Label.SUPPORTS, Label.NOT_ENOUGH_INFO, Label.REFUTES)
    ]
    bar = "".join(f'<i class="{CLASSES[label]}" style="flex-grow:{share:.4f}"></i>' for label, share in shares)
    legend = "".join(f'<li class="{CLASSES[label]}">{NAMES[label]} <b>{share:.0%}</b></li>' for label, share in shares)
    return f'<div class="scale" aria-hidden="true">{bar}</div><ul class="legend">{legend}</ul>'


def _computed(trace: Trace) -> str:
    """What was computed from a table, step by step, with the program itself folded away."""
    told = (computation(computed) for computed in trace.computed)
    return "".join(f'<section class="computed"><h2>Computed</h2>{each}</section>' for each in told)


def _evidence(trace: Trace) -> str:
    if not trace.telling:
        return '<section><h2>Evidence</h2><p class="none">Nothing in the corpus bears on this claim.</p></section>'
    title = "The evidence" if trace.label is not Label.NOT_ENOUGH_INFO else "The nearest that was found"
    return f"<section><h2>{title}</h2>{evidence_list(trace, trace.telling)}{tables(trace, trace.telling)}</section>"


def _others(trace: Trace) -> str:
    """What was read as well; of the tables, only the cells."""
    places = [place for place in range(len(trace.evidence)) if place not in trace.telling]
    listed = evidence_list(trace, places)
    return f"<details><summary>Everything else that was weighed</summary>{listed}</details>" if listed else ""


def _pages(trace: Trace) -> str:
    if not trace.pages:
        return ""
    names = "".join(f"<li>{shown(found.title)}</li>" for found in trace.pages)
    times = " · ".join(f"{stage} {time:.0f} ms" for stage, time in trace.timings_ms)
    listed = f'<ol class="pages">{names}</ol><p class="times">{times}</p>'
    return f"<details><summary>Pages searched</summary>{listed}</details>"
