import importlib.util
from pathlib import Path

import pytest

PATH = Path(__file__).resolve().parents[2] / "benchmarks" / "verdict_targets" / "targets.py"


@pytest.fixture(scope="module")
def targets():
    spec = importlib.util.spec_from_file_location("targets", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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
    assert targets.judged(targets.TARGETS[0], {}) is None
    assert judge(targets, "one/two", None, target=1) is None


def test_every_line_of_the_list_is_told_apart(targets):
    names = [target.what for target in targets.TARGETS]
    assert len(set(names)) == len(names) > 20
