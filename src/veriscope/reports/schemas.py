"""The published JSON Schemas of what `check --json` prints."""

import json
from importlib.resources import files
from typing import cast

from veriscope.domain import require_name
from veriscope.files import JsonObject

SCHEMAS = ("text_report", "trace")


def load_schema(name: str) -> JsonObject:
    """Load the JSON Schema (draft 2020-12) of a trace or of a text report."""
    require_name(name, SCHEMAS, "schema")
    text = (files("veriscope.reports") / "data" / f"{name}.schema.json").read_text(encoding="utf-8")
    return cast(JsonObject, json.loads(text))
