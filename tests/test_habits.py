"""The habits of the project that a machine can check."""

import importlib
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from veriscope.agents import TOOLS as AGENT_TOOLS
from veriscope.checking import CHECKERS
from veriscope.cli.reference import command_words, reference
from veriscope.corpus import FORMATS
from veriscope.datasets import DATASET_CHECKS, DATASET_FORMATS
from veriscope.graph.rdf import sources as graph_sources
from veriscope.lab.evaluation import TASKS
from veriscope.lab.evaluation.table_judging import TABLE_JUDGES
from veriscope.lab.training import RECIPES
from veriscope.pipeline.stages import COMPUTERS
from veriscope.retrieval import RETRIEVERS
from veriscope.scenarios import FALSE_FACTS
from veriscope.scoring import GROUPINGS, SCORERS
from veriscope.selection import SELECTORS
from veriscope.verdict import RETRAINED_VERDICT_MODELS, TRAINED_VERDICT_MODELS, VERDICT_MODELS

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src").rglob("*.py"))
MAX_LINES = 400
REGISTRIES = {
    "agents.md": (AGENT_TOOLS,),
    "architecture.md": (
        FORMATS,
        RETRIEVERS,
        SELECTORS,
        COMPUTERS,
        VERDICT_MODELS,
        RETRAINED_VERDICT_MODELS,
        TRAINED_VERDICT_MODELS,
    ),
    "checking.md": (CHECKERS,),
    "datasets.md": (DATASET_FORMATS, DATASET_CHECKS, TASKS),
    "graphs.md": (graph_sources.FORMATS,),
    "retrieval.md": (GROUPINGS,),
    "scenarios.md": (FALSE_FACTS,),
    "scoring.md": (SCORERS,),
    "tables.md": (TABLE_JUDGES,),
    "training.md": (RECIPES,),
}

# The words of the language of programs: docs/tables.md lists them in families. And what is no registry.
OTHER_TABLES = {
    "veriscope.graph.compact.SHORT_FORMS",
    "veriscope.programs.OPERATORS",
    "veriscope.scoring.PAPER_SHARES",
    "veriscope.starter.VALUE_YEARS",
    "veriscope.text.CARDINALS",
    "veriscope.text.MAGNITUDES",
    "veriscope.text.MONTHS",
    "veriscope.text.MONTH_NAMES",
    "veriscope.text.ORDINALS",
}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", sorted(ROOT.glob("[bst]*/**/*.py")), ids=name_of)
def test_no_file_is_longer_than_a_reader_can_hold(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MAX_LINES


def test_no_file_is_named_after_nothing():
    vague = {"utils", "helpers", "common", "misc", "base", "manager"}
    assert not [name_of(path) for path in SOURCES if path.stem in vague]


def test_the_command_line_reference_is_up_to_date():
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == reference(), "run `make docs`"


def test_every_command_is_in_the_reference():
    text = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    commands = [" ".join(("veriscope", *words)) for words in command_words()]
    assert len(commands) > 10
    assert not [command for command in commands if f"## {command}\n" not in text]


@pytest.mark.parametrize("page", sorted(REGISTRIES))
def test_every_registry_entry_is_documented(page):
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    missing = [name for registry in REGISTRIES[page] for name in registry if f"`{name}`" not in text]
    assert not missing


def test_every_registry_that_a_package_exports_is_one_of_these():
    folders = [
        path.parent.relative_to(ROOT / "src") for path in sorted((ROOT / "src/veriscope").rglob("*/__init__.py"))
    ]
    packages = [importlib.import_module(".".join(folder.parts)) for folder in folders]
    exported = {
        f"{package.__name__}.{name}": getattr(package, name)
        for package in packages
        for name in getattr(package, "__all__", ())
        if name.isupper() and isinstance(getattr(package, name), Mapping)
    }
    listed = [id(registry) for registries in REGISTRIES.values() for registry in registries]
    assert len(exported) > 8
    assert not [name for name, registry in exported.items() if name not in OTHER_TABLES and id(registry) not in listed]


def test_nothing_but_the_atlas_knows_its_namespace():
    knowing = [path for path in SOURCES if "https://veriscope.example" in path.read_text(encoding="utf-8")]
    assert not [name_of(path) for path in knowing if "starter" not in path.parts]


def test_the_default_install_stays_light():
    heavy = "{'torch', 'transformers', 'numba', 'sklearn', 'libzim', 'pandas'}"
    code = f"import sys, veriscope.cli.main as m; m.command_line(); print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
