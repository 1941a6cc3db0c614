import json

import pytest

from veriscope.corpus import FORMATS
from veriscope.lab.lessons.cell_claims import read_pages
from veriscope.programs.execute import Executor
from veriscope.programs.syntax import parse
from veriscope.starter import numeric_claims_path, pages_path
from veriscope.tables.frame import Frame

# The executor's `filter_eq` keeps a cell that holds the words, too: a post-transition metal.
HOLDS_THE_WORDS = {"eq{count{filter_eq{all_rows; Category; transition metal}}; 10}"}


@pytest.fixture(scope="module")
def tables():
    pages = read_pages(pages_path(), FORMATS["feverous"])
    return {f"{page.title}_table_{table.index}": (page.title, table) for page in pages for table in page.tables()}


def disagreements(half, tables):
    for line in numeric_claims_path(half).read_text(encoding="utf-8").splitlines()[1:]:
        claim = json.loads(line)
        outcome = Executor(Frame.of(*tables[claim["table"]])).run(parse(claim["program"]))
        if outcome.value is not (claim["label"] == "SUPPORTS"):
            yield claim["program"]


@pytest.mark.slow
def test_the_executor_finds_what_the_evaluator_of_the_atlas_found(tables):
    assert set(disagreements("dev", tables)) == set()
    assert set(disagreements("test", tables)) <= HOLDS_THE_WORDS
