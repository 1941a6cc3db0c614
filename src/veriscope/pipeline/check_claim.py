"""Takes one claim through all stages over an open corpus, and returns its trace."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from veriscope.domain import CellId, Claim, RankedPage
from veriscope.pipeline.claim_reading import read_claim
from veriscope.pipeline.key_evidence import key_pieces
from veriscope.pipeline.stages import Stages
from veriscope.pipeline.table_computation import with_read_cells
from veriscope.pipeline.table_excerpts import table_excerpts
from veriscope.pipeline.trace import Trace, with_parts
from veriscope.text import coordinated_parts
from veriscope.verdict import without_verdict

# Silent unless a program listens to it.
LOG = logging.getLogger("veriscope")
LOG.addHandler(logging.NullHandler())


def check_claim(stages: Stages, claim: Claim) -> Trace:
    """The verdict on a claim, with the evidence and what every stage did; raises `UsageError` for what is no claim.

    If the settings say so, each part of a compound claim is checked, too.
    """
    trace = _check_whole(stages, claim)
    texts = coordinated_parts(trace.read_as) if stages.config.parts and trace.was_decided else ()
    if texts:
        trace = with_parts(trace, [_check_whole(stages, Claim(claim.id, text)) for text in texts])
    spent_ms = sum(time_ms for part in (trace, *trace.parts) for _, time_ms in part.timings_ms)
    LOG.debug("claim %s: %s %.2f in %.0f ms", claim.id, trace.label, trace.probability, spent_ms)
    return trace


def _check_whole(stages: Stages, claim: Claim) -> Trace:
    """The trace of one claim as a whole."""
    timed = _Clock()
    read = read_claim(claim, stages.corpus.search_index)
    with timed("retrieval"):
        pages = stages.retrieve(read.claim)
    with timed("selection"):
        lines = stages.select(read.claim, pages)
    with timed("computation"):
        computation, lines = (None, lines) if read.unfit else stages.compute(read.claim, pages, lines)
    facts = None
    if stages.channel and not read.unfit:
        with timed("graph"):
            facts = stages.look_up(read.claim)
    with timed("verdict"):
        verdict, correction, remark = stages.decide(
            read.claim, pages, lines, computation=computation, facts=facts, unfit=read.unfit
        )
    with timed("explanation"):
        key_evidence = with_read_cells(key_pieces(read.claim.text, lines, verdict), lines, computation)
        cells = [lines[place].id for place in key_evidence]
        tables = table_excerpts((page for page, _ in pages), [cell for cell in cells if isinstance(cell, CellId)])
    return Trace(
        claim=claim,
        pages=tuple(RankedPage(page.title, score) for page, score in pages),
        evidence=tuple(lines),
        verdict=verdict,
        stage_names=stages.names(),
        timings_ms=tuple(timed.ms.items()),
        corpus=stages.name,
        read_as=read.claim.text,
        notes=(*read.notes, *([remark] if remark else [])),
        key_evidence=key_evidence,
        tables=tables,
        computations=(computation,) if computation else (),
        correction=correction,
        graph=facts,
        sources=stages.locate(lines),
    )


def trace_of_problem(stages: Stages, claim: Claim, problem: str) -> Trace:
    """The trace of a claim that could not be checked, which says why."""
    LOG.warning("claim %s could not be checked: %s", claim.id, problem)
    return Trace(
        claim=claim,
        pages=(),
        evidence=(),
        verdict=without_verdict(problem),
        stage_names=stages.names(),
        timings_ms=(),
        corpus=stages.name,
        problem=problem,
    )


class _Clock:
    """Measures how many milliseconds each stage takes."""

    def __init__(self) -> None:
        self.ms: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        started = time.perf_counter()
        yield
        self.ms[stage] = (time.perf_counter() - started) * 1000
