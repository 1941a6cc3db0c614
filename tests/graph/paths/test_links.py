import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Path, Step, Triple
from veriscope.graph import Graph, View, numbers_of
from veriscope.graph.paths.common_neighbours import (
    common_neighbours,
    degrees_without_each_other,
    overlaps,
    paths_of_three_links,
)
from veriscope.graph.paths.edges_between import EdgeBetween, direct_paths, edges_between, path_over
from veriscope.graph.paths.links import Links, are_linked_by_another_predicate

FACTS = st.sets(st.tuples(st.sampled_from("abcdefg"), st.sampled_from("pq"), st.sampled_from("abcdefg")), min_size=1)


def names(graph, numbers):
    return "".join(graph.nodes[int(number)] for number in numbers)


def numbers(graph, *ends):
    return np.array([[graph.nodes.find(end) for end in ends]], dtype=np.int32)


def sets_of(facts):
    found = {end: set() for fact in facts for end in (fact[0], fact[2])}
    for subject, _, object_ in facts:
        if subject != object_:
            found[subject].add(object_)
            found[object_].add(subject)
    return found


@given(FACTS)
def test_links_are_the_edges_without_direction_predicate_and_loops(facts):
    graph = Graph.of(facts)
    links = Links.of(View.of(graph))
    expected = {end: "".join(sorted(others)) for end, others in sets_of(facts).items()}
    assert {graph.nodes[node]: names(graph, links.of_node(node)) for node in range(len(graph.nodes))} == expected
    assert links.degrees().tolist() == [links.degree(node) for node in range(len(graph.nodes))]


@given(FACTS)
def test_overlaps_are_those_of_sets(facts):
    graph, near = Graph.of(facts), sets_of(facts)
    links = Links.of(View.of(graph))
    ends = sorted(near)
    asked = [(a, b) for a in ends for b in ends if a != b]
    pairs = np.array([numbers(graph, *pair)[0] for pair in asked], dtype=np.int32).reshape(-1, 2)
    found = overlaps(links, pairs, np.arange(len(ends), dtype=float))
    assert found.common.tolist() == [len(near[a] & near[b]) for a, b in asked]
    assert found.weights.tolist() == [sum(ends.index(c) for c in near[a] & near[b]) for a, b in asked]
    assert degrees_without_each_other(links, pairs).tolist() == [
        [len(near[a] - {b}), len(near[b] - {a})] for a, b in asked
    ]
    threes = [sum(c in near[d] for c in near[a] - {b} for d in near[b] - {a}) for a, b in asked]
    assert paths_of_three_links(links, pairs).tolist() == threes


def test_hidden_facts_link_nothing():
    graph = Graph.of([("a", "p", "b"), ("b", "q", "a"), ("b", "p", "c")])
    hidden = View.of(graph).without(numbers_of(graph, [Triple("b", "p", "c"), Triple("a", "q", "b")]))
    links = Links.of(hidden)
    assert [names(graph, links.of_node(node)) for node in range(3)] == ["b", "a", ""]


def test_ends_are_linked_otherwise_only_by_another_predicate_that_is_seen():
    graph = Graph.of([("a", "p", "b"), ("b", "p", "a"), ("c", "q", "a"), ("a", "p", "d"), ("d", "q", "a")])
    asked = numbers_of(graph, [Triple("a", "p", "b"), Triple("a", "p", "c"), Triple("d", "p", "a")])
    assert are_linked_by_another_predicate(View.of(graph), asked).tolist() == [False, True, True]
    hidden = View.of(graph).without(numbers_of(graph, [Triple("a", "q", "d")]))
    assert are_linked_by_another_predicate(hidden, asked).tolist() == [False, True, False]


def test_common_neighbours_come_the_least_linked_first():
    graph = Graph.of([(end, "p", near) for end in "ab" for near in "xyz"] + [("x", "p", "y"), ("x", "p", "z")])
    found = common_neighbours(Links.of(View.of(graph)), *numbers(graph, "a", "b")[0])
    assert names(graph, found) == "yzx"


def test_edges_between_two_nodes_come_in_both_directions():
    graph = Graph.of([("a", "p", "b"), ("b", "p", "a"), ("b", "q", "a"), ("a", "p", "c")])
    a, b = numbers(graph, "a", "b")[0]
    assert edges_between(View.of(graph), a, b) == [
        EdgeBetween(0, is_forward=True),
        EdgeBetween(0, is_forward=False),
        EdgeBetween(1, is_forward=False),
    ]
    assert [edge.is_forward for edge in edges_between(View.of(graph), b, a)] == [True, True, False]


def test_paths_are_told_by_the_edges_that_are_seen():
    graph = Graph.of([("a", "p", "b"), ("c", "p", "b"), ("c", "q", "b"), ("a", "q", "b")])
    view = View.of(graph).without(numbers_of(graph, [Triple("c", "p", "b")]))
    a, b, c = (graph.nodes.find(name) for name in "abc")
    expected = Path("a", (Step("p", is_forward=True, node="b"), Step("q", is_forward=False, node="c")))
    assert path_over(view, (a, b, c)) == expected
    assert direct_paths(view, a, 0, b) == [Path("a", (Step("q", is_forward=True, node="b"),))]
