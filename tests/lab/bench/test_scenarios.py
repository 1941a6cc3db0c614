import shutil

import pytest

from tests.cli.small_scenarios import COLUMNS, FACTS, PEOPLE, home, make_graph, make_scenarios, write_set
from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph
from veriscope.lab.bench.scenarios import bench_scenarios
from veriscope.pipeline.starter_kb import open_kb

THINGS, WORDS = "http://example.org/things/", "http://example.org/words#"


def whole(facts=FACTS, things=THINGS, words=WORDS):
    return Graph.of([(things + subject, words + predicate, things + object_) for subject, predicate, object_ in facts])


@pytest.fixture
def folder(tmp_path):
    return make_scenarios(tmp_path)


@pytest.mark.parametrize(("things", "words"), [(THINGS, WORDS), ("urn://a/", "https://b.c/d/"), ("", "")])
def test_short_names_are_found_whatever_the_namespaces_of_the_graph(folder, things, words):
    found = bench_scenarios(folder, whole(things=things, words=words))
    assert found.left_out == ()
    assert len(found.scenarios) == 2
    first = found.scenarios[0]
    assert first.summary.predicate == f"{words}citizenOf"
    assert first.test[0].triple == Triple(f"{things}{PEOPLE[0]}", f"{words}citizenOf", f"{things}{home(0)}")
    assert (len(first.training), len(first.test)) == (40, 40)


def test_a_name_that_stands_in_two_namespaces_is_the_one_of_the_commoner(folder):
    rare = [(f"http://rare/{person}", f"{WORDS}knows", f"http://rare/{PEOPLE[0]}") for person in PEOPLE[1:9]]
    graph = Graph.of([*((THINGS + s, WORDS + p, THINGS + o) for s, p, o in FACTS), *rare])
    assert bench_scenarios(folder, graph).scenarios[0].test[1].triple.subject == f"{THINGS}{PEOPLE[1]}"
    without = [fact for fact in FACTS if PEOPLE[1] not in fact]
    graph = Graph.of([*((THINGS + s, WORDS + p, THINGS + o) for s, p, o in without), *rare])
    assert bench_scenarios(folder, graph).scenarios[0].test[1].triple.subject == f"http://rare/{PEOPLE[1]}"


def test_facts_of_unknown_names_are_left_out_and_counted(folder):
    gone = {PEOPLE[3], PEOPLE[30]}
    graph = whole([fact for fact in FACTS if not gone & set(fact)])
    found = bench_scenarios(folder, graph)
    first = found.scenarios[0]
    assert (len(first.training), len(first.test)) == (38, 38)
    # Both people have a true fact and a false one in each set; the tests share the true one of the first.
    assert found.left_out == (
        "5 of 100 facts left out: the graph does not have 2 of 45 names, 'person03', 'person30' for instance",
    )


def test_a_scenario_without_true_facts_is_left_out_and_told(folder):
    path = folder / "citizenOf" / "test_c0.5_h1.0_s40_r1.0_random_scenario.tsv"
    write_set(path, range(1), shift=1)
    graph = whole([fact for fact in FACTS if PEOPLE[0] not in fact])
    found = bench_scenarios(folder, graph)
    assert len(found.scenarios) == 2
    told = "1 scenario left out, which now have no true or no false facts: citizenOf/c0.5_h1.0_s40_r1.0_random"
    assert found.left_out[-1] == told


def test_a_predicate_that_the_graph_does_not_have_is_told_and_the_others_stay(folder):
    shutil.copytree(folder / "citizenOf", folder / "maker")
    found = bench_scenarios(folder, whole())
    assert found.left_out == ("the graph has no predicate 'maker': 2 scenarios left out",)
    assert len(found.scenarios) == 2


def test_a_graph_that_knows_nothing_of_the_scenarios_is_an_error(folder):
    with pytest.raises(InputError, match="no scenario that can be judged; the graph has no predicate 'citizenOf'"):
        bench_scenarios(folder, Graph.of([("a", "b", "c")]))


def test_a_graph_on_disk_knows_its_own_names(folder, tmp_path):
    assert bench_scenarios(folder, open_kb(make_graph(tmp_path))).left_out == ()


def test_scenarios_with_values_as_objects_are_told(folder):
    (folder / "height").mkdir()
    for part in ("train", "test"):
        rows = [f'{PEOPLE[number]}\t"{number}"\theight\t1\tNo\t0\n' for number in range(4)]
        rows += [f'{PEOPLE[number]}\t"{number + 1}"\theight\t-1\t*\t*\n' for number in range(4)]
        path = folder / "height" / f"{part}_c1.0_h1.0_s8_r1.0_random_scenario.tsv"
        path.write_text(COLUMNS + "".join(rows), encoding="utf-8")
    found = bench_scenarios(folder, whole([*FACTS, ("person00", "height", "tall")]))
    told = f"the objects of {WORDS}height are values, and the methods judge facts between entities: 1 scenario left out"
    assert found.left_out == (told,)
    assert len(found.scenarios) == 2
