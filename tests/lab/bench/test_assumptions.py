import json

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.cli.small_scenarios import make_graph
from veriscope.cli.main import command_line
from veriscope.domain import Triple
from veriscope.errors import UsageError
from veriscope.graph import Graph, open_graph
from veriscope.lab.bench.assumptions import Assumptions, thinner_view, with_wrong_labels
from veriscope.lab.bench.scenario_files import read_scenario_folder, read_scenarios
from veriscope.lab.bench.scenarios import bench_scenarios
from veriscope.scenarios import LabelledFact
from veriscope.scenarios.facts import Hop

FACTS = [
    *(LabelledFact(Triple(f"s{n}", "p", "o"), is_true=True, cluster=0) for n in range(10)),
    *(LabelledFact(Triple(f"s{n}", "p", "x"), is_true=False, origin=(Hop("q", is_forward=True),)) for n in range(10)),
]


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    return make_graph(tmp_path_factory.mktemp("assumptions"))


def generate(kb, out, *words):
    options = ("--predicate", "citizenOf", "--size", 40, "--least-facts", 20, "--no-clusters", "--out", out)
    done = CliRunner().invoke(command_line(), [str(word) for word in ("bench", "generate", kb, *options, *words)])
    if done.exception:
        raise done.exception
    return done


def test_the_asked_share_of_labels_is_wrong_and_the_same_for_a_seed():
    noisy = with_wrong_labels(FACTS, 0.3, seed=4)
    labels = {one.triple: one.is_true for one in FACTS}
    assert sum(labels[one.triple] is not one.is_true for one in noisy) == 6
    assert noisy == with_wrong_labels(FACTS, 0.3, seed=4)
    assert noisy != with_wrong_labels(FACTS, 0.3, seed=5)
    assert [one.is_true for one in noisy] == sorted((one.is_true for one in noisy), reverse=True)
    assert not any(one.origin for one in noisy if one.is_true)


def test_a_thinner_graph_shows_the_asked_share_of_its_facts():
    graph = Graph.of([(f"a{n}", "p", f"b{n}") for n in range(40)])
    assert len(thinner_view(graph, 0.25, seed=1).facts()) == 10
    one, other = (thinner_view(graph, 0.25, seed=seed).out_hidden for seed in (1, 2))
    assert np.array_equal(one, thinner_view(graph, 0.25, seed=1).out_hidden)
    assert not np.array_equal(one, other)
    assert not thinner_view(graph, 1, seed=1).out_hidden.any()


@pytest.mark.parametrize(("noise", "kept"), [(-0.1, 1), (1.1, 1), (0, 0), (0, 1.5), (float("nan"), 1)])
def test_a_share_that_is_none_is_refused(noise, kept):
    with pytest.raises(UsageError, match="choose"):
        Assumptions(noise, kept)


def test_only_training_labels_are_wrong(kb, tmp_path):
    generate(kb, tmp_path / "plain")
    said = generate(kb, tmp_path / "noisy", "--label-noise", 0.2).stderr
    assert "20% of the training labels are wrong" in said
    (plain,), (noisy,) = read_scenarios(tmp_path / "plain"), read_scenarios(tmp_path / "noisy")
    assert plain.test.facts == noisy.test.facts
    right = {one.triple: one.is_true for one in plain.train.facts}
    assert sum(right[one.triple] is not one.is_true for one in noisy.train.facts) == 8


def test_a_benchmark_shows_methods_only_the_kept_facts_and_says_so(kb, tmp_path):
    generate(kb, tmp_path / "thin", "--keep-facts", 0.5)
    graph = open_graph(kb)
    found = bench_scenarios(tmp_path / "thin", graph)
    # A hidden fact takes its reverse with it, so a few more are hidden.
    assert 0.4 * len(graph.facts()) < len(found.seen.facts()) <= 0.5 * len(graph.facts())
    assert found.left_out == ("methods see 50% of the graph's facts",)
    out = tmp_path / "results.json"
    words = ["bench", "run", tmp_path / "thin", "--method", "kl", "--out", out, "--json"]
    thin = json.loads(CliRunner().invoke(command_line(), list(map(str, words)), catch_exceptions=False).stdout)
    generate(kb, tmp_path / "whole")
    words[2], words[6] = tmp_path / "whole", tmp_path / "whole.json"
    whole = json.loads(CliRunner().invoke(command_line(), list(map(str, words)), catch_exceptions=False).stdout)
    assert thin["rows"][0]["auroc"] < whole["rows"][0]["auroc"]


def test_scenarios_from_before_keep_both_assumptions(kb, tmp_path):
    generate(kb, tmp_path / "old")
    path = tmp_path / "old" / "scenario.json"
    fields = json.loads(path.read_text("utf-8"))
    del fields["assumptions"]
    path.write_text(json.dumps(fields), encoding="utf-8")
    assert read_scenario_folder(tmp_path / "old").assumptions == Assumptions()
