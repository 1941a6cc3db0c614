import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.verdict.term_frequencies import TermVocabulary, content_words

TEXTS = ["red wool", "red salt", "red wool wool", "iron"]


def test_the_most_frequent_words_are_kept_ties_in_order():
    assert TermVocabulary.of(TEXTS, size=3).words == ("red", "wool", "iron")


def test_idf_counts_the_texts_that_hold_a_word():
    vocabulary = TermVocabulary.of(TEXTS, size=3)
    expected = [math.log(5 / (1 + holders)) + 1 for holders in (3, 2, 1)]
    assert vocabulary.idf.tolist() == pytest.approx(expected)


def test_frequencies_have_length_one_and_leave_unknown_words_out():
    vector = TermVocabulary.of(TEXTS, size=3).vector("wool wool iron copper")
    assert vector.columns.tolist() == [1, 2]
    assert vector.frequencies.tolist() == pytest.approx([2 / math.sqrt(5), 1 / math.sqrt(5)])


def test_the_cosine_is_that_of_the_weighted_vectors():
    vocabulary = TermVocabulary.of(TEXTS, size=3)
    red, wool = float(vocabulary.idf[0]), float(vocabulary.idf[1])
    assert vocabulary.pair("red wool", "red").cosine == pytest.approx(red / math.hypot(red, wool))
    assert vocabulary.pair("red", "iron").cosine == 0


def test_everyday_words_do_not_count_but_negations_do():
    assert content_words("She was not a teacher and never sang.") == ["not", "teacher", "never", "sang"]


words_of_texts = st.lists(st.sampled_from(["red", "wool", "iron", "salt", "unknown"]), max_size=8).map(" ".join)


@given(words_of_texts, words_of_texts)
def test_a_cosine_lies_between_none_and_all_and_has_no_direction(first, second):
    vocabulary = TermVocabulary.of(TEXTS, size=4)
    cosine = vocabulary.pair(first, second).cosine
    assert -1e-6 <= cosine <= 1 + 1e-6
    assert cosine == pytest.approx(vocabulary.pair(second, first).cosine)
    length = float(np.sqrt((vocabulary.vector(first).frequencies ** 2).sum()))
    assert length == pytest.approx(1) or not len(vocabulary.vector(first).columns)
