import argparse
import importlib.util
import json
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def loaded(path, monkeypatch):
    # The folders have files of equal names, and each script knows its own.
    for name in ("cells", "commands", "measurements", "numeric_traces", "target", "targets", "version"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(BENCHMARKS / "measuring")
    monkeypatch.syspath_prepend(path.parent)
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


@pytest.mark.parametrize("folder", ["verdict_targets", "table_targets"])
def test_every_target_has_a_measurement(folder, monkeypatch):
    pytest.importorskip("psutil")
    script = loaded(BENCHMARKS / folder / "run.py", monkeypatch)
    assert {target.path.partition("/")[0] for target in script.TARGETS} <= set(script.MEASUREMENTS)


@pytest.fixture
def measuring(tmp_path, monkeypatch):
    module = loaded(BENCHMARKS / "measuring" / "measurements.py", monkeypatch)
    out = tmp_path / "runs" / "result.json"

    def measure(*names, sample=0, **reports):
        asked = argparse.Namespace(names=names, out=out, sample=sample)
        module.measure(asked, None, {name: lambda _, found=found: found for name, found in reports.items()}, [])
        return json.loads(out.read_text(encoding="utf-8")) if out.exists() else None

    return measure


def test_a_result_is_kept_with_its_commit_and_the_others_stay(measuring):
    measuring(one={"claims": 3}, two={"claims": 4})
    results = measuring("two", one={}, two={"claims": 5})
    assert (results["one"]["claims"], results["two"]["claims"]) == (3, 5)
    assert results["one"]["commit"]


def test_a_result_that_no_measurement_writes_any_more_goes(measuring):
    measuring(one={"claims": 3}, old={"claims": 4})
    assert set(measuring("one", one={"claims": 3})) == {"machine", "one", "targets"}


def test_nothing_is_kept_of_a_sample(measuring):
    assert measuring(sample=2, one={"claims": 2}) is None


def test_a_command_is_told_without_the_folders_of_a_machine(monkeypatch):
    pytest.importorskip("psutil")
    typed = loaded(BENCHMARKS / "measuring" / "commands.py", monkeypatch).typed
    words = ("check", "Vell is old.", "--corpus", Path("/somewhere/mixed"), "--file", Path("../data/dev.jsonl"))
    assert typed("veriscope", words) == "veriscope check 'Vell is old.' --corpus mixed --file ../data/dev.jsonl"


def test_a_trace_is_right_by_label_result_and_table(monkeypatch):
    pytest.importorskip("psutil")
    compared = loaded(BENCHMARKS / "table_targets" / "numeric_traces.py", monkeypatch).compared
    gold = {"id": 1, "label": "REFUTES", "table": "Lakes_table_0", "program": "eq{count{all_rows}; 4}"}
    computed = {"page": "Lakes", "table": 0, "program": "EQ{count{all_rows}; 4}", "result": False}
    traces = [
        {"label": "REFUTES", "computations": [computed]},
        {"label": "REFUTES", "computations": [{**computed, "table": 1, "program": "none{all_rows}"}]},
        {"label": "SUPPORTS", "computations": [{**computed, "result": True}]},
        {"label": "NOT ENOUGH INFO", "computations": []},
    ]
    assert compared([{**gold, "id": place} for place in range(4)], traces) == {
        "claims": 4,
        "right_label": 0.5,
        "computed": 0.75,
        "right_result": 0.5,
        "right_table": 0.5,
        "gold_program": 0.5,
        "right_label_and_trace": 0.25,
        "wrong": [1, 2, 3],
    }
