"""The public graphs, with the counts that their makers tell."""

import tarfile

import pytest

from veriscope.graph.compact.profile import profile_graph
from veriscope.graph.compact.store import open_graph
from veriscope.graph.rdf.building import build_graph
from veriscope.graph.rdf.sources import plan_graph

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def kg(public_data):
    return public_data / "kg"


@pytest.fixture
def unpacked(kg, tmp_path):
    def unpack(name):
        with tarfile.open(kg / f"{name}.tar.xz") as archive:
            archive.extractall(tmp_path, filter="data")
        return next(path.parent for path in tmp_path.rglob("train.*"))

    return unpack


def counts(folder, sources):
    build_graph(folder, sources)
    profile = profile_graph(open_graph(folder))
    return profile.facts, profile.entities, profile.predicates, profile.classes


def test_dbpedia93k_has_its_facts_entities_predicates_and_classes(kg, tmp_path):
    assert counts(tmp_path / "kb", plan_graph([kg / "dbpedia93k.nt.xz"])) == (291_545, 92_574, 277, 311)


def test_fb15k_237_has_its_facts_entities_and_predicates(unpacked, tmp_path):
    folder = unpacked("fb15k-237")
    facts = [folder / f"{part}.txt" for part in ("train", "valid", "test")]
    side = {"types": [folder / "types.tsv"], "subclasses": [folder / "subclass.tsv"], "labels": [folder / "labels.tsv"]}
    assert counts(tmp_path / "kb", plan_graph(facts, **side)) == (310_116, 14_541, 237, 689)
    graph = open_graph(tmp_path / "kb")
    assert graph.node_labels.of(graph.nodes.find("/m/010016")) == "Denton"


def test_wn18rr_has_its_facts_entities_and_predicates(unpacked, tmp_path):
    folder = unpacked("wn18rr")
    facts = [folder / f"{part}.txt" for part in ("train", "valid", "test")]
    assert counts(tmp_path / "kb", plan_graph(facts)) == (93_003, 40_943, 11, 0)


@pytest.mark.parametrize(
    ("name", "parts", "expected"),
    [
        ("codex-s", ("train", "valid", "test"), (36_543, 2034, 42, 502)),
        ("codex-m", ("train", "valid"), (195_894, 17_050, 51, 1505)),
    ],
)
def test_codex_has_its_facts_entities_predicates_and_classes(unpacked, tmp_path, name, parts, expected):
    folder = unpacked(name)
    side = {"types": [folder / "types.tsv"], "predicate_labels": [folder / "relation_labels.tsv"]}
    assert counts(tmp_path / "kb", plan_graph([folder / f"{part}.tsv" for part in parts], **side)) == expected
