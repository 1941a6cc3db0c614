"""Tokens hold all of a text; words meet across ways of writing."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text import tokenise, words


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("It grew 3.5% to 1,234.5.", "It grew 3.5 % to 1,234.5 ."),
        ("Yankovic's sons don't sing", "Yankovic 's sons do n't sing"),
        ("I'm sure O'Brien can't", "I 'm sure O'Brien ca n't"),
        ("(the U.S. Army, e.g.)", "( the U.S. Army , e.g. )"),
        ("well-known in the 1990s", "well-known in the 1990s"),
        ("see https://example.org/a?b=1.", "see https://example.org/a?b=1 ."),
        ("a.b+c@example.org wrote", "a.b+c@example.org wrote"),
        ("AT&T paid $5 ... -- “so”", "AT&T paid $ 5 ... -- “ so ”"),
        ("", ""),
    ],
)
def test_tokens_are_words_numbers_and_marks(text, tokens):
    assert tokenise(text) == tokens.split()


@given(st.text())
def test_tokens_hold_every_character_but_white_space(text):
    assert "".join(tokenise(text)) == "".join(text.split())


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Beyoncé’s", "beyonce 's"),
        ("the U.S. Army", "The US army"),
        ("1,234,567.5 people", "1234567.5 PEOPLE"),
        ("He can't, won't", "he can not will not"),
        ("did n't", "didn't"),
        ("Spanish–American", "spanish-american"),
        ("L'Oréal", "Loreal"),
        ("Łódź", "lodz"),
        ("-LRB-", "lrb"),
    ],
)
def test_words_meet_across_ways_of_writing(left, right):
    assert words(left) == words(right) != []


def test_words_leave_out_marks_and_clitics():
    assert words("“We’re 3.5% (up)”, he'd said: '20th'.") == ["we", "3.5", "up", "he", "said", "20th"]


@given(st.text())
def test_words_are_folded_and_never_empty(text):
    for word in words(text):
        assert word
        assert "," not in word
        assert not any(character.isspace() for character in word)


@pytest.mark.parametrize("piece", [".", "'", "a.", "a-", "a'", "1,", "1,111", "www.", "a", "1", "a@", "n't", "1."])
@pytest.mark.parametrize("cut", [tokenise, words])
def test_time_grows_in_line_with_adversarial_text(cut, piece):
    text = piece * (300_000 // len(piece))
    started = time.process_time()
    cut(text)
    assert time.process_time() - started < 10
