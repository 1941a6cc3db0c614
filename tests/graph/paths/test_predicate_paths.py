from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.domain import Path, Step
from veriscope.errors import InputError
from veriscope.graph import Graph, PathFinder, PredicatePath, View
from veriscope.graph.paths.predicate_paths import key_of_path, path_of_key, path_text
from veriscope.graph.paths.walks import RandomWalks

FAMILY = [
    ("ann", "bornIn", "lima"),
    ("ann", "livesIn", "lima"),
    ("ann", "spouse", "ben"),
    ("ben", "spouse", "ann"),
    ("ben", "livesIn", "lima"),
    ("cid", "parent", "ann"),
    ("cid", "parent", "ben"),
    ("cid", "bornIn", "lima"),
    ("lima", "capitalOf", "peru"),
    ("ann", "citizenOf", "peru"),
]

facts = st.sets(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from(["p", "q", "r"]), st.sampled_from("abcdef")), min_size=1
)


def found(graph: Graph, subject: str, predicate: str, object_: str, *, length: int) -> dict[str, int]:
    finder = PathFinder.of(View.of(graph))
    ends = [graph.nodes.find(name) for name in (subject, object_)]
    counts = finder.between(*ends, predicate=graph.predicates.find(predicate), length=length)
    assert counts.left_out == 0
    return {path_text(graph, path): count for path, count in counts.items()}


def all_paths(graph: Graph, hidden: set[int], subject: int, predicate: int, object_: int, *, length: int):
    """Every path of nodes and steps by plain depth-first search."""
    edges = [tuple(fact) for number, fact in enumerate(graph.facts().tolist()) if number not in hidden]
    own = {(subject, predicate, object_), (object_, predicate, subject)}
    steps = [step for s, p, o in edges if (s, p, o) not in own for step in ((s, 2 * p, o), (o, 2 * p + 1, s))]
    unfinished = [((subject,), ())]
    while unfinished:
        nodes, path = unfinished.pop()
        if nodes[-1] == object_ and path:
            yield nodes, path
        elif len(path) < length:
            unfinished += [
                ((*nodes, to), (*path, step)) for start, step, to in steps if start == nodes[-1] and to not in nodes
            ]


def chance_of(graph: Graph, own: set[tuple[int, int, int]], nodes: tuple[int, ...], path: PredicatePath) -> Fraction:
    chance = Fraction(1)
    edges = [tuple(fact) for fact in graph.facts().tolist() if tuple(fact) not in own and fact[0] != fact[2]]
    for node, step in zip(nodes, path, strict=False):
        near = 2 if step % 2 else 0
        chance /= sum(edge[near] == node and edge[1] == step // 2 for edge in edges)
    return chance


def test_paths_of_a_family_are_counted_by_their_predicates():
    assert found(Graph.of(FAMILY), "ann", "spouse", "ben", length=2) == {
        "bornIn → ^livesIn": 1,
        "livesIn → ^livesIn": 1,
        "^parent → parent": 1,
    }


def test_paths_of_nodes_that_follow_the_same_predicates_are_added_up():
    two_ways = Graph.of([("a", "p", "x"), ("a", "p", "y"), ("x", "q", "b"), ("y", "q", "b"), ("a", "r", "b")])
    assert found(two_ways, "a", "r", "b", length=3) == {"p → q": 2}


def test_other_predicates_between_the_two_ends_are_seen_and_the_own_one_is_not_in_either_direction():
    assert found(Graph.of(FAMILY), "ann", "bornIn", "lima", length=1) == {"livesIn": 1}
    assert found(Graph.of(FAMILY), "ann", "spouse", "ben", length=1) == {}


def test_a_path_repeats_no_node():
    back_and_forth = Graph.of([("a", "p", "b"), ("b", "q", "c"), ("c", "q", "c"), ("b", "r", "c")])
    assert found(back_and_forth, "a", "r", "c", length=4) == {"p → q": 1, "p → r": 1}
    assert found(back_and_forth, "c", "p", "c", length=4) == {}


def test_hidden_facts_lead_nowhere():
    graph = Graph.of(FAMILY)
    ann, ben, lima = (graph.nodes.find(name) for name in ("ann", "ben", "lima"))
    lives, spouse = (graph.predicates.find(name) for name in ("livesIn", "spouse"))
    view = View.of(graph).without(np.array([[ben, lives, lima]], dtype=np.int32))
    paths = PathFinder.of(view).between(ann, ben, predicate=spouse, length=2)
    assert [path_text(graph, path) for path, _ in paths.items()] == ["^parent → parent"]


@settings(max_examples=60)
@given(facts, st.integers(1, 4), st.data())
def test_all_paths_are_those_of_a_plain_depth_first_search(edges, length, data):
    graph = Graph.of(edges)
    pick = [data.draw(st.integers(0, len(names) - 1)) for names in (graph.nodes, graph.predicates, graph.nodes)]
    hidden = data.draw(st.sets(st.integers(0, len(graph.out) - 1), max_size=2))
    view = View.of(graph)
    view.out_hidden[list(hidden)] = True
    for number in hidden:
        subject, predicate, object_ = graph.facts()[number].tolist()
        view.into_hidden[graph.into.place(object_, predicate, subject)] = True
    expected = Counter(path for _, path in all_paths(graph, hidden, *pick, length=length))
    counts = PathFinder.of(view).between(pick[0], pick[2], predicate=pick[1], length=length)
    assert dict(counts.items()) == expected
    assert counts.left_out == 0


def crowd(people: int) -> Graph:
    """Two towns with the same people, all born in one of two places: every group of halves is large."""
    born = [(f"person{i}", "bornIn", f"place{i % 2}") for i in range(people)]
    living = [(f"person{i}", f"livesIn{i % 3}", town) for i in range(people) for town in ("s", "o") if i % 5]
    return Graph.of([*born, *living])


@pytest.mark.parametrize("people", [6, 12, 40])
def test_many_paths_through_a_hub_are_counted_as_one_by_one(people):
    graph = crowd(people)
    ends = graph.nodes.find("s"), graph.nodes.find("o")
    expected = Counter(path for _, path in all_paths(graph, set(), ends[0], 0, ends[1], length=4))
    assert dict(PathFinder.of(View.of(graph)).between(*ends, predicate=0, length=4).items()) == expected


def test_paths_through_hubs_beyond_the_budget_are_left_out_and_told():
    small = [("s", "p", "x"), ("x", "p", "y"), ("y", "p", "o"), ("y", "p", "z"), ("z", "q", "o")]
    hub = [("s", "q", "hub"), ("hub", "q", "y"), *((f"n{i}", "r", "hub") for i in range(50))]
    graph = Graph.of([*small, *hub])
    ends = graph.nodes.find("s"), graph.nodes.find("o")
    r = graph.predicates.find("r")
    whole = PathFinder.of(View.of(graph)).between(*ends, predicate=r, length=4)
    cut = PathFinder.of(View.of(graph), budget=20).between(*ends, predicate=r, length=4)
    assert whole.left_out == 0
    assert {path_text(graph, path) for path, _ in whole.items()} == {
        "p → p → p",
        "q → q → p",
        "p → p → p → q",
        "q → q → p → q",
    }
    assert cut.left_out == 1
    assert {path_text(graph, path) for path, _ in cut.items()} == {"p → p → p", "q → q → p", "p → p → p → q"}


def test_meeting_nodes_with_too_many_halves_to_join_are_left_out_and_told():
    legs = [(end, f"{end}{i}", f"{end}{i}") for end in "so" for i in range(30)]
    graph = Graph.of([*legs, *((f"{end}{i}", "p", node) for end in "so" for i in range(30) for node in ("y1", "y2"))])
    ends = graph.nodes.find("s"), graph.nodes.find("o")
    whole = PathFinder.of(View.of(graph)).between(*ends, predicate=0, length=4)
    cut = PathFinder.of(View.of(graph), budget=100).between(*ends, predicate=0, length=4)
    assert (len(whole.keys), set(whole.counts.tolist()), whole.left_out) == (900, {2}, 0)
    assert (len(cut.keys), set(cut.counts.tolist()), cut.left_out) == (900, {1}, 1)


def test_facts_asked_for_together_get_what_they_get_alone():
    graph = Graph.of(FAMILY)
    rows = graph.facts()
    finder = PathFinder.of(View.of(graph))
    together = finder.between_all(rows, length=4)
    alone = [finder.between(s, o, predicate=p, length=4) for s, p, o in rows.tolist()]
    assert [list(counts.items()) for counts in together] == [list(counts.items()) for counts in alone]


@pytest.mark.parametrize("length", [0, 5])
def test_only_paths_of_one_to_four_steps_are_sought(length):
    with pytest.raises(InputError, match=f"paths of {length} steps; choose 1 to 4"):
        PathFinder.of(View.of(Graph.of(FAMILY))).between(0, 1, predicate=0, length=length)


@given(st.lists(st.integers(0, 19), min_size=1, max_size=4).map(tuple))
def test_a_path_is_read_back_from_its_key(path):
    assert path_of_key(key_of_path(path, predicates=10), predicates=10) == path


def test_examples_name_every_node_on_the_way():
    graph = Graph.of(FAMILY)
    ends = graph.nodes.find("cid"), graph.nodes.find("peru")
    parent, citizen = graph.predicates.find("parent"), graph.predicates.find("citizenOf")
    lives, capital = graph.predicates.find("livesIn"), graph.predicates.find("capitalOf")
    path = (2 * parent, 2 * lives, 2 * capital)
    examples = PathFinder.of(View.of(graph)).examples(*ends, path, predicate=citizen, limit=5)
    assert examples == [
        Path("cid", (Step("parent", True, who), Step("livesIn", True, "lima"), Step("capitalOf", True, "peru")))
        for who in ("ann", "ben")
    ]
    assert PathFinder.of(View.of(graph)).examples(*ends, path, predicate=citizen, limit=1) == examples[:1]


@settings(max_examples=40)
@given(facts, st.data())
def test_there_are_as_many_examples_as_counted(edges, data):
    graph = Graph.of(edges)
    pick = [data.draw(st.integers(0, len(names) - 1)) for names in (graph.nodes, graph.predicates, graph.nodes)]
    finder = PathFinder.of(View.of(graph))
    for path, count in finder.between(pick[0], pick[2], predicate=pick[1], length=3).items():
        examples = finder.examples(pick[0], pick[2], path, predicate=pick[1], limit=1000)
        assert len(set(examples)) == len(examples) == count


def test_the_own_edge_is_no_example():
    graph = Graph.of(FAMILY)
    ann, ben, spouse = graph.nodes.find("ann"), graph.nodes.find("ben"), graph.predicates.find("spouse")
    finder = PathFinder.of(View.of(graph))
    assert finder.examples(ann, ben, (2 * spouse,), predicate=spouse, limit=1) == []
    assert finder.examples(ann, ben, (2 * spouse + 1,), predicate=spouse, limit=1) == []


def test_the_chance_of_a_walk_is_the_product_of_its_draws():
    graph = Graph.of(
        [("a", "p", "x"), ("a", "p", "y"), ("x", "q", "b"), ("x", "q", "c"), ("x", "q", "d"), ("y", "q", "b")]
    )
    a, b = graph.nodes.find("a"), graph.nodes.find("b")
    chances = RandomWalks.of(View.of(graph)).between_all(np.array([[a, 0, b]], dtype=np.int32), length=2)[0]
    assert chances.chances.tolist() == pytest.approx([1 / 2 * 1 / 3 + 1 / 2])


def test_the_own_edge_is_not_among_those_drawn_from():
    graph = Graph.of([("a", "p", "b"), ("a", "p", "x"), ("a", "p", "y"), ("x", "q", "b")])
    a, b = graph.nodes.find("a"), graph.nodes.find("b")
    walks = RandomWalks.of(View.of(graph))
    p, q = (walks.between_all(np.array([[a, own, b]], dtype=np.int32), length=2)[0] for own in (0, 1))
    assert p.chances.tolist() == pytest.approx([1 / 2])
    assert q.chances.tolist() == pytest.approx([1 / 3, 1 / 3])


@settings(max_examples=60)
@given(facts, st.integers(1, 4), st.data())
def test_chances_are_the_sums_over_all_walks_that_come_back_to_no_node(edges, length, data):
    graph = Graph.of(edges)
    s, p, o = (data.draw(st.integers(0, len(names) - 1)) for names in (graph.nodes, graph.predicates, graph.nodes))
    expected: dict[PredicatePath, Fraction] = {}
    for nodes, path in all_paths(graph, set(), s, p, o, length=length):
        expected[path] = expected.get(path, Fraction(0)) + chance_of(graph, {(s, p, o), (o, p, s)}, nodes, path)
    found = RandomWalks.of(View.of(graph)).between_all(np.array([[s, p, o]], dtype=np.int32), length=length)[0]
    paths = [path_of_key(key, predicates=len(graph.predicates)) for key in found.keys.tolist()]
    assert dict(zip(paths, found.chances.tolist(), strict=True)) == pytest.approx(
        {path: float(chance) for path, chance in expected.items()}, rel=1e-5
    )
