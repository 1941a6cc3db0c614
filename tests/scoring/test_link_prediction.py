"""Filtered ranks by hand, with ties, and beside a plain sort."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veriscope.errors import InputError
from veriscope.scoring.link_prediction import filtered_ranks, score_link_prediction


def facts(*rows):
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def table(rows):
    """Distances that do not depend on the facts asked for."""
    values = np.array(rows, dtype=np.float32)
    return lambda block, _: values[: len(block)]


def test_the_rank_counts_nearer_entities_that_are_no_known_answers():
    # Entity 2 is sought. 0 and 1 are nearer; 1 is a known answer.
    ranks = filtered_ranks(
        table([[0.1, 0.2, 0.3, 0.4]]), facts((3, 0, 2)), end="object", known=facts((3, 0, 1), (3, 0, 2)), entities=4
    )
    assert ranks.tolist() == [2]


def test_answers_of_other_predicates_and_of_the_other_direction_still_compete():
    known = facts((3, 1, 0), (1, 0, 3), (3, 0, 2))
    ranks = filtered_ranks(table([[0.1, 0.2, 0.3, 0.4]]), facts((3, 0, 2)), end="object", known=known, entities=4)
    assert ranks.tolist() == [3]


def test_equals_share_the_mean_of_their_ranks():
    # Places 2, 3 and 4 are taken by equals: the rank is 3. Had all the same distance, it would be the middle one.
    asked, known = facts((0, 0, 1)), facts((0, 0, 1))
    assert filtered_ranks(table([[0, 1, 1, 1, 9]]), asked, end="object", known=known, entities=5).tolist() == [3]
    assert filtered_ranks(table([[1, 1, 1, 1, 1]]), asked, end="object", known=known, entities=5).tolist() == [3]


def test_the_measures_are_means_over_both_ends():
    # The subject of the only fact is second, the object is fourth.
    rows = {"subject": [[0.2, 0.1, 0.9, 0.9]], "object": [[0.1, 0.2, 0.3, 0.4]]}
    scores = score_link_prediction(
        lambda _, end: np.array(rows[end], dtype=np.float32),
        facts((0, 0, 3)),
        known=facts((0, 0, 3)),
        entities=4,
        hits=(1, 2, 10),
    )
    assert scores.mrr == pytest.approx((1 / 2 + 1 / 4) / 2)
    assert (scores.mrr_subjects, scores.mrr_objects) == (0.5, 0.25)
    assert scores.hits == {1: 0, 2: 0.5, 10: 1}
    assert scores.mean_rank == 3
    assert scores.facts == 1


@given(st.integers(0, 10**6))
@settings(max_examples=30)
def test_ranks_agree_with_a_plain_count(seed):
    rng = np.random.default_rng(seed)
    every = facts(*((s, p, o) for s in range(5) for p in range(2) for o in range(5)))
    known = every[rng.random(len(every)) < 0.5]
    distances = rng.integers(0, 4, size=(2, 5, 2, 5)).astype(np.float32)  # end, kept, predicate, sought

    def of(block, end):
        return distances[0, block[:, 2], block[:, 1]] if end == "subject" else distances[1, block[:, 0], block[:, 1]]

    for end, own in (("subject", 0), ("object", 2)):
        ranks = filtered_ranks(of, known, end=end, known=known, entities=5)
        for fact, rank in zip(known.tolist(), ranks.tolist(), strict=True):
            row, others = of(facts(fact), end)[0], []
            for entity in range(5):
                changed = [*fact]
                changed[own] = entity
                if entity != fact[own] and changed not in known.tolist():
                    others.append(row[entity])
            nearer = sum(other < row[fact[own]] for other in others)
            equal = sum(other == row[fact[own]] for other in others)
            assert rank == nearer + 1 + equal / 2


def test_many_facts_are_ranked_as_each_is_alone():
    rng = np.random.default_rng(0)
    known = facts(*((s, 0, o) for s in range(30) for o in range(30) if (s + o) % 3))
    distances = rng.random((30, 30)).astype(np.float32)

    def of(block, _):
        return distances[block[:, 0]]

    assert len(known) == 600
    together = filtered_ranks(of, known, end="object", known=known, entities=30)
    alone = [filtered_ranks(of, fact[None], end="object", known=known, entities=30)[0] for fact in known]
    assert together.tolist() == alone


def test_no_facts_are_told():
    with pytest.raises(InputError, match="no facts to rank"):
        score_link_prediction(table([[0]]), facts(), known=facts(), entities=1)
