import numpy as np

from veriscope.verdict.word_vectors import NULL, PADDING, RESERVED, WordVectors

WORDS = WordVectors.of(("island", "sea"), np.ones((2, 3)), seed=4)


def test_a_text_begins_with_the_empty_word_and_known_words_have_their_own_rows():
    assert WORDS.rows("Sea island", limit=10).tolist() == [NULL, RESERVED + 1, RESERVED]


def test_an_unknown_word_always_gets_the_same_reserved_row():
    first, second = WORDS.rows("Arvania", limit=1)[1], WORDS.rows("the arvania", limit=9)[2]
    assert first == second
    assert NULL < first < RESERVED


def test_what_is_beyond_the_limit_is_not_read():
    assert len(WORDS.rows("sea " * 50, limit=7)) == 8


def test_padding_is_nothing_and_random_vectors_come_from_the_seed():
    known = np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 0.0]])
    first, again, other = (WordVectors.of(("a", "b"), known, seed=seed).vectors for seed in (1, 1, 2))
    assert not first[PADDING].any()
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)
    assert np.array_equal(first[RESERVED:], known)
