import json

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


def check(*words):
    result = CliRunner().invoke(command_line(), ["check", *map(str, words)], catch_exceptions=False)
    assert result.exit_code == 0
    return result


def test_the_main_job_runs_on_the_starter_atlas():
    done = check("Canberra is the capital of Australia.")
    assert done.stdout.startswith("SUPPORTS")
    assert "Canberra#sentence-0" in done.stdout
    assert "baseline" in done.stderr


def test_a_false_claim_is_refuted_by_the_atlas():
    assert check("Sydney is the capital of Australia.").stdout.startswith("REFUTES")


def test_the_trace_is_one_json_object(world):
    trace = json.loads(check("Port Ellis is the capital of Arvania.", "--json", "--corpus", world.path).stdout)
    assert trace["label"] == "SUPPORTS"
    assert trace["stages"]["verdict"]["name"] == "lexical"


def test_unknown_things_are_not_enough_info(world):
    done = check("Zorblax is a fruit.", "--corpus", world.path)
    assert done.stdout.startswith("NOT ENOUGH INFO")
