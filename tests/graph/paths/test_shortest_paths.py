import threading
from heapq import heappop, heappush
from math import inf, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.graph import Graph, View
from veriscope.graph.paths.links import Links
from veriscope.graph.paths.shortest_paths import PathSearch

PAIRS = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 11)), min_size=1, max_size=40)
COSTS = st.lists(st.sampled_from([0.0, 0.5, log(2), log(3), 1.7, 4.0]), min_size=12, max_size=12)


def links_of(pairs):
    # Every node stands in the graph, linked or not.
    facts = {(f"{a:02}", "p", f"{b:02}") for a, b in pairs} | {(f"{a:02}", "p", f"{a:02}") for a in range(12)}
    return Links.of(View.of(Graph.of(facts)))


def plain_dijkstra(links, costs, start, goal, join):
    """One node after the other from the start; the direct link is left out, and the goal costs nothing."""
    best, heap = {}, [(0.0, start)]
    while heap:
        cost, node = heappop(heap)
        if node in best:
            continue
        best[node] = cost
        for neighbour in links.of_node(node).tolist() if node != goal else ():
            if {node, neighbour} != {start, goal}:
                heappush(heap, (join(cost, 0.0 if neighbour == goal else costs[neighbour]), neighbour))
    return best.get(goal, inf)


@pytest.mark.parametrize("is_bottleneck", [False, True])
@settings(max_examples=150)
@given(pairs=PAIRS, costs=COSTS, by_degree=st.booleans())
def test_costs_are_those_of_a_plain_search(is_bottleneck, pairs, costs, by_degree):
    links = links_of(pairs)
    prices = np.log(np.maximum(links.degrees(), 1)) if by_degree else np.array(costs)
    search = PathSearch(links, prices, is_bottleneck=is_bottleneck)
    asked = np.array([(a, b) for a in range(12) for b in range(12) if a != b], dtype=np.int32)
    join = max if is_bottleneck else float.__add__
    expected = [plain_dijkstra(links, prices.tolist(), a, b, join) for a, b in asked.tolist()]
    assert search.costs_between(asked) == pytest.approx(expected)


@pytest.mark.parametrize("is_bottleneck", [False, True])
@settings(max_examples=100)
@given(pairs=PAIRS, costs=COSTS)
def test_a_path_walks_links_and_costs_what_it_says(is_bottleneck, pairs, costs):
    links = links_of(pairs)
    search = PathSearch(links, np.array(costs), is_bottleneck=is_bottleneck)
    whole = search.costs_between(np.array([[0, 1]], dtype=np.int32))[0]
    paths = search.best_paths(0, 1, limit=4)
    assert [path.cost for path in paths] == sorted(path.cost for path in paths)
    assert (paths[0].cost if paths else inf) == pytest.approx(whole)
    for path in paths:
        assert (path.nodes[0], path.nodes[-1]) == (0, 1)
        assert len(set(path.nodes)) == len(path.nodes) > 2
        assert all(b in links.of_node(a) for a, b in zip(path.nodes, path.nodes[1:], strict=False))
        inner = [costs[node] for node in path.nodes[1:-1]]
        assert path.cost == pytest.approx(max(inner) if is_bottleneck else sum(inner))
    inner = [node for path in paths for node in path.nodes[1:-1]]
    assert len(set(inner)) == len(inner)


def test_a_search_leaves_no_trace_in_the_next_one():
    links = links_of({(0, 2), (2, 1), (0, 3), (3, 4), (4, 1)})
    search = PathSearch(links, np.array([0, 0, 3, 1, 1] + [0] * 7, dtype=float))
    asked = np.array([[0, 1]], dtype=np.int32)
    first = search.costs_between(asked)
    assert [path.nodes for path in search.best_paths(0, 1, limit=5)] == [(0, 3, 4, 1), (0, 2, 1)]
    assert first == search.costs_between(asked) == [2.0]


def test_threads_search_without_disturbing_each_other():
    drawing = np.random.default_rng(5)
    links = links_of({tuple(pair) for pair in drawing.integers(12, size=(30, 2)).tolist()})
    search = PathSearch(links, drawing.random(12))
    asked = drawing.integers(12, size=(3000, 2)).astype(np.int32)
    alone, found = search.costs_between(asked), []
    workers = [threading.Thread(target=lambda: found.append(search.costs_between(asked))) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(found) == 4
    assert all((each == alone).all() for each in found)
