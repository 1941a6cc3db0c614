"""The figures of the peers on the facts they were measured on."""

import tarfile

import pytest

from veriscope.checking import CHECKERS
from veriscope.domain import Triple
from veriscope.graph import View, numbers_of, open_graph
from veriscope.graph.rdf.building import build_graph
from veriscope.graph.rdf.sources import plan_graph
from veriscope.scoring.ranking import LabelledScores, auroc

pytestmark = [pytest.mark.corpus, pytest.mark.slow]


@pytest.fixture(scope="module")
def built(public_data, tmp_path_factory):
    folder = tmp_path_factory.mktemp("graphs")
    with tarfile.open(public_data / "kg" / "fb15k-237.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    sources = {
        "dbpedia93k": [public_data / "kg" / "dbpedia93k.nt.xz"],
        "fb15k-237": [next(folder.rglob(f"{part}.txt")) for part in ("train", "valid", "test")],
    }
    for name, paths in sources.items():
        build_graph(folder / f"{name}.kb", plan_graph(paths))
    return {name: open_graph(folder / f"{name}.kb") for name in sources}


def found(graph, path, method, *, hides_all):
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    triples = [Triple(*row[:3]) for row in rows]
    view = View.of(graph).without(numbers_of(graph, triples if hides_all else []))
    checked = CHECKERS[method].fit(view, []).check(triples)
    return auroc(LabelledScores.of([each.score for each in checked], [row[3] == "1" for row in rows]))


@pytest.mark.parametrize(("name", "expected"), [("dbpedia93k", 0.823), ("fb15k-237", 0.852)])
def test_kl_reproduces_knowledge_linker_where_only_its_own_edges_are_out_of_sight(built, public_data, name, expected):
    path = public_data / "kg" / "peer-facts" / f"{name}.tsv"
    assert found(built[name], path, "kl", hides_all=False) == pytest.approx(expected, abs=0.005)


@pytest.mark.parametrize("hides_all", [False, True])
def test_kl_whose_ends_pay_is_ahead_of_knowledge_stream_on_dbpedia(built, public_data, hides_all):
    path = public_data / "kg" / "peer-facts" / "dbpedia93k.tsv"
    assert found(built["dbpedia93k"], path, "kl-ends", hides_all=hides_all) >= 0.866
