import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus import best_scores
from veriscope.corpus.best_scores import ScoreBoard, WeightedPostings

SIZE = 40
NUMBERS = st.lists(st.integers(0, SIZE - 1), min_size=1, max_size=SIZE, unique=True).map(sorted)
WEIGHTS = st.sampled_from([0.1, 0.5, 1.0, 2.0, 4.0])


@st.composite
def postings(draw):
    numbers = draw(NUMBERS)
    counts = draw(st.lists(st.sampled_from([1, 2, 255]), min_size=len(numbers), max_size=len(numbers)))
    return WeightedPostings(np.array(numbers, dtype=np.uint32), np.array(counts, dtype=np.uint8), draw(WEIGHTS))


def everything(asked):
    sums = np.zeros(SIZE)
    for numbers, counts, weight in asked:
        sums[numbers] += weight * np.log1p(counts.astype(float))
    ranked = sorted(np.flatnonzero(sums).tolist(), key=lambda number: (-sums[number], number))
    return ranked, [sums[number] for number in ranked]


@pytest.fixture
def bounded(monkeypatch):
    """Bounds are used from the first posting on, not only where they save time."""
    monkeypatch.setattr(best_scores, "_WORTH_A_BOUND", 1)


@given(asked=st.lists(postings(), max_size=8), limit=st.integers(1, 12))
def test_the_best_are_those_of_all_sums(asked, limit):
    asked.sort(key=lambda found: -found.weight)
    board = ScoreBoard(SIZE)
    numbers, scores = everything(asked)
    with pytest.MonkeyPatch.context() as patch:
        for worth in (1, SIZE + 1):
            patch.setattr(best_scores, "_WORTH_A_BOUND", worth)
            found, found_scores = board.best(asked, limit=limit)
            assert found.tolist() == numbers[:limit]
            assert found_scores.tolist() == scores[:limit]


def test_postings_that_cannot_matter_are_only_looked_up(bounded):
    rare = WeightedPostings(np.array([3], dtype=np.uint32), np.array([1], dtype=np.uint8), 9.0)
    common = WeightedPostings(np.arange(SIZE, dtype=np.uint32), np.ones(SIZE, dtype=np.uint8), 0.1)
    met = []
    candidates = ScoreBoard(SIZE)._add_up(np.zeros(SIZE), [rare, common], met, limit=1)
    assert candidates.tolist() == [3]
    assert sum(map(len, met)) == 1


def test_divided_sums_order_by_the_quotient(bounded):
    both = WeightedPostings(np.array([1, 2], dtype=np.uint32), np.array([1, 3], dtype=np.uint8), 1.0)
    found, _ = ScoreBoard(3, divisors=np.array([1.0, 1.0, 9.0])).best([both], limit=2)
    assert found.tolist() == [1, 2]


def test_a_failure_leaves_no_sums_behind():
    board = ScoreBoard(3)
    good = WeightedPostings(np.array([0], dtype=np.uint32), np.array([1], dtype=np.uint8), 1.0)
    bad = WeightedPostings(np.array([7], dtype=np.uint32), np.array([1], dtype=np.uint8), 1.0)
    with pytest.raises(IndexError):
        board.best([good, bad], limit=1)
    assert board.best([], limit=1)[0].tolist() == []
    assert board.best([good], limit=1)[1].tolist() == [pytest.approx(np.log(2))]


def test_threads_do_not_share_sums():
    board = ScoreBoard(1000)
    asked = [WeightedPostings(np.arange(1000, dtype=np.uint32), np.ones(1000, dtype=np.uint8), 1.0)] * 3
    expected = board.best(asked, limit=3)[1].tolist()
    results = []
    threads = [
        threading.Thread(target=lambda: results.extend(board.best(asked, limit=3)[1].tolist() for _ in range(50)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 200
    assert all(result == expected for result in results)
