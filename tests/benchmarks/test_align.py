import importlib.util
from pathlib import Path

import pytest

from veriscope.datasets import DATASET_FORMATS
from veriscope.domain import Cell, CellId, Link, Page, Table

PATH = Path(__file__).resolve().parents[2] / "benchmarks" / "cells_given_table" / "align.py"


@pytest.fixture(scope="module")
def alignment():
    spec = importlib.util.spec_from_file_location("align", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def table(index, *names, link=None):
    cells = [Cell(0, 0, "Name", is_header=True)]
    links = (Link(0, 1, link),) if link else ()
    return Table(index, (*cells, *(Cell(row, 0, name, links=links) for row, name in enumerate(names, start=1))))


def question(name, *nodes, question_id="1"):
    row = {"id": question_id, "question": "q", "table": name, "answer_nodes": [list(node) for node in nodes]}
    return DATASET_FORMATS["hybridqa"].parse(row)


def aligned(alignment, pages, *questions):
    found, ways = alignment.align(questions, alignment.Tables(pages))
    return [claim.evidence for claim in found], dict(ways)


def test_a_table_with_a_new_number_is_told_by_its_cells(alignment):
    page = Page("A b", (table(0, "Lima", "Cusco"), table(1, "Oslo", "Bergen")))
    found, ways = aligned(alignment, [page], question("A_b_7", ["Bergen", [1, 0], None, "table"]))
    assert found == [((CellId("A b", 1, 2, 0),),)]
    assert ways == {"on its page": 1}


def test_an_answer_on_a_linked_page_is_told_by_the_link(alignment):
    page = Page("A", (table(0, "Smith"), table(1, "x", link="Emmitt Smith")))
    node = ["Emmitt Smith", [0, 0], "/wiki/Emmitt_Smith", "passage"]
    assert aligned(alignment, [page], question("A_3", node))[0] == [((CellId("A", 1, 1, 0),),)]


def test_a_renamed_page_is_found(alignment):
    pages = [Page("New name", (table(0, "Lima"),)), Page("Other", (table(0, "Oslo"),))]
    found, ways = aligned(alignment, pages, question("Old_name_0", ["Lima", [0, 0], None, "table"]))
    assert found == [((CellId("New name", 0, 1, 0),),)]
    assert ways == {"on a page of another title": 1}


def test_tables_that_say_the_same_are_not_guessed_unless_the_number_tells(alignment):
    page = Page("A", (table(0, "Lima"), table(1, "Lima")))
    node = ["Lima", [0, 0], None, "table"]
    assert aligned(alignment, [page], question("A_5", node)) == ([], {"several tables hold the answers alike": 1})
    assert aligned(alignment, [page], question("A_0", node))[0] == [((CellId("A", 0, 1, 0),),)]


def test_what_cannot_be_aligned_is_counted(alignment):
    page = Page("A", (table(0, "Lima"),))
    lost, untraced = question("A_0", ["Oslo", [0, 0], None, "table"]), question("B_0", question_id="2")
    assert aligned(alignment, [page], lost, untraced) == (
        [],
        {"no table holds the answers where they should stand": 1, "no answer was traced to a cell": 1},
    )
