"""`bench generate` and `bench show` over a small graph with classes and values."""

import json
import shutil

import pytest
from typer.testing import CliRunner

from veriscope.cli.main import command_line
from veriscope.errors import ImpossibleError, InputError, UsageError
from veriscope.graph import View, open_graph
from veriscope.graph.embeddings.files import save_embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.training import train_embedding
from veriscope.graph.rdf.building import build_graph
from veriscope.graph.rdf.sources import plan_graph
from veriscope.lab.bench.scenario_files import read_scenario_folder, read_scenarios

pytestmark = pytest.mark.slow

PEOPLE, TOWNS = range(80), range(8)
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"


def lines():
    for n in PEOPLE:
        person = f"<https://x.org/people/P{n}>"
        yield f"{person} {TYPE} <https://x.org/Person> ."
        yield f"{person} <https://x.org/bornIn> <https://x.org/towns/T{n % 8}> ."
        yield f"{person} <https://x.org/diedIn> <https://x.org/towns/T{(n + n // 8) % 8}> ."
        yield f"{person} <https://x.org/knows> <https://x.org/people/P{(7 * n + 3) % 80}> ."
        yield f'{person} <https://x.org/height> "{150 + n}" .'
    for n in TOWNS:
        yield f"<https://x.org/towns/T{n}> {TYPE} <https://x.org/Town> ."


@pytest.fixture(scope="module")
def kb(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kb")
    (folder / "facts.nt").write_text("\n".join(lines()), encoding="utf-8")
    build_graph(folder / "kb", plan_graph([folder / "facts.nt"]))
    return folder / "kb"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    monkeypatch.setenv("COLUMNS", "160")


def veriscope(*words):
    return CliRunner().invoke(command_line(), ["bench", *map(str, words)], catch_exceptions=False)


def generate(kb, out, *words):
    return veriscope("generate", kb, "--out", out, "--least-facts", 50, "--size", 20, "--no-clusters", *words)


def generate_with_clusters(kb, out, *words):
    return veriscope("generate", kb, "--out", out, "--least-facts", 50, "--size", 20, "--fill-up", *words)


def test_a_matrix_has_one_set_to_learn_from_and_one_for_every_test(kb, tmp_path):
    shares = ("--transparency", "0,0.5,1", "--homogeneity", "0,1")
    popularity = ("--popularity", "random,popular")
    predicates = ("--predicate", "bornIn", "--predicate", "diedIn")
    done = generate_with_clusters(kb, tmp_path / "out", *predicates, *shares, *popularity)
    assert done.exit_code == 0
    content = read_scenario_folder(tmp_path / "out")
    assert [(entry.folder, len(entry.tests)) for entry in content.predicates] == [("bornIn", 12), ("diedIn", 12)]
    scenarios = read_scenarios(tmp_path / "out")
    assert len(scenarios) == 24
    assert len({scenario.name for scenario in scenarios}) == 24
    assert len({scenario.train.facts for scenario in scenarios}) == 2
    for scenario in scenarios:
        learned = {fact.triple for fact in scenario.train.facts}
        judged = {fact.triple for fact in scenario.test.facts}
        assert len(judged) == 20
        assert not learned & judged
        assert {triple.predicate for triple in learned | judged} == {scenario.predicate}
    assert scenarios[0].predicate == "https://x.org/bornIn"


def test_short_names_lead_back_to_whole_ones(kb, tmp_path):
    generate(kb, tmp_path / "out", "--predicate", "bornIn", "--transparency", "0")
    content = read_scenario_folder(tmp_path / "out")
    assert content.namespaces.predicates == "https://x.org/"
    rows = (tmp_path / "out" / content.predicates[0].tests[0].file).read_text(encoding="utf-8").splitlines()
    assert "bornIn" in rows[1].split("\t")
    fact = read_scenarios(tmp_path / "out")[0].test.facts[0].triple
    assert fact.subject.startswith("https://x.org/people/P")
    assert fact.object.startswith("https://x.org/towns/T")


def test_the_same_seed_writes_the_same_files(kb, tmp_path):
    for name, seed in (("one", 4), ("two", 4), ("three", 5)):
        generate(kb, tmp_path / name, "--predicate", "bornIn", "--transparency", "0.5", "--seed", seed)
    one, two, three = (
        {path.name: path.read_bytes() for path in sorted((tmp_path / name / "bornIn").iterdir())}
        for name in ("one", "two", "three")
    )
    assert one == two != three
    assert len(one) == 4


def test_what_is_told_of_the_sets_is_shown(kb, tmp_path):
    generate(kb, tmp_path / "out", "--predicate", "bornIn", "--transparency", "0,1")
    done = veriscope("show", tmp_path / "out", "--facts", 2)
    assert "bornIn: 80 facts, many-to-one, not clustered" in done.stdout
    assert "test c0 h1 random" in done.stdout
    assert "bornIn: hard false facts" in done.stdout
    shown = json.loads(veriscope("show", tmp_path / "out", "--json", "--facts", 3).stdout)
    assert len(shown["hard_facts"]["https://x.org/bornIn"]) == 3
    assert shown["predicates"][0]["train"]["settings"]["transparency"] == 1.0
    assert shown["predicates"][0]["tests"][0]["statistics"]["hard_facts"] == 10


def test_a_program_reads_what_was_generated(kb, tmp_path):
    told = json.loads(generate(kb, tmp_path / "out", "--predicate", "bornIn", "--json").stdout)
    assert told["kb"]["facts"] == 240
    assert told["kb"]["folder"] == str(kb)
    assert told["predicates"][0]["kind"] == "many-to-one"
    assert told["false_facts"] == "random-walk"


def test_values_can_be_scenarios_too(kb, tmp_path):
    done = generate(kb, tmp_path / "out", "--predicate", "height", "--transparency", "0")
    assert done.exit_code == 0
    (scenario,) = read_scenarios(tmp_path / "out")
    assert all(fact.triple.object.startswith('"') for fact in scenario.test.facts)
    assert read_scenario_folder(tmp_path / "out").predicates[0].has_literals
    assert "rdf:type,(-1)rdf:type,height" in veriscope("show", tmp_path / "out").stdout


def test_lcwa_makes_facts_of_direct_predicates_only(kb, tmp_path):
    generate(kb, tmp_path / "out", "--predicate", "bornIn", "--transparency", "0", "--false-facts", "lcwa")
    (scenario,) = read_scenarios(tmp_path / "out")
    assert {tuple(hop.predicate for hop in fact.origin) for fact in scenario.test.false_facts} == {
        ("https://x.org/diedIn",)
    }


def test_clusters_need_an_embedding_which_is_trained_where_there_is_none(kb, tmp_path, monkeypatch):
    monkeypatch.setenv("VERISCOPE_CACHE", str(tmp_path / "cache"))
    words = ("--predicate", "bornIn", "--least-facts", 50, "--size", 8, "--homogeneity", "0")
    done = veriscope("generate", kb, "--out", tmp_path / "out", *words, "--train-homogeneity", "0")
    assert done.exit_code == 0
    assert "`veriscope kb train" in done.stderr
    assert read_scenario_folder(tmp_path / "out").predicates[0].clusters.count > 1
    again = veriscope("generate", kb, "--out", tmp_path / "again", *words, "--train-homogeneity", "0")
    assert "veriscope kb train" not in again.stderr


def test_an_embedding_is_named_or_told_to_be_missing(kb, tmp_path):
    words = ("--predicate", "bornIn", "--least-facts", 50, "--size", 8, "--fill-up", "--embedding", "small")
    with pytest.raises(UsageError, match="the graph has no embedding 'small'; train one: veriscope kb train"):
        veriscope("generate", kb, "--out", tmp_path / "out", *words)
    save_embedding(
        kb / "embeddings" / "small", train_embedding(View.of(open_graph(kb)), EmbeddingSettings(dimension=4))
    )
    assert veriscope("generate", kb, "--out", tmp_path / "out", *words).exit_code == 0
    with pytest.raises(UsageError, match="the graph has no embedding 'large'; choose one of: small"):
        veriscope("generate", kb, "--out", tmp_path / "other", *words[:-1], "large")
    shutil.rmtree(kb / "embeddings")


def test_what_cannot_be_made_is_an_error_unless_it_is_skipped(kb, tmp_path):
    words = ("--predicate", "knows", "--transparency", "0,1", "--type-overlap", "1", "--path-length", "2")
    with pytest.raises(ImpossibleError, match=r"only \d+ hard false facts can be made, 10 are needed; transparency"):
        generate(kb, tmp_path / "out", *words)
    assert not (tmp_path / "out").exists()
    done = generate(kb, tmp_path / "out", *words, "--skip-impossible")
    assert "left out: https://x.org/knows at transparency 0" in done.stderr
    content = read_scenario_folder(tmp_path / "out")
    assert len(content.predicates[0].tests) == len(content.impossible) == 1


def test_impossible_training_facts_are_told_as_such(kb, tmp_path):
    with pytest.raises(ImpossibleError, match=r"training facts of https://x\.org/bornIn .*only 80 true facts"):
        generate(kb, tmp_path / "out", "--predicate", "bornIn", "--train-size", 200, "--skip-impossible")


def test_a_folder_in_use_is_not_overwritten_unasked(kb, tmp_path):
    generate(kb, tmp_path / "out", "--predicate", "bornIn")
    with pytest.raises(UsageError, match="already has scenarios; name another folder, or replace them: --replace"):
        generate(kb, tmp_path / "out", "--predicate", "knows")
    generate(kb, tmp_path / "out", "--predicate", "knows", "--replace")
    assert [path.name for path in (tmp_path / "out").iterdir() if path.is_dir()] == ["knows"]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="exists and has no scenarios"):
        generate(kb, tmp_path / "mine", "--predicate", "bornIn", "--replace")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--transparency", "high"), "--transparency 'high': write shares from 0 to 1"),
        (("--homogeneity", "1.5"), "homogeneity 1.5 is not a share"),
        (("--homogeneity", "0,1"), "--no-clusters treats all facts as one cluster; leave homogeneity at 1"),
        (("--paper",), "--paper asks for all degrees of homogeneity, which need clusters; leave out --no-clusters"),
        (("--popularity", "famous"), "no popularity 'famous'; choose some of: random, popular, unpopular"),
        (("--false-facts", "guess"), "no way to make false facts named 'guess'; choose one of: lcwa, random-walk"),
        (("--functionality", "odd"), "no functionality 'odd'"),
    ],
)
def test_wrong_words_are_told(kb, tmp_path, words, said):
    with pytest.raises(UsageError, match=said):
        generate(kb, tmp_path / "out", "--predicate", "bornIn", *words)


def test_an_unknown_predicate_is_told_with_what_may_be_meant(kb, tmp_path):
    with pytest.raises(InputError, match="bornIn"):
        generate(kb, tmp_path / "out", "--predicate", "bornInn")


def test_the_papers_tests_are_the_matrix_and_those_of_popularity(kb, tmp_path):
    generate_with_clusters(kb, tmp_path / "out", "--predicate", "bornIn", "--paper")
    tests = [test.settings for test in read_scenario_folder(tmp_path / "out").predicates[0].tests]
    levels = (0.0, 0.2, 0.5, 1.0)
    assert [(one.transparency, one.homogeneity) for one in tests[:16]] == [(c, h) for c in levels for h in levels]
    assert [(one.popularity.value, one.true_facts, one.false_facts) for one in tests[16:]] == [
        ("random", 50, 250),
        ("popular", 50, 250),
        ("unpopular", 50, 250),
    ]


def test_published_tables_are_shown_without_their_graph(kb, tmp_path):
    generate(kb, tmp_path / "out", "--predicate", "bornIn", "--transparency", "0.5")
    (tmp_path / "out" / "scenario.json").unlink()
    shown = veriscope("show", tmp_path / "out", "--facts", 2).stdout
    assert "train c1 h1 random" in shown
    assert "test c0.5 h1 random" in shown
    assert "bornIn: hard false facts" in shown
    content = json.loads(veriscope("show", tmp_path / "out", "--facts", 2, "--json").stdout)
    train, test = content["predicates"]["bornIn"]
    assert (train["part"], train["hard_facts"], test["part"], test["hard_facts"]) == ("train", 0, "test", 5)
    assert len(content["hard_facts"]["bornIn"]) == 2


def test_a_folder_without_scenarios_is_still_refused(tmp_path):
    with pytest.raises(InputError, match=r"no scenario\.json in"):
        veriscope("show", tmp_path)
