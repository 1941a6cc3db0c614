import json
import tarfile
from collections import Counter
from pathlib import Path

import pytest
from pyoxigraph import RdfFormat, parse

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.lab.bench.scenario_files import (
    dataset_file,
    is_published,
    read_dataset,
    read_scenario_folder,
    read_scenarios,
    settings_of,
    write_dataset,
)
from veriscope.scenarios import DatasetPart, DatasetSettings, LabelledFact, Namespaces, Popularity
from veriscope.scenarios.facts import Hop

NAMES = Namespaces("http://a.org/", "http://p.org/")
FACTS = (
    LabelledFact(Triple("http://a.org/Lima", "http://p.org/in", "http://a.org/Peru"), True, cluster=0),
    LabelledFact(Triple("http://a.org/Lima", "http://p.org/in", '"a \\"place\\""@en'), True, cluster=3),
    LabelledFact(
        Triple("http://b.org/Oslo", "http://p.org/in", "http://a.org/Peru"),
        is_true=False,
        origin=(Hop("http://p.org/twin", is_forward=False), Hop("http://p.org/in", is_forward=True)),
    ),
    LabelledFact(Triple("http://a.org/Rome", "http://p.org/in", "http://a.org/Peru"), is_true=False),
)


def test_facts_are_read_as_they_were_written(tmp_path):
    write_dataset(tmp_path / "facts.tsv", FACTS, NAMES)
    assert read_dataset(tmp_path / "facts.tsv", NAMES) == FACTS
    assert (tmp_path / "facts.tsv").read_text(encoding="utf-8").splitlines()[0].split("\t") == [
        "Subject", "Object", "Relation", "Label", "Origin_Relation", "Cluster",
    ]  # fmt: skip


def test_statements_beside_the_table_tell_whole_names_and_truth(tmp_path):
    write_dataset(tmp_path / "facts.tsv", FACTS, NAMES)
    told = {}
    for quad in parse(path=str(tmp_path / "facts.nt"), format=RdfFormat.N_TRIPLES):
        told.setdefault(quad.subject.value, {})[quad.predicate.value.rsplit("#")[-1].rsplit("/")[-1]] = (
            quad.object.value
        )
    assert [
        (one["subject"], one["predicate"], one["object"], float(one["hasTruthValue"])) for one in told.values()
    ] == [
        ("http://a.org/Lima", "http://p.org/in", "http://a.org/Peru", 1.0),
        ("http://a.org/Lima", "http://p.org/in", 'a "place"', 1.0),
        ("http://b.org/Oslo", "http://p.org/in", "http://a.org/Peru", 0.0),
        ("http://a.org/Rome", "http://p.org/in", "http://a.org/Peru", 0.0),
    ]


@pytest.mark.parametrize(
    ("name", "part", "settings"),
    [
        ("test_c0.2_h0.5_s300_r1.0_random_scenario.tsv", DatasetPart.TEST, DatasetSettings(0.2, 0.5)),
        (
            "train_c1.0_h0.25_s300_r0.2_nopopular_scenario.tsv",
            DatasetPart.TRAIN,
            DatasetSettings(1.0, 0.25, 300, 0.2, Popularity.UNPOPULAR),
        ),
    ],
)
def test_a_files_name_tells_its_settings(name, part, settings):
    assert settings_of(name) == (part, settings)
    assert dataset_file(part, settings) == name


def test_a_name_without_popularity_means_random():
    assert settings_of("test_c1.0_h0.5_s300_r0.2_scenario.tsv") == (
        DatasetPart.TEST,
        DatasetSettings(1.0, 0.5, 300, 0.2),
    )
    assert settings_of("test_c1.0_pra_score.tsv") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Subject\tObject\n", "facts.tsv:1: the columns are Subject, Object"),
        ("Subject\tObject\tRelation\tLabel\tOrigin_Relation\tCluster\n", "the file holds no facts"),
        ("Subject\tObject\tRelation\tLabel\tOrigin_Relation\tCluster\na\tb\n", "facts.tsv:2: 2 columns"),
    ],
)
def test_a_bad_table_is_told_with_its_line(tmp_path, text, said):
    (tmp_path / "facts.tsv").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_dataset(tmp_path / "facts.tsv", NAMES)


def test_a_table_that_is_not_utf8_is_told(tmp_path):
    (tmp_path / "facts.tsv").write_bytes(b"Subject\tObject\tRelation\tLabel\tOrigin_Relation\tCluster\n\xff\n")
    with pytest.raises(InputError, match=r"facts\.tsv:2: not UTF-8"):
        read_dataset(tmp_path / "facts.tsv", NAMES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "cannot read"),
        ('{"kind": "something else"}', "does not describe scenarios"),
        ('{"kind": "veriscope scenarios", "format": 99}', "written by another version"),
        ('{"kind": "veriscope scenarios", "format": 1}', "is damaged"),
    ],
)
def test_a_bad_summary_is_told(tmp_path, text, said):
    (tmp_path / "scenario.json").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_scenario_folder(tmp_path)


def test_a_folder_without_scenarios_is_told(tmp_path):
    with pytest.raises(InputError, match=r"holds neither scenario\.json nor tables of BUCKLE"):
        read_scenarios(tmp_path)
    with pytest.raises(InputError, match="`veriscope bench generate KB"):
        read_scenario_folder(tmp_path)


def test_tables_of_buckle_without_training_facts_are_told(tmp_path):
    (tmp_path / "in").mkdir()
    write_dataset(tmp_path / "in" / dataset_file(DatasetPart.TEST, DatasetSettings()), FACTS, NAMES)
    with pytest.raises(InputError, match=r"has no training facts; a file of them is named train_c1\.0"):
        read_scenarios(tmp_path)


def test_a_published_test_goes_with_random_training_facts_of_its_ratio(tmp_path):
    (tmp_path / "in").mkdir()
    for part, settings in (
        (DatasetPart.TRAIN, DatasetSettings(ratio=1.0)),
        (DatasetPart.TRAIN, DatasetSettings(ratio=0.2)),
        (DatasetPart.TRAIN, DatasetSettings(ratio=0.2, popularity=Popularity.POPULAR)),
        (DatasetPart.TEST, DatasetSettings(0.5, ratio=0.2)),
        (DatasetPart.TEST, DatasetSettings(0.0, ratio=0.7)),
    ):
        write_dataset(tmp_path / "in" / dataset_file(part, settings), FACTS, NAMES)
    scenarios = read_scenarios(tmp_path, names=NAMES)
    assert [(one.name, one.train.settings.ratio, one.train.settings.popularity) for one in scenarios] == [
        ("in/c0.0_h1.0_s300_r0.7_random", 1.0, "random"),
        ("in/c0.5_h1.0_s300_r0.2_random", 0.2, "random"),
    ]
    assert scenarios[0].predicate == "http://p.org/in"
    assert scenarios[0].test.facts == FACTS


def test_the_published_folder_of_one_predicate_is_read_as_that_of_all(tmp_path, monkeypatch):
    (tmp_path / "in").mkdir()
    for part in (DatasetPart.TRAIN, DatasetPart.TEST):
        write_dataset(tmp_path / "in" / dataset_file(part, DatasetSettings()), FACTS, NAMES)
    (whole,) = read_scenarios(tmp_path, names=NAMES)
    assert is_published(tmp_path / "in")
    assert read_scenarios(tmp_path / "in", names=NAMES) == [whole]
    monkeypatch.chdir(tmp_path / "in")
    assert read_scenarios(Path(), names=NAMES) == [whole]


@pytest.mark.corpus
def test_all_published_files_are_read(public_data, tmp_path):
    with tarfile.open(public_data / "kg" / "buckle-scenarios.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    (home,) = {path.parent.parent for path in tmp_path.rglob("*_scenario.tsv")}
    files = sorted(home.glob("*/*_scenario.tsv"))
    assert len(files) == 126
    lengths = Counter()
    for path in files:
        part, settings = settings_of(path.name)
        facts = read_dataset(path, Namespaces())
        assert len(facts) == settings.size == 300
        assert sum(fact.is_true for fact in facts) == settings.true_facts
        assert sum(fact.is_hard for fact in facts) == settings.hard_facts
        assert {fact.triple.predicate for fact in facts} == {path.parent.name}
        lengths.update(len(fact.origin) for fact in facts if fact.is_hard)
        if part == DatasetPart.TEST and settings.homogeneity:
            alike = sum(fact.is_true and fact.cluster == 0 for fact in facts)
            assert alike == settings.alike_facts
    assert set(lengths) == {1, 2}
    scenarios = read_scenarios(home)
    assert Counter(scenario.predicate for scenario in scenarios) == Counter(
        path.parent.name for path in files if path.name.startswith("test_")
    )
    assert len({scenario.name for scenario in scenarios}) == len(scenarios)
    names = {name for scenario in scenarios for name in (scenario.train.settings.popularity,)}
    assert names == {Popularity.RANDOM}


def test_the_summary_is_one_json_object(tmp_path):
    (tmp_path / "scenario.json").write_text(json.dumps([]), encoding="utf-8")
    with pytest.raises(InputError, match="does not describe scenarios"):
        read_scenario_folder(tmp_path)
