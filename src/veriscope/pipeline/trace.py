"""The trace of a check: the verdict, and what every stage put out on the way."""

import re
from dataclasses import dataclass
from pathlib import Path

from veriscope import __version__
from veriscope.domain import Claim, Computation, Evidence, Label, RankedPage, Stance, Verdict
from veriscope.pipeline.contrast_claims import Correction
from veriscope.pipeline.graph_finding import GraphFinding, finding_as_json
from veriscope.pipeline.starter_corpus import STARTER
from veriscope.pipeline.table_excerpts import TableExcerpt
from veriscope.pipeline.telling import stance_label
from veriscope.text import detokenise
from veriscope.text.word_marks import Mark, deciding_marks, shared_marks

TRACE_VERSION = 2
_TOKENISED = re.compile(r"\w [,.;](?:\s|$)|``|-LRB-|\w 's\b")


@dataclass(frozen=True, slots=True)
class Trace:
    """One claim's way through the pipeline; `timings_ms` holds a pair of stage and time for each stage.

    `claim` is as it was given, `read_as` as the stages read it, and `notes` tells the difference. `telling` holds the
    places of the few pieces of `evidence` that explain the verdict, `tables` what a reader should see of tables,
    `computed` the program that decided, where one did, `correction` what would make a refuted claim true, where that is
    clear, and `graph` what a knowledge graph says, where one was asked.
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
    telling: tuple[int, ...] = ()
    tables: tuple[TableExcerpt, ...] = ()
    computed: tuple[Computation, ...] = ()
    correction: Correction | None = None
    graph: GraphFinding | None = None

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
        name = Path(self.corpus).name
        return "the starter atlas" if name == STARTER or name.startswith(f"{STARTER}-") else name

    @property
    def was_decided(self) -> bool:
        """Whether a model was asked; it is not where there is nothing to check, or nothing to check it against."""
        return not self.verdict.reason or self.verdict.not_enough_info < 1

    def stance(self, place: int) -> Stance | None:
        """What the piece of evidence at that place says on its own, where the model knows.

        A cell that a program read says nothing on its own: what counts is what was computed from it.
        """
        is_read = any(self.evidence[place].id in computed.cells for computed in self.computed)
        return self.verdict.stances[place] if place < len(self.verdict.stances) and not is_read else None

    def marks(self, place: int) -> list[Mark]:
        """The deciding words of the piece of evidence at that place."""
        return self._marks(place, self.evidence[place].text)

    def readable(self, place: int) -> tuple[str, list[Mark]]:
        """The text of a piece as people write it, FEVER's tokens joined again, with its deciding words."""
        text = self.evidence[place].text
        text = detokenise(text) if _TOKENISED.search(text) else text
        return text, self._marks(place, text)

    def _marks(self, place: int, text: str) -> list[Mark]:
        piece, stance = self.evidence[place], self.stance(place)
        side = self.verdict.label if stance is None else stance_label(stance)
        if side is Label.REFUTES:
            return deciding_marks(self.read_as, text, around=" ; ".join(piece.context))
        return shared_marks(self.read_as, text)


def trace_as_json(trace: Trace) -> dict[str, object]:
    """The trace as one JSON object: a contract (`trace.schema.json`), whose changes `trace_version` counts."""
    names = dict(trace.stage_names)
    return {
        "claim": trace.claim.text,
        "read_as": trace.read_as,
        "label": trace.label.value,
        "probability": round(trace.probability, 6),
        "probabilities": {label.value: trace.verdict.probability(label) for label in Label},
        "reason": trace.verdict.reason,
        "notes": list(trace.notes),
        "evidence": [_evidence_as_json(trace, place) for place in range(len(trace.evidence))],
        "telling": [str(trace.evidence[place].id) for place in trace.telling],
        "tables": [_table_as_json(excerpt) for excerpt in trace.tables],
        "computed": [_computation_as_json(computed) for computed in trace.computed],
        "correction": _correction_as_json(trace.correction),
        "graph": None if trace.graph is None else finding_as_json(trace.graph),
        "stages": {
            "retrieval": {"name": names["retrieval"], "pages": [page._asdict() for page in trace.pages]},
            "selection": {"name": names["selection"], "evidence": [str(piece.id) for piece in trace.evidence]},
            "computing": {"name": names.get("computing", "none")},
            "verdict": {"name": names["verdict"]},
        },
        "timings_ms": {stage: round(time_ms, 3) for stage, time_ms in trace.timings_ms},
        "corpus": trace.corpus,
        "version": __version__,
        "trace_version": TRACE_VERSION,
    }


def _computation_as_json(computed: Computation) -> dict[str, object]:
    return {
        "page": computed.page,
        "table": computed.table,
        "program": computed.program,
        "result": computed.truth,
        "chosen": round(computed.chosen, 6),
        "supports": round(computed.supports, 6),
        "question": computed.question,
        "steps": list(computed.steps),
        "conclusion": computed.conclusion,
        "cells": [str(cell) for cell in computed.cells],
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
        "stance": None if stance is None else _stance_as_json(stance),
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
