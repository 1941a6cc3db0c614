"""The trace of a check: the verdict, and the output of every stage on the way."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from pkgutil import resolve_name

from veriscope import __version__
from veriscope.corpus import MEMORY
from veriscope.domain import CellId, Claim, Computation, Evidence, Label, RankedPage, Stance, Verdict
from veriscope.pipeline.graph_finding import GraphFinding, finding_as_json
from veriscope.pipeline.key_evidence import key_pieces, stance_label
from veriscope.pipeline.source_spans import SourceSpan
from veriscope.pipeline.table_excerpts import TableExcerpt
from veriscope.starter import STARTER
from veriscope.text import Mark, deciding_marks, detokenise, shared_marks
from veriscope.verdict import Correction, shares_of, weigh_parts

TRACE_VERSION = 2
_TOKENISED = re.compile(r"\w [,.;](?:\s|$)|``|-LRB-|\w 's\b")


@dataclass(frozen=True, slots=True)
class Trace:
    """The way of one claim through the pipeline; `timings_ms` pairs each stage with its time.

    `claim` is the claim as given, `read_as` the claim as the stages read it; `notes` explain the difference, and what
    carries the verdict if no line does. `key_evidence` holds the places of the few pieces of `evidence` that explain
    the verdict, `tables` what a reader should see of tables. `computations` holds the program that decided, if one did.
    `correction` holds what would make a refuted claim true, if that is clear. `graph` holds what a knowledge graph
    says, if one was asked. `parts` holds the traces of the parts of a compound claim, if they were checked. `sources`
    holds where each piece stands in the files or texts that were given, if they were. `problem` says why the claim
    could not be checked at all, which only `check_many` lets pass.
    """

    claim: Claim
    pages: tuple[RankedPage, ...]
    evidence: tuple[Evidence, ...]
    verdict: Verdict
    stage_names: tuple[tuple[str, str], ...]
    timings_ms: tuple[tuple[str, float], ...]
    corpus: str
    read_as: str = ""
    notes: tuple[str, ...] = ()
    key_evidence: tuple[int, ...] = ()
    tables: tuple[TableExcerpt, ...] = ()
    computations: tuple[Computation, ...] = ()
    correction: Correction | None = None
    graph: GraphFinding | None = None
    parts: tuple["Trace", ...] = ()
    sources: tuple[SourceSpan | None, ...] = ()
    problem: str = ""

    def __str__(self) -> str:
        """The answer and what explains it, for people: plain text of a few lines."""
        share = f" {self.probability:.0%}" if self.was_decided else ""
        lines = [
            f"{self.label.value}{share}  {self.claim.text}",
            *self.remarks,
            *(computation.conclusion for computation in self.computations),
            *([self.correction.words] if self.correction else []),
            *map(self._line, self.key_evidence),
        ]
        return "\n  ".join(map(_printable, lines))

    def _line(self, place: int) -> str:
        piece = self.evidence[place]
        headers = f"{' › '.join(piece.context[1:])}: " if isinstance(piece.id, CellId) and piece.context[1:] else ""
        return f"{piece.id}  {headers}{self.readable(place)[0]}"

    def _repr_html_(self) -> str:
        """The evidence cards, for notebooks."""
        # Reports are made of traces, so they are found by name, as plug-ins are.
        frame: str = resolve_name("veriscope.reports:trace_frame")(self)
        return frame

    @property
    def label(self) -> Label:
        """The answer."""
        return self.verdict.label

    @property
    def probability(self) -> float:
        """The probability of the answer."""
        return self.verdict.probability(self.verdict.label)

    @property
    def corpus_name(self) -> str:
        """The corpus as people know it: the name of its folder."""
        if self.corpus == str(MEMORY):
            return "the given texts"
        name = Path(self.corpus).name
        return "the starter atlas" if name == STARTER or name.startswith(f"{STARTER}-") else name

    @property
    def was_decided(self) -> bool:
        """Whether a model was asked; it is not asked if there is nothing to check, or nothing to check it against."""
        return not self.verdict.reason or self.verdict.not_enough_info < 1

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader should know beside the verdict: its reason, the lines that decide together, the notes."""
        several = ", ".join(str(self.evidence[place].id) for place in self.verdict.together)
        together = f"no line decides alone; these do so together: {several}" if several else ""
        return tuple(filter(None, (self.verdict.reason, together, *self.notes)))

    def computation_stance(self, place: int) -> Stance | None:
        """What the computation at that place says on its own, if the model reads computations."""
        return self.verdict.computed[place] if place < len(self.verdict.computed) else None

    def stance(self, place: int) -> Stance | None:
        """What the piece of evidence at that place says on its own, if the model knows.

        A cell that a program read says nothing on its own: the result of the program counts.
        """
        is_read = any(self.evidence[place].id in computation.cells for computation in self.computations)
        return self.verdict.stances[place] if place < len(self.verdict.stances) and not is_read else None

    def source(self, place: int) -> SourceSpan | None:
        """Where the piece of evidence at that place stands in what was given to check against, if that is a text."""
        return self.sources[place] if place < len(self.sources) else None

    def marks(self, place: int) -> list[Mark]:
        """The deciding words of the piece of evidence at that place."""
        return self._marks(place, self.evidence[place].text)

    def readable(self, place: int) -> tuple[str, list[Mark]]:
        """The text of a piece as people write it, with FEVER's tokens joined again, and its deciding words."""
        text = self.evidence[place].text
        text = detokenise(text) if _TOKENISED.search(text) else text
        return text, self._marks(place, text)

    def _marks(self, place: int, text: str) -> list[Mark]:
        piece, stance = self.evidence[place], self.stance(place)
        side = self.verdict.label if stance is None else stance_label(stance)
        if side is Label.REFUTES:
            return deciding_marks(self.read_as, text, around=" ; ".join(piece.context))
        return shared_marks(self.read_as, text)


def with_parts(trace: Trace, parts: Sequence[Trace]) -> Trace:
    """The trace of a compound claim with those of its parts, which may change its verdict."""
    verdict = weigh_parts(trace.verdict, [part.verdict for part in parts])
    if verdict == trace.verdict:
        return replace(trace, parts=tuple(parts))
    key_evidence = key_pieces(trace.read_as, trace.evidence, verdict)
    return replace(trace, verdict=verdict, key_evidence=key_evidence, correction=None, parts=tuple(parts))


def _printable(text: str) -> str:
    """The text without characters that could steer a terminal."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def trace_as_json(trace: Trace) -> dict[str, object]:
    """The trace as one JSON object. Its form is a contract (`trace.schema.json`); `trace_version` counts changes."""
    names = dict(trace.stage_names)
    return {
        "claim": trace.claim.text,
        "read_as": trace.read_as,
        "label": trace.label.value,
        "probability": round(trace.probability, 6),
        "probabilities": {label.value: trace.verdict.probability(label) for label in Label},
        "shares": {source: round(share, 6) for source, share in shares_of(trace.verdict).items()},
        "reason": trace.verdict.reason,
        "problem": trace.problem,
        "notes": list(trace.notes),
        "evidence": [_evidence_as_json(trace, place) for place in range(len(trace.evidence))],
        "key_evidence": [str(trace.evidence[place].id) for place in trace.key_evidence],
        "tables": [_table_as_json(excerpt) for excerpt in trace.tables],
        "together": [str(trace.evidence[place].id) for place in trace.verdict.together],
        "computations": [
            _computation_as_json(computation, trace.computation_stance(place))
            for place, computation in enumerate(trace.computations)
        ],
        "correction": _correction_as_json(trace.correction),
        "parts": [_part_as_json(part) for part in trace.parts],
        "graph": None if trace.graph is None else finding_as_json(trace.graph),
        "stages": {
            "retrieval": {"name": names["retrieval"], "pages": [page._asdict() for page in trace.pages]},
            "selection": {"name": names["selection"], "evidence": [str(piece.id) for piece in trace.evidence]},
            "computation": {"name": names.get("computation", "none")},
            "verdict": {"name": names["verdict"]},
        },
        "timings_ms": {stage: round(time_ms, 3) for stage, time_ms in trace.timings_ms},
        "corpus": trace.corpus,
        "version": __version__,
        "trace_version": TRACE_VERSION,
    }


def _computation_as_json(computation: Computation, stance: Stance | None) -> dict[str, object]:
    return {
        "page": computation.page,
        "table": computation.table,
        "program": computation.program,
        "result": computation.truth,
        "match_probability": round(computation.match_probability, 6),
        "support_probability": round(computation.support_probability, 6),
        "question": computation.question,
        "steps": list(computation.steps),
        "conclusion": computation.conclusion,
        "stance": None if stance is None else _stance_as_json(stance),
        "cells": [str(cell) for cell in computation.cells],
    }


def _part_as_json(part: Trace) -> dict[str, object]:
    return {
        "text": part.read_as,
        "label": part.label.value,
        "probability": round(part.probability, 6),
        "reason": part.verdict.reason,
        "key_evidence": [_evidence_as_json(part, place) for place in part.key_evidence],
    }


def _correction_as_json(correction: Correction | None) -> dict[str, object] | None:
    return correction and {"said": correction.said, "instead": correction.instead, "claim": correction.text}


def _evidence_as_json(trace: Trace, place: int) -> dict[str, object]:
    piece, stance = trace.evidence[place], trace.stance(place)
    return {
        "id": str(piece.id),
        "page": piece.id.page,
        "text": piece.text,
        "score": round(piece.score, 6),
        "context": list(piece.context),
        "date": piece.date,
        "stance": None if stance is None else _stance_as_json(stance),
        "source": None if (span := trace.source(place)) is None else span._asdict(),
        "marks": [[mark.start, mark.end, mark.kind.value] for mark in trace.marks(place)],
    }


def _stance_as_json(stance: Stance) -> dict[str, object]:
    values = (stance.supports, stance.refutes, stance.not_enough_info)
    return {label.value: round(value, 6) for label, value in zip(Label, values, strict=True)}


def _table_as_json(excerpt: TableExcerpt) -> dict[str, object]:
    return {
        "page": excerpt.page,
        "table": excerpt.table,
        "caption": excerpt.caption,
        "rows": [[cell._asdict() for cell in row] for row in excerpt.rows],
        "rows_left_out": excerpt.rows_left_out,
        "columns_left_out": excerpt.columns_left_out,
    }
