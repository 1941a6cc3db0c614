import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.special import expit

from veriscope.checking.linear_model import fit_logistic
from veriscope.checking.subgraph_features import ANY, SubgraphFeatures, SubgraphKeys
from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Graph, View
from veriscope.graph.paths.neighbours import Neighbours
from veriscope.graph.paths.predicate_paths import key_of_path

KEYS = SubgraphKeys(predicates=10)


def patterns(*paths: tuple[int, ...]) -> set[tuple[int, ...]]:
    keys = np.array([key_of_path(path, predicates=10) for path in paths], dtype=np.int64)
    return {KEYS.pattern(key) for key in KEYS.of_paths(keys).tolist()}


def test_a_path_is_a_feature_and_so_it_is_with_each_step_open():
    assert patterns((4, 7, 0)) == {(4, 7, 0), (ANY, 7, 0), (4, ANY, 0), (4, 7, ANY)}


def test_a_path_of_one_step_is_never_open():
    assert patterns((3,)) == {(3,)}
    assert patterns((3,), (19, 0)) == {(3,), (19, 0), (ANY, 0), (19, ANY)}


def test_no_paths_have_no_features():
    assert patterns() == set()


@given(st.lists(st.lists(st.integers(0, 19), min_size=1, max_size=3).map(tuple), max_size=5, unique=True))
def test_different_patterns_have_different_keys(paths):
    keys = np.array([key_of_path(path, predicates=10) for path in paths], dtype=np.int64)
    found = KEYS.of_paths(keys).tolist()
    assert {KEYS.pattern(key) for key in set(found)} == patterns(*paths)
    assert len({KEYS.pattern(key) for key in found}) == len(set(found))


def test_the_steps_of_either_end_are_features_but_for_the_own_edges():
    graph = Graph.of([("a", "p", "b"), ("b", "p", "a"), ("a", "p", "c"), ("b", "q", "a"), ("d", "q", "b")])
    p, q = graph.predicates.find("p"), graph.predicates.find("q")
    keys = SubgraphKeys(predicates=len(graph.predicates))
    a, b = graph.nodes.find("a"), graph.nodes.find("b")
    found = {keys.one_sided(key) for key in keys.of_ends(Neighbours.of(View.of(graph)), a, p, b).tolist()}
    assert found == {(False, 2 * p), (False, 2 * q + 1), (True, 2 * q), (True, 2 * q + 1)}


def parents() -> tuple[Graph, list[GoldTriple]]:
    """Ten parents with their children, who name them; half of the parents' children are known from both sides."""
    facts = [(f"child{i}", "parent", f"parent{i}") for i in range(10)]
    facts += [(f"parent{i}", "child", f"child{i}") for i in range(10)]
    examples = [
        GoldTriple(Triple(f"child{i}", "parent", f"parent{(i + shift) % 9}"), is_true=not shift)
        for i in range(9)
        for shift in (0, 1)
    ]
    return Graph.of([*facts, ("cousin", "knows", "child9"), ("aunt", "knows", "uncle")]), examples


def test_who_has_other_children_only_is_likely_no_parent():
    graph, examples = parents()
    checker = SubgraphFeatures.fit(View.of(graph), examples)
    claims = [
        Triple("child9", "parent", "parent9"),
        Triple("cousin", "parent", "parent9"),
        Triple("cousin", "parent", "uncle"),
    ]
    known, other, blank = checker.check(claims, reasons=3)
    assert known.score > blank.score >= other.score
    assert known.reasons[0].text == "linked by: ^child"


def test_a_reason_with_an_open_step_shows_a_path_that_fits_it():
    facts = [
        fact
        for i in range(12)
        for fact in ((f"person{i}", f"way{i % 6}", f"school{i}"), (f"school{i}", "in", f"town{i}"))
    ]
    examples = [
        GoldTriple(Triple(f"person{i}", "bornIn", f"town{(i + shift) % 6}"), is_true=not shift)
        for i in range(6)
        for shift in (0, 1)
    ]
    graph = Graph.of([*facts, ("person0", "bornIn", "town0")])
    (checked,) = SubgraphFeatures.fit(View.of(graph), examples).check([Triple("person7", "bornIn", "town7")], reasons=1)
    assert checked.reasons[0].text == "linked by: any → in"
    assert [(step.predicate, step.node) for step in checked.reasons[0].paths[0].steps] == [
        ("way1", "school7"),
        ("in", "town7"),
    ]


def sample(seed: int) -> tuple[csr_array, np.ndarray]:
    rng = np.random.default_rng(seed)
    table = (rng.random((60, 12)) < 0.3).astype(float)
    is_true = rng.random(60) < expit(table @ rng.normal(size=12) * 2 - 0.5)
    return csr_array(table), is_true


@pytest.mark.parametrize("seed", range(4))
def test_no_small_change_of_a_weight_lowers_the_cost_of_a_sparse_model(seed):
    table, is_true = sample(seed)
    model = fit_logistic(table, np.arange(12), is_true, inverse_penalty=2.0, is_sparse=True)
    slopes = table.T @ (expit(table @ model.weights + model.bias) - is_true)
    used = model.weights != 0
    assert 0 < used.sum() < 12
    # The absolute penalty is 1/2 a unit of weight.
    assert slopes[used] == pytest.approx(-0.5 * np.sign(model.weights[used]), abs=0.02)
    assert (np.abs(slopes[~used]) <= 0.52).all()


def test_a_sparse_model_is_the_same_each_time():
    table, is_true = sample(7)
    first, second = (fit_logistic(table, np.arange(12), is_true, inverse_penalty=2.0, is_sparse=True) for _ in range(2))
    assert first.weights.tolist() == second.weights.tolist()
    assert first.bias == second.bias


def test_a_model_without_features_knows_the_share_of_true_examples():
    is_true = np.array([True, True, True, False])
    model = fit_logistic(csr_array((4, 0)), np.arange(0), is_true, inverse_penalty=1.0, is_sparse=True)
    assert expit(model.bias) == pytest.approx(0.75)
