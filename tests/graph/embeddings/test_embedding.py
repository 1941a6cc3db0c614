"""Distances, differences and what was seen, on vectors whose figures are computed by hand."""

import numpy as np
import pytest

from veriscope.errors import UsageError
from veriscope.graph.embeddings.analogies import analogous_facts
from veriscope.graph.embeddings.embedding import Embedding, fact_keys
from veriscope.graph.embeddings.ends import end_distances
from veriscope.graph.embeddings.settings import EmbeddingSettings, plain_settings

ENTITIES = [[0, 0], [1, 0], [1, 2], [4, 4]]
PREDICATES = [[1, 1], [0, 2]]
# The first predicate's hyperplane is the second axis, the other's the first axis.
NORMALS = [[1, 0], [0, 1]]


def floats(rows):
    return np.array(rows, dtype=np.float32)


def facts(*rows):
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def embedding(*, norm=2, normals=None, seen=()):
    keys = np.sort(fact_keys(facts(*seen), entities=4, predicates=2))
    model = "transe" if normals is None else "transh"
    return Embedding(
        EmbeddingSettings(model=model, norm=norm, dimension=2),
        floats(ENTITIES),
        floats(PREDICATES),
        np.empty((2, 0), dtype=np.float32) if normals is None else floats(normals),
        keys,
        "",
        "",
    )


def test_the_distance_of_a_fact_is_that_of_subject_and_predicate_from_the_object():
    # (0, 0) + (1, 1) − (4, 4) = (−3, −3); (1, 0) + (0, 2) − (1, 2) = (0, 0)
    asked = facts((0, 0, 3), (1, 1, 2))
    assert embedding(norm=1).distances(asked).tolist() == [6, 0]
    assert embedding(norm=2).distances(asked).tolist() == pytest.approx([18**0.5, 0])


def test_transh_measures_between_projections():
    # Without the first coordinate: 0 + … and the translation (1, 1) stays whole: (0 + 1 − 0, 0 + 1 − 4) = (1, −3).
    assert embedding(norm=1, normals=NORMALS).distances(facts((0, 0, 3))).tolist() == [4]
    # Without the second: (1 + 0 − 4, 0 + 2 − 0) = (−3, 2).
    assert embedding(norm=2, normals=NORMALS).distances(facts((1, 1, 3))).tolist() == pytest.approx([13**0.5])


@pytest.mark.parametrize("norm", [1, 2])
@pytest.mark.parametrize("normals", [None, NORMALS])
def test_distances_to_every_end_are_those_of_the_facts_with_these_ends(norm, normals):
    vectors, asked = embedding(norm=norm, normals=normals), facts((0, 0, 3), (1, 1, 2), (2, 0, 1))
    for end, column in (("subject", 0), ("object", 2)):
        table = end_distances(vectors, asked, end=end)
        for row, fact in enumerate(asked):
            for entity in range(4):
                changed = fact.copy()
                changed[column] = entity
                assert table[row, entity] == pytest.approx(vectors.distances(changed[None])[0], abs=1e-3)


def test_a_fact_was_seen_where_it_or_its_reverse_was():
    vectors = embedding(seen=[(0, 0, 1), (2, 1, 3)])
    assert vectors.saw(facts((0, 0, 1), (1, 0, 0), (0, 1, 1), (3, 1, 2), (3, 1, 3))).tolist() == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert embedding().saw(facts((0, 0, 1))).tolist() == [False]
    assert vectors.saw(facts()).tolist() == []


def test_keys_are_different_and_ascend_as_facts_do():
    every = facts(*((s, p, o) for s in range(3) for p in range(2) for o in range(3)))
    assert fact_keys(every, entities=3, predicates=2).tolist() == list(range(18))


def test_analogous_facts_have_like_differences_and_are_never_the_pair_itself():
    vectors = embedding()
    # Differences: 0→1 (1, 0), 1→2 (0, 2), 2→3 (3, 2), 0→2 (1, 2), 2→0 (−1, −2); asked for: 0→2.
    known = facts((0, 0, 1), (1, 0, 2), (2, 0, 3), (0, 0, 2), (2, 0, 0))
    found = analogous_facts(vectors, facts((0, 0, 2))[0], known, limit=2)
    assert found == [(1, pytest.approx(1.0)), (0, pytest.approx(2.0))]
    assert len(analogous_facts(vectors, facts((0, 0, 2))[0], known, limit=9)) == 3


def test_analogies_of_transh_lie_in_the_hyperplane():
    # Without the first coordinate the difference of 0→2 is 2, that of 0→1 is 0 and that of 2→3 is 2.
    found = analogous_facts(embedding(normals=NORMALS), facts((0, 0, 2))[0], facts((0, 0, 1), (2, 0, 3)), limit=2)
    assert found == [(1, pytest.approx(0.0)), (0, pytest.approx(2.0))]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"dimension": 0}, "dimension is 0"),
        ({"epochs": -1}, "epochs is -1"),
        ({"rate": 0.0}, "rate is 0.0"),
        ({"margin": float("nan")}, "margin is nan"),
        ({"norm": 3}, "norm is 3; choose 1 or 2"),
        ({"model": "transx"}, "no embedding model named 'transx'; choose one of: transe, transh"),
    ],
)
def test_settings_that_cannot_be_are_told(wrong, told):
    with pytest.raises(UsageError, match=told):
        EmbeddingSettings(**wrong)


def test_the_plain_recipe_is_that_of_the_papers():
    plain = plain_settings("transe")
    assert (plain.dimension, plain.rate, plain.margin, plain.norm, plain.epochs) == (100, 0.01, 1, 1, 1500)
    assert (plain.loss, plain.negatives, plain.optimiser, plain.has_unit_entities) == ("margin", 1, "sgd", True)
    assert plain_settings("transh").corruption == "bernoulli"
