from importlib.util import find_spec

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import MissingExtraError, StoreError, UsageError


@pytest.fixture
def recipe(tmp_path):
    names = {"train": "t.jsonl", "dev": "d.jsonl", "corpus": "c", "base": "b", "work": "w"}
    (tmp_path / "recipe.toml").write_text("".join(f'{name} = "{value}"\n' for name, value in names.items()))
    return tmp_path / "recipe.toml"


def run(*words):
    return CliRunner().invoke(command_line(), [str(word) for word in words], catch_exceptions=False)


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed")
def test_without_torch_the_extra_is_named(recipe):
    with pytest.raises(MissingExtraError, match=r"the stage cells-1 needs .*veriscope\[train\]"):
        run("train", "feverous", "--config", recipe, "--stage", "cells")


def test_a_stage_that_is_not_known_is_answered_with_those_that_are(recipe):
    with pytest.raises(UsageError, match="no stage named 'sells'; choose one of: prepare-train, prepare-dev"):
        run("train", "feverous", "--config", recipe, "--stage", "sells")


def test_claims_that_the_recipe_does_not_name_are_refused(recipe):
    with pytest.raises(UsageError, match=r"no claims named 'test' in .*; choose one of: dev"):
        run("eval", "feverous-paper", "--config", recipe, "--split", "test")


def test_measuring_before_preparing_names_the_stage(recipe):
    with pytest.raises(StoreError, match="veriscope train feverous --stage prepare"):
        run("eval", "feverous-paper", "--config", recipe)
