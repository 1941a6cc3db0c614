import json
from dataclasses import replace

import pytest

from tests.cli.small_scenarios import make_graph, make_scenarios, write_set
from veriscope.errors import InputError, StoreError, UsageError
from veriscope.graph import View, numbers_of
from veriscope.graph.embeddings.files import open_embedding
from veriscope.kb.methods import MethodFactory
from veriscope.lab.bench import run as bench_run
from veriscope.lab.bench.results import read_results
from veriscope.lab.bench.run import BenchPlan, run_bench
from veriscope.lab.bench.scenario_files import GraphReference


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("bench")
    make_graph(folder)
    make_scenarios(folder)
    return folder


@pytest.fixture
def plan(folder):
    bench_run._graph_and_scenarios.cache_clear()
    return BenchPlan(folder / "scenarios", folder / "kb", ("kl", "jaccard"))


def run(plan, out, **options):
    told = []
    summary = run_bench(plan, out, report=lambda *progress: told.append(progress), **options)
    return summary, told


def test_every_method_is_measured_on_every_scenario(plan, tmp_path):
    summary, told = run(plan, tmp_path / "results.json")
    results = summary.results
    names = ["citizenOf/c0.0_h1.0_s40_r1.0_random", "citizenOf/c1.0_h1.0_s40_r1.0_random"]
    assert [scenario.name for scenario in results.scenarios] == names
    assert [(cell.scenario, cell.method) for cell in results.cells] == [
        (name, method) for name in names for method in ("kl", "jaccard")
    ]
    cell = results.cells[0]
    # The way over the city of birth to the land is there for true facts only.
    assert cell.auroc > 0.8
    assert (cell.facts, cell.accuracy_at) == (40, "training")
    assert cell.roc[-1] == (20, 20)
    assert told[-1][1:] == (4, 4)
    assert read_results(tmp_path / "results.json") == results


def test_an_interrupted_run_goes_on_where_it_was(plan, tmp_path):
    out = tmp_path / "results.json"

    def interrupt(what, done, total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_bench(plan, out, report=interrupt)
    assert not out.exists()
    summary, told = run(plan, out)
    assert summary.resumed == 3
    assert [done for _, done, _ in told] == [3, 4]
    assert len(summary.results.cells) == 4


def test_a_run_with_more_methods_measures_only_those(plan, tmp_path):
    first, _ = run(plan, tmp_path)
    summary, told = run(replace(plan, methods=("katz", "kl")), tmp_path)
    assert summary.resumed == 2
    assert [what for what, _, _ in told[1:]] == [f"katz on {scenario.name}" for scenario in first.results.scenarios]
    assert summary.results.of_method("kl") == first.results.of_method("kl")
    assert summary.results.methods == ("katz", "kl")
    assert run(plan, tmp_path, restart=True)[0].resumed == 0


def test_a_method_that_fails_is_recorded_and_the_rest_goes_on(plan, tmp_path, monkeypatch):
    def broken(self, name, view, examples, judged=(), fit=MethodFactory.fit):
        if name == "jaccard":
            raise InputError("too few facts")
        return fit(self, name, view, examples, judged)

    monkeypatch.setattr(MethodFactory, "fit", broken)
    results = run(plan, tmp_path)[0].results
    assert [(cell.method, cell.error) for cell in results.failed] == [("jaccard", "too few facts")] * 2
    assert [cell.method for cell in results.cells] == ["kl", "kl"]
    monkeypatch.undo()
    again, _ = run(plan, tmp_path)
    assert (again.resumed, len(again.results.cells), again.results.failed) == (2, 4, ())


def test_an_error_that_nobody_foresaw_is_recorded_too(plan, tmp_path, monkeypatch):
    monkeypatch.setattr(MethodFactory, "fit", lambda *_: 1 / 0)
    results = run(plan, tmp_path)[0].results
    assert {cell.error for cell in results.failed} == {"ZeroDivisionError: division by zero"}


def test_test_facts_are_hidden_from_every_method_and_training_facts_are_seen(plan, tmp_path, monkeypatch):
    shown = []

    def watch(self, name, view, examples, judged=(), fit=MethodFactory.fit):
        shown.append((view, tuple(examples)))
        return fit(self, name, view, examples, judged)

    monkeypatch.setattr(MethodFactory, "fit", watch)
    run(plan, tmp_path)
    scenarios = bench_run._graph_and_scenarios(plan.scenarios, plan.kb)[1].scenarios
    measured = [(view, examples) for view, examples in shown if view.graph.predicates.find("citizenOf") is not None]
    assert len(measured) == 4
    for view, examples in measured:
        tested = numbers_of(view.graph, [one.triple for one in scenarios[0].test if one.is_true])
        taught = numbers_of(view.graph, [one.triple for one in examples if one.is_true])
        seen = view.facts().tolist()
        assert not any(fact in seen for fact in tested.tolist())
        assert all(fact in seen for fact in taught.tolist())
        assert len(view.facts()) == len(View.of(view.graph).facts()) - 20


def test_cells_of_other_scenarios_are_not_mixed_in(plan, tmp_path):
    scenarios = make_scenarios(tmp_path)
    other = replace(plan, scenarios=scenarios)
    run(other, tmp_path / "results.json")
    write_set(scenarios / "citizenOf" / "test_c0.0_h1.0_s40_r1.0_random_scenario.tsv", range(40, 60), shift=1)
    bench_run._graph_and_scenarios.cache_clear()
    with pytest.raises(UsageError, match="holds cells of other scenarios or settings"):
        run(other, tmp_path / "results.json")


def test_the_results_file_holds_the_rows_that_programs_read(plan, tmp_path):
    run(plan, tmp_path)
    rows = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["rows"]
    wanted = {"scenario", "predicate", "method", "auroc", "average_precision", "train_s", "check_s", "facts"}
    assert all(wanted <= set(row) for row in rows)
    assert {row["transparency"] for row in rows} == {0.0, 1.0}


@pytest.mark.slow
def test_workers_measure_the_same(plan, tmp_path):
    alone = run(plan, tmp_path / "alone.json")[0].results
    together = run(plan, tmp_path / "together.json", workers=2)[0].results
    figures = [[(cell.scenario, cell.method, cell.auroc, cell.roc) for cell in one.cells] for one in (alone, together)]
    assert figures[0] == figures[1]


def test_embeddings_are_trained_once_without_any_fact_of_a_scenario(plan, tmp_path, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path / "cache"))
    by_transe = replace(plan, methods=("transe",))
    trained = []
    summary, _ = run(by_transe, tmp_path / "results.json", training=lambda *progress: trained.append(progress))
    assert trained[0][0] == "transe: training without the facts of any scenario"
    assert trained[-1][1] == trained[-1][2]
    assert list(summary.results.preparation_s) == ["transe"]
    assert [cell.method for cell in summary.results.cells] == ["transe", "transe"]
    (folder,) = (tmp_path / "cache" / "embeddings").iterdir()
    graph, found = bench_run._graph_and_scenarios(plan.scenarios, plan.kb)
    facts = [one.triple for scenario in found.scenarios for one in (*scenario.training, *scenario.test)]
    assert not open_embedding(folder).saw(numbers_of(graph, facts)).any()
    trained.clear()
    again, _ = run(by_transe, tmp_path / "others.json", training=lambda *progress: trained.append(progress))
    assert trained == []
    assert again.results.preparation_s == {}


def test_a_graph_other_than_that_of_the_scenarios_is_refused_before_any_name_is_sought(plan, tmp_path, monkeypatch):
    reference = GraphReference("elsewhere", "another", 1234)
    monkeypatch.setattr(bench_run, "reference_of", lambda _: reference)
    with pytest.raises(StoreError, match=r"made from another graph than .*, one of 1,234 facts"):
        run(plan, tmp_path / "results.json")


def test_a_folder_that_is_not_there_is_told(plan, tmp_path):
    with pytest.raises(InputError, match=r"no folder .*nowhere; `veriscope bench generate KB --out .*nowhere`"):
        run(replace(plan, scenarios=tmp_path / "nowhere"), tmp_path / "results.json")


def test_thresholds_are_learned_once_for_the_tests_that_share_training_facts(plan, tmp_path, monkeypatch):
    learned = []

    def watch(graph, sharing, method, learn=bench_run.learn_thresholds):
        learned.append((method.name, len(sharing)))
        return learn(graph, sharing, method)

    bench_run._thresholds.cache_clear()
    monkeypatch.setattr(bench_run, "learn_thresholds", watch)
    run(replace(plan, methods=("kl", "sfe")), tmp_path / "results.json")
    assert learned == [("kl", 2), ("sfe", 2)]
