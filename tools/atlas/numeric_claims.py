"""Compiles the numeric claims: each has a program over one table, which finds its label and its evidence."""

import json
from dataclasses import dataclass
from typing import Any

from tools.atlas.claims import Compiled, claim_record
from tools.atlas.numeric_claims_program import Run
from tools.atlas.numeric_claims_syntax import parse_program
from tools.atlas.numeric_claims_table import Entry, NumericTable
from tools.atlas.selectors import Found
from tools.atlas.tables import read_table
from veriscope.errors import InputError

KINDS = ("count", "sum", "average", "superlative", "comparison", "difference", "date", "quantifier")
# What FEVEROUS counts of cells.
MAX_CELLS = 25
_FIRST = {"dev": 2001, "test": 3001}


@dataclass(frozen=True, slots=True)
class NumericClaim:
    """A claim with the program that decides it: what kind of computation it asks for, and over which table."""

    compiled: Compiled
    kind: str
    table: str
    program: str


def compile_numeric_half(half: str, pages: dict[str, dict[str, Any]]) -> list[NumericClaim]:
    """The claims of claims/numeric-HALF.toml, numbered as they stand there; a label the program denies is an error."""
    authored = [
        (group["page"], f"table_{group['table']}", row)
        for group in read_table("claims", f"numeric-{half}")["tables"]
        for row in group["claims"]
    ]
    return [
        _compile(number, pages[page], table, row)
        for number, (page, table, row) in enumerate(authored, start=_FIRST[half])
    ]


def _compile(number: int, page: dict[str, Any], table: str, row: list[str]) -> NumericClaim:
    label, kind, text, program = row
    if label not in ("S", "R") or kind not in KINDS:
        raise InputError(f"claims: {text!r} needs a label of S or R, and a kind of {', '.join(KINDS)}")
    run = Run(NumericTable.of(page, table))
    if run.holds(parse_program(program)) != (label == "S"):
        raise InputError(f"claims: {text!r} is labelled {label}, but its program {program} says otherwise")
    compiled = Compiled(number, label, "N", text, _evidence(run))
    return NumericClaim(compiled, kind, f"{page['title']}_{table}", program)


def _evidence(run: Run) -> tuple[tuple[Found, ...], ...]:
    """The cells that decide, and, where the program read more, all it read: the deciding ones first."""
    deciding = _cells(run.deciding)
    everything = _cells([*run.deciding, *run.read])
    return (deciding,) if deciding == everything else (deciding, everything)


def _cells(entries: list[Entry]) -> tuple[Found, ...]:
    """Each cell once; the names of rows count only where nothing else is read, for they are context of the others."""
    data = [entry for entry in entries if not entry.is_name] or entries
    unique = {entry.found.element_id: entry.found for entry in data}
    return tuple(unique.values())[:MAX_CELLS]


def write_numeric_claims(claims: list[NumericClaim]) -> list[str]:
    """The lines of a claims file in FEVEROUS's format, its header first; three keys more say what was computed."""
    records = [
        {**claim_record(claim.compiled), "kind": claim.kind, "table": claim.table, "program": claim.program}
        for claim in claims
    ]
    header = dict.fromkeys(records[0], "")
    return [json.dumps(header), *(json.dumps(record, ensure_ascii=False) for record in records)]
