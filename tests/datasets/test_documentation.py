import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.eval import app
from veriscope.datasets import DATASET_CHECKS, DATASET_FORMATS
from veriscope.datasets.fields import is_header

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "datasets.md").read_text(encoding="utf-8")


def section(heading):
    return PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]


def rows(heading):
    found = [json.loads(line) for line in re.findall(r"^    (\{.*\})$", section(heading), re.MULTILINE)]
    return [row for row in found if not is_header(row)]


@pytest.fixture
def _empty_folder(tmp_path, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    monkeypatch.chdir(tmp_path)


@pytest.mark.slow
@pytest.mark.usefixtures("_empty_folder")
def test_the_python_example_runs_and_its_submission_can_be_scored():
    blocks = re.findall(r"```python\n(.*?)```", section("From Python"), re.DOTALL)
    exec(compile("".join(blocks), "docs/datasets.md", "exec"), {})
    done = CliRunner().invoke(app, ["feverous", "predictions.jsonl", "gold.jsonl", "--json"], catch_exceptions=False)
    assert json.loads(done.stdout)["claims"] == 5
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("heading", "claims", "predictions"),
    [
        ("Our own format", "veriscope", None),
        ("FEVER", "fever", "fever-predictions"),
        ("FEVEROUS", "feverous", "feverous-predictions"),
        ("TabFact and InfoTabS", "tabfact", None),
        ("HybridQA", "hybridqa", None),
    ],
)
def test_the_example_rows_are_valid(heading, claims, predictions):
    found = rows(heading)
    assert len(found) == (4 if predictions else 1 if claims == "hybridqa" else 2)
    for row in found:
        name = predictions if "predicted_label" in row else claims
        assert list(DATASET_CHECKS[name](row)) == []
        if name in DATASET_FORMATS:
            DATASET_FORMATS[name].parse(row)
