"""Training: gradients beside numeric ones, what is seen, what is drawn, and that it learns."""

from dataclasses import replace

import numpy as np
import pytest

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph, View, numbers_of
from veriscope.graph.embeddings.draws import Visits
from veriscope.graph.embeddings.ends import end_distances
from veriscope.graph.embeddings.losses import Recipe
from veriscope.graph.embeddings.rows import Squares, Vectors
from veriscope.graph.embeddings.settings import EmbeddingSettings, plain_settings
from veriscope.graph.embeddings.training import subject_shares, train_embedding
from veriscope.graph.embeddings.transe import train_transe
from veriscope.graph.embeddings.transh import train_transh

ENTITIES, DIMENSION = 40, 6
KERNELS = {"transe": train_transe, "transh": train_transh}
QUICK = EmbeddingSettings(dimension=16, epochs=40, negatives=8)
LINE = [(f"node {place:02}", f"plus {step}", f"node {place + step:02}") for step in (1, 2, 3) for place in range(14)]


def line_view(*, hidden=()):
    graph = Graph.of(LINE)
    return View.of(graph).without(numbers_of(graph, hidden))


def random_vectors(model, seed):
    rng = np.random.default_rng(seed)
    rows = [rng.normal(size=(count, DIMENSION)).astype(np.float32) for count in (ENTITIES, 2, 2)]
    normals = rows[2] / np.linalg.norm(rows[2], axis=1, keepdims=True)
    if model == "transe":
        return Vectors(rows[0], rows[1], np.empty((2, 0), dtype=np.float32))
    return Vectors(rows[0], rows[1] - np.sum(rows[1] * normals, axis=1, keepdims=True) * normals, normals)


def visited(model, vectors, *, recipe, subject_share, seed=5):
    """The vectors after one visit of the fact (3, 1, 7); the rate is 1, so they have moved by the gradient."""
    moved = Vectors(*(rows.copy() for rows in vectors))
    visits = Visits(
        np.array([[3, 1, 7]], dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.full(2, subject_share),
    )
    squares = Squares(*(np.zeros(len(rows), dtype=np.float32) for rows in vectors))
    loss = KERNELS[model](visits, moved, squares, recipe, 4, seed)
    return moved, loss


def distance(vectors, predicate, subject, object_, norm):
    entities, predicates, normals = vectors
    difference = entities[subject] - entities[object_]
    if normals.shape[1]:
        normal = normals[predicate]
        difference = difference - (normal @ entities[subject]) * normal + (normal @ entities[object_]) * normal
    return np.linalg.norm(difference + predicates[predicate], ord=norm)


def loss_of(vectors, facts, recipe, weights=None):
    """The loss of a true fact, the first, and corrupted ones; with the weights of the corrupted ones where given."""
    true, *corrupted = (distance(vectors, 1, s, o, recipe.norm) for s, o in facts)
    corrupted = np.array(corrupted)
    if recipe.is_margin:
        return np.mean(np.maximum(0, recipe.margin + true - corrupted))
    weights = adversarial_weights(vectors, facts, recipe) if weights is None else weights
    return np.log1p(np.exp(true - recipe.margin)) + weights @ np.log1p(np.exp(recipe.margin - corrupted))


def adversarial_weights(vectors, facts, recipe):
    """Those below the mean count for nothing."""
    corrupted = np.array([distance(vectors, 1, s, o, recipe.norm) for s, o in facts[1:]])
    powers = np.exp(-recipe.temperature * corrupted)
    return np.where(powers >= powers.mean(), powers / powers.sum(), 0)


def numeric_gradients(vectors, facts, recipe):
    """Of the loss by every coordinate, the weights of corrupted facts held fixed."""
    weights, step = adversarial_weights(vectors, facts, recipe), 1e-6
    gradients = [np.zeros(rows.shape) for rows in vectors]
    for rows, gradient in zip(vectors, gradients, strict=True):
        for place in np.ndindex(rows.shape):
            kept = rows[place]
            rows[place] = kept + step
            above = loss_of(vectors, facts, recipe, weights)
            rows[place] = kept - step
            gradient[place] = (above - loss_of(vectors, facts, recipe, weights)) / (2 * step)
            rows[place] = kept
    return gradients


@pytest.mark.parametrize("model", ["transe", "transh"])
@pytest.mark.parametrize("norm", [1, 2])
@pytest.mark.parametrize("is_margin", [True, False])
@pytest.mark.parametrize("subject_share", [0.0, 1.0])
def test_a_visit_moves_against_the_gradient_of_the_loss(model, norm, is_margin, subject_share):
    # With so large a margin everything that is drawn moves: which that is depends on the seed alone.
    wide = Recipe(norm, True, False, False, 50.0, 0.3, 1.0, 1)
    recipe = wide if is_margin else wide._replace(is_margin=False, margin=3.0)
    before = random_vectors(model, seed=norm)
    shown, _ = visited(model, before, recipe=wide, subject_share=subject_share)
    drawn = sorted(set(np.flatnonzero(np.any(shown.entities != before.entities, axis=1)).tolist()) - {3, 7})
    assert len(drawn) == 4
    facts = [(3, 7), *(((other, 7) if subject_share else (3, other)) for other in drawn)]
    after, loss = visited(model, before, recipe=recipe, subject_share=subject_share)

    exact = Vectors(*(rows.astype(np.float64) for rows in before))
    assert loss == pytest.approx(loss_of(exact, facts, recipe), rel=1e-5)
    by_entity, by_predicate, by_normal = numeric_gradients(exact, facts, recipe)
    np.testing.assert_allclose(before.entities - after.entities, by_entity, atol=2e-5)
    translations, normals = exact.predicates - by_predicate, exact.normals - by_normal
    if model == "transh":
        # Back to length 1, and into the plane.
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        translations -= np.sum(translations * normals, axis=1, keepdims=True) * normals
        np.testing.assert_allclose(after.normals, normals, atol=2e-5)
    np.testing.assert_allclose(after.predicates, translations, atol=5e-5)


def test_adagrad_moves_every_row_by_the_rate_at_first():
    recipe = Recipe(2, True, True, False, 20.0, 1.0, 0.25, 1)
    before = random_vectors("transe", seed=1)
    after, _ = visited("transe", before, recipe=recipe, subject_share=0.0)
    moved = np.linalg.norm(after.entities - before.entities, axis=1)
    # The root of the mean square of a first step is the rate.
    np.testing.assert_allclose(moved[moved > 0], 0.25 * DIMENSION**0.5, rtol=1e-4)
    assert np.count_nonzero(moved) == 6


def test_unit_entities_stay_of_length_one():
    trained = train_embedding(line_view(), replace(plain_settings(), dimension=8, epochs=5))
    np.testing.assert_allclose(np.linalg.norm(trained.entities, axis=1), 1, rtol=1e-5)
    free = train_embedding(line_view(), replace(plain_settings(), dimension=8, epochs=5, has_unit_entities=False))
    assert np.ptp(np.linalg.norm(free.entities, axis=1)) > 0.01


def test_normals_stay_of_length_one_and_translations_in_their_planes():
    trained = train_embedding(line_view(), replace(QUICK, model="transh", epochs=3))
    np.testing.assert_allclose(np.linalg.norm(trained.normals, axis=1), 1, rtol=1e-5)
    np.testing.assert_allclose(np.sum(trained.normals * trained.predicates, axis=1), 0, atol=1e-5)


@pytest.mark.parametrize("model", ["transe", "transh"])
def test_a_held_out_fact_is_ranked_first_after_training(model):
    inside, steps = range(5), {"right": (1, 0), "down": (0, 1), "right down": (1, 1), "left down": (-1, 1)}
    graph = Graph.of(
        (f"{x}.{y}", step, f"{x + right}.{y + down}")
        for step, (right, down) in steps.items()
        for x in inside
        for y in inside
        if x + right in inside and y + down in inside
    )
    asked = numbers_of(graph, [Triple("2.2", "right", "3.2")])
    settings = EmbeddingSettings(model=model, dimension=16, epochs=100, negatives=8, rate=0.1, margin=1.0)
    trained = train_embedding(View.of(graph).without(asked), settings)
    assert graph.nodes[int(np.argmin(end_distances(trained, asked, end="subject")))] == "2.2"
    assert graph.nodes[int(np.argmin(end_distances(trained, asked, end="object")))] == "3.2"


@pytest.mark.parametrize("model", ["transe", "transh"])
def test_the_same_seed_gives_the_same_vectors_and_another_gives_others(model):
    settings = replace(QUICK, model=model, epochs=3)
    first, again = (train_embedding(line_view(), settings) for _ in range(2))
    other = train_embedding(line_view(), replace(settings, seed=1))
    assert all(np.array_equal(getattr(first, name), getattr(again, name)) for name in ("entities", "predicates"))
    assert not np.array_equal(first.entities, other.entities)


def test_a_hidden_fact_counts_as_one_that_is_not_there():
    fact = ("node 03", "plus 1", "node 04")
    hidden = train_embedding(line_view(hidden=[Triple(*fact)]), replace(QUICK, epochs=3))
    absent = train_embedding(View.of(Graph.of(set(LINE) - {fact})), replace(QUICK, epochs=3))
    assert np.array_equal(hidden.entities, absent.entities)
    asked = numbers_of(line_view().graph, [Triple(*fact), Triple("node 03", "plus 1", "node 05")])
    assert hidden.saw(asked).tolist() == [False, False]
    whole = train_embedding(line_view(), replace(QUICK, epochs=1))
    assert whole.saw(asked).tolist() == [True, False]
    assert whole.left_out_hash != hidden.left_out_hash
    assert whole.graph_hash == hidden.graph_hash != absent.graph_hash


def test_bernoulli_corrupts_the_end_that_leaves_fewer_true_facts():
    # 8 people born in one town: 1 object a subject, 8 subjects an object, so the subject is changed at 1 of 9 visits.
    facts = [(f"person {number}", "born in", "town") for number in range(8)]
    shares = subject_shares(View.of(Graph.of(facts)).facts(), predicates=1)
    assert shares.tolist() == pytest.approx([1 / 9])


def test_threads_learn_as_one_does():
    view = line_view()
    losses = {}
    for threads in (1, 3):
        seen = []
        trained = train_embedding(view, replace(QUICK, threads=threads), progress=lambda *told: seen.append(told))  # noqa: B023
        losses[threads] = seen[-1][2]
        assert np.isfinite(trained.entities).all()
    assert losses[3] == pytest.approx(losses[1], rel=0.3)


def test_progress_is_told_and_may_stop_the_training():
    told = []
    train_embedding(line_view(), replace(QUICK, epochs=3), progress=lambda *each: told.append(each))
    assert [(done, total) for done, total, _ in told] == [(42, 126), (84, 126), (126, 126)]
    assert told[-1][2] < told[0][2]

    def stop(*_):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_embedding(line_view(), QUICK, progress=stop)


def test_a_view_without_facts_is_told():
    every = [Triple(*fact) for fact in LINE]
    with pytest.raises(InputError, match="shows no fact"):
        train_embedding(line_view(hidden=every), QUICK)
