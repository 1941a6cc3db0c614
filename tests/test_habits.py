"""The habits of the project that a machine can check."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from veriscope.cli.main import command_line
from veriscope.cli.reference import command_words, reference
from veriscope.corpus import FORMATS
from veriscope.datasets import DATASET_FORMATS
from veriscope.pipeline.build import COMPUTERS
from veriscope.pipeline.table_judging import TABLE_JUDGES
from veriscope.retrieval import RETRIEVERS
from veriscope.scenarios import FALSE_FACTS
from veriscope.scoring import SCORERS
from veriscope.selection import SELECTORS
from veriscope.verdict import VERDICT_MODELS

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
MAX_LINES = 400
REGISTRIES = {
    "architecture.md": (FORMATS, RETRIEVERS, SELECTORS, COMPUTERS, VERDICT_MODELS),
    "datasets.md": (DATASET_FORMATS,),
    "scenarios.md": (FALSE_FACTS,),
    "scoring.md": (SCORERS,),
    "tables.md": (TABLE_JUDGES,),
}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sorted(ROOT.glob("[bst]*/**/*.py")), ids=name_of)
def test_no_file_is_longer_than_a_reader_can_hold(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_every_module_says_what_lives_in_it(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_no_file_is_named_after_nothing():
    vague = {"utils", "helpers", "common", "misc", "base", "manager"}
    assert not [name_of(path) for path in SOURCES if path.stem in vague]


def test_the_command_line_reference_is_up_to_date():
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference(), "run `make docs`"


def test_every_command_is_in_the_reference():
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = [" ".join(("veriscope", *words)) for words in command_words(command_line())]
    assert len(commands) > 10
    assert not [command for command in commands if f"## {command}\n" not in text]


@pytest.mark.parametrize("page", sorted(REGISTRIES))
def test_every_registry_entry_is_documented(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    missing = [name for registry in REGISTRIES[page] for name in registry if f"`{name}`" not in text]
    assert not missing


def test_the_default_install_stays_light():
    heavy = "{'torch', 'transformers', 'numba', 'sklearn', 'libzim', 'pandas'}"
    code = f"import sys, veriscope.cli.main as m; m.command_line(); print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
