import pytest

from veriscope.graph.compact.functionality import Functionality
from veriscope.graph.compact.profile import profile_graph, profile_predicates
from veriscope.graph.rdf.building import read_graph
from veriscope.graph.rdf.sources import plan_graph

TABLE = """\
a\tp\tb
a\tp\tc
b\tp\tc
d\tp\td
_:x\tq\ta
a\tr\t"5"
b\tr\t"5"
e\trdf:type\tC
a\trdf:type\tC
a\trdf:type\tD
r\trdfs:range\thttp://www.w3.org/2001/XMLSchema#integer
p\trdfs:domain\tC
unused\trdfs:range\tC
"""


@pytest.fixture
def graph(tmp_path):
    (tmp_path / "facts.tsv").write_text(TABLE)
    return read_graph(plan_graph([tmp_path / "facts.tsv"]))


def test_everything_is_counted(graph):
    profile = profile_graph(graph)
    counts = profile.facts, profile.edges, profile.literal_facts, profile.entities, profile.predicates, profile.classes
    assert counts == (7, 5, 2, 6, 3, 2)
    assert (profile.types, profile.typed_entities, profile.unused_predicates) == (3, 2, 1)
    assert (profile.isolated, profile.blank_nodes, profile.self_loops, profile.labelled_entities) == (1, 1, 1, 0)


def test_degrees_are_spread_over_powers_of_two(graph):
    profile = profile_graph(graph)
    # a has 3 edges, b, c and d (a loop is two ends) 2, _:x 1, e none.
    assert profile.degree_counts == (1, 4)
    assert (profile.degrees.largest, profile.degrees.mean) == (3, pytest.approx(10 / 6))


def test_predicates_come_by_their_facts_with_domain_and_range(graph):
    rows = profile_predicates(graph)
    assert [(row.iri, row.counts, row.literal_facts) for row in rows] == [
        ("p", Functionality(4, 3, 3), 0),
        ("r", Functionality(2, 2, 1), 2),
        ("q", Functionality(1, 1, 1), 0),
        ("unused", Functionality(0, 0, 0), 0),
    ]
    assert (rows[0].domain, rows[1].range) == (("C",), ("http://www.w3.org/2001/XMLSchema#integer",))


def test_a_subject_with_entities_and_literals_of_one_predicate_counts_once(tmp_path):
    (tmp_path / "facts.tsv").write_text('a\tp\tb\na\tp\t"b"\nc\tp\t"b"\nd\tp\tb\n')
    graph = read_graph(plan_graph([tmp_path / "facts.tsv"]))
    assert profile_predicates(graph)[0].counts == Functionality(facts=4, subjects=3, objects=2)
