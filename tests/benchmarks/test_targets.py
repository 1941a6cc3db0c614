import importlib.util
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def loaded(path, monkeypatch):
    monkeypatch.syspath_prepend(BENCHMARKS / "measuring")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def targets(monkeypatch):
    return loaded(BENCHMARKS / "measuring" / "target.py", monkeypatch)


def judge(targets, path, value, *, sign=">=", target=None):
    results = value
    for key in reversed(path.split("/")):
        results = {key: results}
    return targets.judged(targets.Target("a figure", path, sign, target), results)


def test_a_figure_is_found_by_its_path_and_judged(targets):
    assert judge(targets, "one/two/three", 0.8, target=0.8)["hit"] is True
    assert judge(targets, "one/two", 0.79, target=0.8)["hit"] is False
    assert judge(targets, "one", 5, sign="<=", target=4)["hit"] is False
    assert judge(targets, "one/two", 4, sign="<=", target=4)["measurement"] == "one"


def test_a_figure_without_a_target_is_only_reported(targets):
    assert judge(targets, "one/two", 0.1)["hit"] is None


def test_what_was_not_measured_is_left_out(targets):
    assert targets.judged(targets.Target("a figure", "one/two"), {}) is None
    assert judge(targets, "one/two", None, target=1) is None


@pytest.mark.parametrize(("folder", "least"), [("verdict_targets", 20), ("table_targets", 8)])
def test_every_line_of_a_list_is_told_apart(folder, least, monkeypatch):
    names = [target.what for target in loaded(BENCHMARKS / folder / "targets.py", monkeypatch).TARGETS]
    assert len(set(names)) == len(names) > least
