"""Shares among rivals, computed by hand and beside a plain computation."""

from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.graph.embeddings.embedding import Embedding
from veriscope.graph.embeddings.settings import EmbeddingSettings
from veriscope.graph.embeddings.shares import ShareScorer


def embedding(entities, predicates, *, norm=1, temperature=1.0, normals=None):
    entities, predicates = (np.array(rows, dtype=np.float32) for rows in (entities, predicates))
    empty = np.empty((len(predicates), 0), dtype=np.float32)
    return Embedding(
        EmbeddingSettings(
            model="transe" if normals is None else "transh",
            norm=norm,
            temperature=temperature,
            dimension=entities.shape[1],
        ),
        entities,
        predicates,
        empty if normals is None else normals,
        np.empty(0, dtype=np.int64),
        "",
        "",
    )


def test_a_share_is_that_of_the_fact_among_those_with_another_end():
    # On a line: entities at 0, 1, 2, 5; the predicate leads 1 to the right. Seen: 0 → 1, 1 → 2 and 0 → 5.
    vectors = embedding([[0], [1], [2], [5]], [[1]], temperature=2.0)
    seen = np.array([[0, 0, 1], [1, 0, 2], [0, 0, 3]], dtype=np.int32)
    # The fact 0 → 2 is 1 too long. Rival objects are 1 and 5, which 0 is seen to have: they do not count. Rival
    # subjects are 0, the fact's own, and 1, which is seen with the object 2: nobody is left, and the share is whole.
    assert ShareScorer.of(vectors, seen).scores(np.array([[0, 0, 2]], dtype=np.int32)).tolist() == [0.0]
    # The fact 1 → 5 is 3 too long (distance |1 + 1 − 5|). Rival objects are 1 (distance 1) and 2, which is seen.
    # Rival subjects are 0, which is seen with 5: nobody.
    expected = log(exp(-2 * 3) / (exp(-2 * 3) + exp(-2 * 1)))
    found = ShareScorer.of(vectors, seen).scores(np.array([[1, 0, 3]], dtype=np.int32))
    assert found.tolist() == pytest.approx([expected])


def plainly(vectors, seen, fact):
    """log p(o | s, p) + log p(s | p, o), by the distances of whole facts."""
    facts, total = {tuple(row) for row in seen.tolist()}, 0.0
    for column in (0, 2):
        rivals = []
        for other in sorted({row[column] for row in facts if row[1] == fact[1]} - {fact[column]}):
            changed = list(fact)
            changed[column] = other
            if tuple(changed) not in facts:
                rivals.append(changed)
        asked = np.array([fact, *rivals], dtype=np.int32)
        powers = np.exp(-vectors.settings.temperature * vectors.distances(asked).astype(np.float64))
        total += log(powers[0] / powers.sum())
    return total


@given(st.integers(0, 10**6), st.sampled_from([1, 2]), st.booleans())
@settings(max_examples=30)
def test_shares_agree_with_a_plain_computation(seed, norm, has_normals):
    rng = np.random.default_rng(seed)
    normals = rng.normal(size=(2, 3)).astype(np.float32) if has_normals else None
    if has_normals:
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    vectors = embedding(rng.normal(size=(6, 3)), rng.normal(size=(2, 3)), norm=norm, normals=normals)
    if has_normals:
        # Translations lie in their planes.
        vectors.predicates[:] -= np.sum(vectors.predicates * normals, axis=1, keepdims=True) * normals
    every = np.array([(s, p, o) for s in range(6) for p in range(2) for o in range(6)], dtype=np.int32)
    seen = every[rng.random(len(every)) < 0.3]
    scores = ShareScorer.of(vectors, seen).scores(every)
    assert scores.tolist() == pytest.approx([plainly(vectors, seen, fact) for fact in every.tolist()], abs=1e-4)


def test_of_many_rivals_some_are_drawn_always_the_same():
    # 1,501 objects at one distance from the subject: with 1,000 rivals, as near as its own, its share is 1/1,001.
    vectors = embedding([[0], *([1] for _ in range(1501))], [[1]])
    seen = np.array([[0, 0, 1], *([number, 0, number] for number in range(2, 1502))], dtype=np.int32)
    asked = np.array([[0, 0, 1]], dtype=np.int32)
    first, again = (ShareScorer.of(vectors, seen) for _ in range(2))
    assert first.objects.starts.tolist() == [0, 1000]
    assert np.array_equal(first.objects.rivals, again.objects.rivals)
    is_drawn = int(1 in first.objects.rivals)
    by_object = -log(1001 - is_drawn)
    # As a subject every other entity is 1 further than the fact's own.
    others = len(set(first.subjects.rivals.tolist()) - {0})
    by_subject = -log(1 + others * exp(-1))
    assert first.scores(asked).tolist() == pytest.approx([by_object + by_subject])


def test_far_facts_have_finite_scores():
    vectors = embedding([[0], [1], [1e6]], [[1]], temperature=3.0)
    seen = np.array([[0, 0, 1], [1, 0, 1]], dtype=np.int32)
    assert np.isfinite(ShareScorer.of(vectors, seen).scores(np.array([[1, 0, 2], [2, 0, 2]], dtype=np.int32))).all()
