import inspect
import json
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import MissingExtraError, UsageError
from veriscope.lab.training.recipes import load_recipe, run_recipe, settings_of
from veriscope.lab.training.registry import RECIPES
from veriscope.verdict.claim_only import ClaimOnly

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "training.md"


def train(*words):
    return CliRunner().invoke(command_line(), ["train", *map(str, words)], catch_exceptions=False)


@pytest.mark.parametrize("name", sorted(RECIPES))
def test_every_recipe_takes_its_settings_alone_and_the_guide_has_all_of_them(name):
    try:
        recipe = load_recipe(name)
    except MissingExtraError:
        pytest.skip("needs the extra `train`")
    assert list(inspect.signature(recipe).parameters) == ["settings"]
    row = GUIDE.read_text(encoding="utf-8").partition(f"\n- `{name}`: ")[2].partition("\n- ")[0]
    assert [field.name for field in fields(settings_of(recipe)) if f"`{field.name}`" not in row] == []


def test_every_recipe_lies_where_the_registry_says():
    for entry in RECIPES.values():
        module, _, function = entry.function.partition(":")
        source = find_spec(module)
        assert source is not None
        assert f"\ndef {function}(" in Path(source.origin).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_recipe_runs_by_its_command_and_prints_what_comes_out(tmp_path):
    (tmp_path / "settings.toml").write_text('corpus = "starter"\nout = "mixed"\nsizes = [0, 2, 2]', encoding="utf-8")
    done = train("mixed-benchmark", "--config", tmp_path / "settings.toml")
    assert json.loads(done.stdout)["seed"] == 5
    assert (tmp_path / "mixed" / "dev.jsonl").exists()


def test_an_unknown_setting_is_one_clear_line(tmp_path):
    (tmp_path / "settings.toml").write_text("sized = 3", encoding="utf-8")
    with pytest.raises(
        UsageError, match=r"settings\.toml: no setting named 'sized'; choose one of: corpus, out, sizes"
    ):
        train("mixed-benchmark", "--config", tmp_path / "settings.toml")


def test_an_unknown_recipe_is_answered_with_the_known_ones(tmp_path):
    with pytest.raises(UsageError, match="no recipe named 'page'; choose one of: base-weights, cells"):
        run_recipe("page", tmp_path / "settings.toml")


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed")
def test_without_torch_the_extra_is_named(tmp_path):
    (tmp_path / "settings.toml").write_text("", encoding="utf-8")
    with pytest.raises(MissingExtraError, match=r"train encoder-rank needs .*veriscope\[train\]"):
        train("encoder-rank", "--config", tmp_path / "settings.toml")


def test_a_settings_file_may_give_the_options_of_a_command(tmp_path):
    labels = {"SUPPORTS": "is", "REFUTES": "is not", "NOT ENOUGH INFO": "may be"}
    rows = [
        {"id": f"{label} {number}", "label": label, "claim": f"Town {number} {verb} old.", "evidence_text": "It is."}
        for label, verb in labels.items()
        for number in range(10)
    ]
    (tmp_path / "claims.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    (tmp_path / "settings.toml").write_text('claims = "claims.jsonl"\nout = "model"', encoding="utf-8")
    done = train("claim-only", "--config", tmp_path / "settings.toml", "--json")
    assert json.loads(done.stdout)["claims"] == 30
    ClaimOnly(tmp_path / "model")
    (tmp_path / "settings.toml").write_text("rate = 3", encoding="utf-8")
    with pytest.raises(UsageError, match="no setting named 'rate'; choose one of: claims, out"):
        train("claim-only", "--config", tmp_path / "settings.toml")
