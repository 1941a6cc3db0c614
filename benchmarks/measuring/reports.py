"""Keeps the report of a benchmark in a file."""

import json
from collections.abc import Mapping
from pathlib import Path


def keep_report(report: Mapping[str, object], out: Path, *, commit: str) -> None:
    """Add a report to those that the file holds; figures of the same name are replaced."""
    kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {}
    out.write_text(json.dumps({**kept, **report, "commit": commit}, indent=1) + "\n", encoding="utf-8")
