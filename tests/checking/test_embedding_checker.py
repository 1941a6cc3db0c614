"""Checkers by embeddings: never by one that saw what is judged; predicates compared; analogies as reasons."""

import numpy as np
import pytest

from veriscope.checking import CHECKERS, EmbeddingChecker
from veriscope.checking.midpoints import midpoints
from veriscope.domain import Triple
from veriscope.errors import StoreError
from veriscope.graph import Graph, View, numbers_of
from veriscope.graph.embeddings.files import open_embedding, save_embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.training import train_embedding

PEOPLE = range(30)
FACTS = [
    *((f"person {number}", "born in", f"town {number % 6}") for number in PEOPLE),
    *((f"person {number}", "citizen of", f"country {number % 3}") for number in PEOPLE),
    *((f"town {number}", "in", f"country {number % 3}") for number in range(6)),
]
GRAPH = Graph.of(FACTS)
JUDGED = Triple("person 4", "citizen of", "country 1")
SETTINGS = EmbeddingSettings(dimension=16, epochs=60, rate=0.1, negatives=8)


def view_without(*hidden):
    return View.of(GRAPH).without(numbers_of(GRAPH, hidden))


def test_an_embedding_that_saw_a_hidden_fact_is_refused():
    whole = train_embedding(view_without(), SETTINGS)
    with pytest.raises(StoreError, match="trained with 1 of the facts that are to be judged"):
        EmbeddingChecker(whole, view_without(JUDGED))
    without = train_embedding(view_without(JUDGED), SETTINGS)
    assert EmbeddingChecker(without, view_without(JUDGED)).check([JUDGED])


def test_an_embedding_of_another_graph_is_refused():
    other = train_embedding(View.of(Graph.of([("a", "p", "b")])), SETTINGS)
    with pytest.raises(StoreError, match="2 entities and 1 predicates, the graph 39 and 3"):
        EmbeddingChecker(other, view_without())


def test_a_saved_embedding_checks_as_it_did_in_memory(tmp_path):
    view = view_without(JUDGED)
    trained = train_embedding(view, SETTINGS)
    save_embedding(tmp_path / "transe", trained)
    saved = EmbeddingChecker(open_embedding(tmp_path / "transe"), view)
    assert saved.check([JUDGED], reasons=2) == EmbeddingChecker(trained, view).check([JUDGED], reasons=2)


@pytest.mark.parametrize("model", ["transe", "transh"])
def test_hidden_facts_score_above_false_ones(model):
    people = PEOPLE[:6]
    true = [Triple(f"person {number}", "citizen of", f"country {number % 3}") for number in people]
    false = [Triple(f"person {number}", "citizen of", f"country {(number + 1) % 3}") for number in people]
    checker = CHECKERS[model].fit(view_without(*true), [], seed=1)
    right = sum(one.score > other.score for one, other in zip(checker.check(true), checker.check(false), strict=True))
    assert right >= 5


def test_reasons_are_the_facts_of_the_predicate_that_are_most_alike():
    view = view_without(JUDGED)
    embedding = train_embedding(view, SETTINGS)
    (checked,) = EmbeddingChecker(embedding, view).check([JUDGED], reasons=4)
    apart = [1 / reason.weight - 1 for reason in checked.reasons]
    assert len(apart) == 4
    assert apart == sorted(apart)
    assert all(fact.predicate == "citizen of" and fact != JUDGED for one in checked.reasons for fact in one.facts)
    assert checked.reasons[0].text.startswith("like person ")
    # Each is as far from the judged one as its difference vector tells.
    own = embedding.differences(numbers_of(GRAPH, [JUDGED]))
    others = embedding.differences(numbers_of(GRAPH, [fact for one in checked.reasons for fact in one.facts]))
    assert apart == pytest.approx(np.linalg.norm(others - own, axis=1).tolist(), rel=1e-3)
    every = embedding.differences(view.facts_of(int(numbers_of(GRAPH, [JUDGED])[0, 1])))
    assert max(apart) == pytest.approx(np.sort(np.linalg.norm(every - own, axis=1))[3], rel=1e-3)


def test_a_midpoint_lies_between_facts_and_mixed_up_ones():
    # Facts score 4, all else 0; the shares drawn from all predicates are the same, so the midpoint is 2 for each.
    known = {tuple(fact) for fact in View.of(GRAPH).facts().tolist()}

    def score(facts):
        return np.array([4.0 if tuple(fact) in known else 0.0 for fact in facts.tolist()])

    assert midpoints(View.of(GRAPH), score).tolist() == pytest.approx([2.0, 2.0, 2.0])


def test_a_predicate_with_few_facts_is_drawn_to_the_others():
    # p has 20 facts that score 6 (10 of its own, 4 of the mean), q one that scores 0.
    graph = Graph.of([*((f"s{number}", "p", f"o{number}") for number in range(20)), ("s0", "q", "o0")])

    def score(facts):
        return np.where(facts[:, 1] == 0, 6.0, 0.0)

    p, q = midpoints(View.of(graph), score).tolist()
    # Seen: the means are 6 and 0, their mean 3; mixed-up: p alone, whose mean of 6 is everybody's.
    assert p == pytest.approx(((20 * 6 + 4 * 3) / 24 + 6) / 2)
    assert q == pytest.approx(((0 + 4 * 3) / 5 + 6) / 2)
