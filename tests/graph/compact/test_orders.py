import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from veriscope.graph import Edges
from veriscope.graph.compact.edge_order import ordered_edges, reversed_edges
from veriscope.graph.compact.name_sorting import name_order

FACTS = st.lists(st.tuples(*[st.integers(0, 6)] * 3), max_size=60)


def rows(facts):
    return np.array(facts, dtype=np.int32).reshape(-1, 3)


def same(edges, others):
    return all(
        np.array_equal(getattr(edges, name), getattr(others, name)) for name in ("starts", "predicates", "nodes")
    )


@given(FACTS, FACTS)
def test_edges_are_ordered_as_comparing_would_and_each_stands_once(first, second):
    distinct = rows(sorted({*first, *second}))
    found = ordered_edges([rows(first), rows(second)], nodes=7)
    assert same(found, Edges.of(distinct[:, 0], distinct[:, 1], distinct[:, 2], nodes=7))
    assert same(reversed_edges(found, nodes=7), Edges.of(distinct[:, 2], distinct[:, 1], distinct[:, 0], nodes=7))


def test_a_hub_with_many_edges_is_ordered_too():
    drawing = np.random.default_rng(3)
    facts = np.unique(
        np.stack([np.zeros(3000), *drawing.integers(0, 2000, (2, 3000))], axis=1).astype(np.int32), axis=0
    )
    found = ordered_edges([facts[drawing.permutation(len(facts))]], nodes=2000)
    assert same(found, Edges.of(facts[:, 0], facts[:, 1], facts[:, 2], nodes=2000))


def order_of(texts):
    ends = np.cumsum([len(text) for text in texts], dtype=np.int64)
    return name_order(np.frombuffer(b"".join(texts), dtype=np.uint8).copy(), ends).tolist()


@given(st.lists(st.one_of(st.binary(max_size=20), st.text("ab\0", max_size=30).map(str.encode)), unique=True))
def test_names_are_ordered_by_their_bytes(texts):
    assert order_of(texts) == sorted(range(len(texts)), key=texts.__getitem__)


def test_names_with_a_long_common_beginning_are_told_apart():
    texts = [f"http://example.org/resource/{number:05}".encode() for number in (4, 30000, 2, 30, 3)]
    assert order_of(texts) == [2, 4, 0, 3, 1]
