import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "benchmarks" / "reproductions").glob("*.toml"))
MODELS = ROOT / "benchmarks" / "reproductions" / "models" / "fever.toml"
REQUIRED = {"title", "paper", "table", "data", "corpus", "gold", "command", "why_they_differ", "figures"}
FILLED_IN = {"date", "commit", "claims"}


def test_there_is_a_file_for_each_table():
    assert {path.stem for path in FILES} >= {
        "fever_document_retrieval",
        "fever_sentence_selection_bigram",
        "fever_sentence_selection_unigram",
        "feverous_retrieval_coverage",
        "fever_oracle_verdicts",
        "fever_full_pipeline",
        "fever_oracle_pages",
        "fever_pipeline_without_selection",
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_reproduction_names_its_command_its_figures_and_why_they_differ(path):
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    assert REQUIRED <= table.keys() <= REQUIRED | FILLED_IN
    assert table["command"].startswith("veriscope eval ")
    assert "--corpus CORPUS --gold GOLD" in table["command"]
    assert table["command"].endswith("--json")
    assert len(table["why_they_differ"].split()) > 10
    for figure in table["figures"]:
        assert {"name", "path", "published"} <= figure.keys() <= {"name", "path", "published", "ours"}
        assert 0 < figure["published"] < 1
    filled = [0 <= figure["ours"] <= 1 for figure in table["figures"] if "ours" in figure]
    assert all(filled)
    assert len(filled) in {0, len(table["figures"])}
    assert bool(filled) == (table.keys() >= FILLED_IN)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_figure_names_committed_code(path):
    commit = tomllib.loads(path.read_text(encoding="utf-8")).get("commit", "")
    assert "dirty" not in commit
    assert " " not in commit


def test_every_trained_model_of_a_table_has_its_command():
    recipes = tomllib.loads(MODELS.read_text(encoding="utf-8"))
    assert all(recipe["command"].startswith("veriscope train ") for recipe in recipes.values())
    assert all("--out OUT" in recipe["command"] for recipe in recipes.values())
    tables = [tomllib.loads(path.read_text(encoding="utf-8")) for path in FILES]
    paths = [figure["path"] for table in tables if "MODELS" in table["command"] for figure in table["figures"]]
    assert {path.split(".")[1] for path in paths} <= recipes.keys()
    assert len(paths) == 21
