import json
from dataclasses import replace

import pytest

from veriscope.domain import CellId, Computation
from veriscope.errors import UsageError
from veriscope.pipeline import PipelineConfig, Verifier, text_report_as_json, trace_as_json
from veriscope.pipeline.trace import TRACE_VERSION
from veriscope.reports import load_schema
from veriscope.reports.schemas import SCHEMAS
from veriscope.verdict.corrections import Correction

LEXICAL = PipelineConfig(selector="lexical", verdict="lexical")
CLAIMS = [
    "Vell is the capital of Arvania.",
    "Twelve boats sailed in the Quiet Sea Cup of 2018.",
    "Is it?",
    "Zorblax hums.",
]
TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None), "integer": int,
    "number": (int, float),
}  # fmt: skip
KNOWN = {
    "$schema", "$id", "$defs", "$ref", "title", "description", "type", "properties", "required", "items", "enum",
    "const", "anyOf", "minimum", "maximum", "additionalProperties", "prefixItems", "minItems", "maxItems",
    "propertyNames",
}  # fmt: skip


def problems(value, schema, root, at="$"):
    """What of the value breaks the schema; knows the words of JSON Schema that ours use, and refuses any other."""
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    if "$ref" in schema:
        target = load_schema("trace") if schema["$ref"] == "urn:veriscope:trace:2" else None
        schema, root = (target, target) if target else (root["$defs"][schema["$ref"].rpartition("/")[2]], root)
        return problems(value, schema, root, at)
    found = []
    if "anyOf" in schema and all(problems(value, option, root, at) for option in schema["anyOf"]):
        found.append(f"{at}: fits none")
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{at}: {value!r} is none of {schema['enum']}")
    if "const" in schema and value != schema["const"]:
        found.append(f"{at}: {value!r} is not {schema['const']!r}")
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    if names and not any(isinstance(value, TYPES[name]) and (name == "boolean" or value is not True) for name in names):
        return [*found, f"{at}: {value!r} is no {names}"]
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        found.append(f"{at}: {value} is out of range")
    if isinstance(value, dict):
        found += [f"{at}: {key} is missing" for key in schema.get("required", []) if key not in value]
        for key, inner in value.items():
            rest = schema.get("additionalProperties", {})
            rule = schema.get("properties", {}).get(key, rest)
            found += [f"{at}: {key} is not known"] if rule is False else problems(inner, rule, root, f"{at}.{key}")
            found += problems(key, schema.get("propertyNames", {}), root, f"{at}.{key}")
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{at}: {len(value)} items")
        for place, inner in enumerate(value):
            first = schema.get("prefixItems", [])
            rule = first[place] if place < len(first) else schema.get("items", {})
            found += problems(inner, rule, root, f"{at}[{place}]")
    return found


@pytest.mark.parametrize("claim", CLAIMS)
def test_traces_keep_to_the_published_schema(world, claim):
    fields = json.loads(json.dumps(trace_as_json(Verifier(world, LEXICAL).check(claim))))
    schema = load_schema("trace")
    assert problems(fields, schema, schema) == []


def test_stances_and_tables_keep_to_it_too(refuted):
    fields, schema = json.loads(json.dumps(trace_as_json(refuted))), load_schema("trace")
    assert problems(fields, schema, schema) == []
    assert fields["evidence"][1]["stance"]["REFUTES"] == 0.9
    assert fields["evidence"][1]["marks"] == [[0, 4, "differs"], [5, 10, "differs"]]
    assert fields["tables"][0]["rows"][0][1]["is_evidence"] is True
    assert fields["key_evidence"] == ["Arvania#sentence-1", "Arvania#cell-0-0-1"]


def test_computations_keep_to_it_too(refuted):
    cells = (CellId("Arvania", 0, 0, 1),)
    told = Computation(
        "Arvania", 0, "only{all_rows}", True, 0.8, 0.7, 0.9, True, True, "there is one", (), "1 row", cells
    )
    fields = json.loads(json.dumps(trace_as_json(replace(refuted, computations=(told,)))))
    schema = load_schema("trace")
    assert problems(fields, schema, schema) == []
    assert fields["computations"][0]["cells"] == ["Arvania#cell-0-0-1"]
    for key, wrong in {"result": None, "match_probability": "0.8", "steps": [1], "cells": "Arvania#cell-0-0-1"}.items():
        assert problems({**fields, "computations": [{**fields["computations"][0], key: wrong}]}, schema, schema), key


def test_a_trace_that_lacks_a_key_or_has_a_wrong_value_breaks_it(refuted):
    fields, schema = trace_as_json(refuted), load_schema("trace")
    assert problems({key: value for key, value in fields.items() if key != "label"}, schema, schema)
    for change in ({"label": "MAYBE"}, {"probability": 1.2}, {"trace_version": 1}, {"evidence": [{}]}, {"notes": [1]}):
        assert problems({**fields, **change}, schema, schema), change


def test_text_reports_keep_to_theirs(world):
    report = Verifier(world, LEXICAL).check_text(
        "# Vell\n\nVell is the capital of Arvania. Its market is old. Why? It rained."
    )
    fields, schema = json.loads(json.dumps(text_report_as_json(report))), load_schema("text_report")
    assert problems(fields, schema, schema) == []
    assert problems({**fields, "parts": [{}]}, schema, schema)


def test_the_schemas_are_whole_and_of_the_version_that_is_written():
    assert load_schema("trace")["properties"]["trace_version"]["const"] == TRACE_VERSION
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    for name in SCHEMAS:
        jsonschema.Draft202012Validator.check_schema(load_schema(name))


def test_an_unknown_schema_names_the_choices():
    with pytest.raises(UsageError, match="choose one of: text_report, trace"):
        load_schema("nope")


def test_corrections_keep_to_it_too(refuted):
    told = Correction("Vell", "Port Ellis", "Port Ellis is the capital of Arvania.", 1.5, is_evident=True)
    fields, schema = json.loads(json.dumps(trace_as_json(replace(refuted, correction=told)))), load_schema("trace")
    assert problems(fields, schema, schema) == []
    assert problems({**fields, "correction": {"said": "Vell"}}, schema, schema)
