"""Claims as people phrase them, about invented tables, with the program that each asserts."""

import tomllib
from pathlib import Path

import pytest

from veriscope.domain import Cell, Table
from veriscope.lab.lessons.program_lessons import alike, meaning
from veriscope.programs import Executor, parse
from veriscope.programs.judge import TableReader

FOLDER = Path(__file__).parents[2] / "programs" / "phrasings"


def read(name):
    """Every claim of a file: its table made ready, what it says, whether that holds, and its program."""
    for table in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["tables"]:
        cells = [
            Cell(y, x, text, is_header=y == 0) for y, row in enumerate(table["rows"]) for x, text in enumerate(row)
        ]
        reader = TableReader(table["title"], Table(0, tuple(cells)))
        for truth, claim, program in table["claims"]:
            yield reader, claim, truth == "true", parse(program)


CLAIMS = {name: list(read(name)) for name in ("seen", "unseen")}


def test_the_programs_yield_what_is_said_of_them():
    wrong = [
        claim
        for claims in CLAIMS.values()
        for reader, claim, truth, program in claims
        if Executor(reader.frame).run(program).value is not truth
    ]
    assert wrong == []


@pytest.mark.parametrize(("name", "floor"), [("seen", 0.98), ("unseen", 0.93)])
def test_the_right_program_is_proposed(name, floor):
    found = [
        any(alike(meaning(run.candidate.call), meaning(program)) for run in reader.runs(claim)[0])
        for reader, claim, _, program in CLAIMS[name]
    ]
    assert sum(found) / len(found) >= floor


@pytest.mark.parametrize(("name", "floor"), [("seen", 0.9), ("unseen", 0.8)])
def test_the_right_program_is_chosen(name, floor):
    judged = [(reader.judge(claim), program) for reader, claim, _, program in CLAIMS[name]]
    right = [one is not None and alike(meaning(parse(one.program)), meaning(program)) for one, program in judged]
    assert sum(right) / len(right) >= floor
