"""What is shown as computed, beside the gold programs of the atlas's numeric claims."""

import argparse
import json
import tempfile
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from commands import run
from measurements import Report

from veriscope.datasets.claim_formats import read_records
from veriscope.starter import numeric_claims_path

_SUPPORTS = "SUPPORTS"


def numeric_traces(asked: argparse.Namespace) -> Report:
    """Both halves of the claims: how many verdicts are right, and how many of them show a right computation."""
    reports = {half: _half(numeric_claims_path(half), sample=asked.sample) for half in ("dev", "test")}
    # The test half is frozen: which of its claims fail is nobody's business.
    del reports["test"]["wrong"]
    return dict(reports)


def _half(path: Path, *, sample: int) -> Report:
    golds = [line.value for line in islice(read_records(path), sample or None)]
    with tempfile.TemporaryDirectory() as folder:
        claims, out = Path(folder) / path.name, Path(folder) / "traces.jsonl"
        claims.write_text("".join(f"{json.dumps(gold)}\n" for gold in golds), encoding="utf-8")
        done = run("check", "--file", claims, "--out", out, "--format", "trace")
        traces = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    return {"command": done.command, **compared(golds, traces), "seconds": round(done.seconds, 1)}


def compared(golds: Sequence[dict[str, Any]], traces: Sequence[dict[str, Any]]) -> Report:
    """Shares of the claims; a trace is right where its table is the gold one and its result is the claim's label."""
    rows = [_judged(gold, trace) for gold, trace in zip(golds, traces, strict=True)]
    shares = {name: sum(row[name] for row in rows) / len(rows) for name in rows[0]}
    wrong = [gold["id"] for gold, row in zip(golds, rows, strict=True) if not row["right_label_and_trace"]]
    return {"claims": len(rows), **shares, "wrong": wrong}


def _judged(gold: dict[str, Any], trace: dict[str, Any]) -> dict[str, bool]:
    computed = trace["computations"][0] if trace["computations"] else None
    is_right_label = trace["label"] == gold["label"]
    is_right_result = computed is not None and computed["result"] is (gold["label"] == _SUPPORTS)
    is_right_table = computed is not None and f"{computed['page']}_table_{computed['table']}" == gold["table"]
    return {
        "right_label": is_right_label,
        "computed": computed is not None,
        "right_result": is_right_result,
        "right_table": is_right_table,
        "gold_program": computed is not None and computed["program"].casefold() == gold["program"].casefold(),
        "right_label_and_trace": is_right_label and is_right_result and is_right_table,
    }
