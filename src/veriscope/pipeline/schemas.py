"""The published JSON Schemas of what `check --json` prints."""

import json
from importlib.resources import files
from typing import cast

from veriscope.datasets import JsonObject
from veriscope.errors import UsageError

SCHEMAS = ("text_report", "trace")


def load_schema(name: str) -> JsonObject:
    """The schema of a trace or of a text report, as JSON Schema (draft 2020-12)."""
    if name not in SCHEMAS:
        raise UsageError(f"no schema named {name!r}; choose one of: {', '.join(SCHEMAS)}")
    text = (files("veriscope.pipeline") / "data" / f"{name}.schema.json").read_text(encoding="utf-8")
    return cast(JsonObject, json.loads(text))
