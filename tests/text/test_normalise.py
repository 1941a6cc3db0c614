"""White space, folding, and FEVER's tokenised sentences made readable."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text import detokenise, fold, normalise_space


def test_white_space_becomes_single_spaces():
    assert normalise_space(" a\u00a0\tb\n\u200bc\ufeff ") == "a b c"


@given(st.text())
def test_normalising_white_space_twice_changes_nothing_more(text):
    once = normalise_space(text)
    assert normalise_space(once) == once


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Beyoncé", "beyonce"),
        ("Straße", "strasse"),
        ("SØREN Łódź Ðorđe", "soren lodz dorde"),
        ("“a” ‘b’ «c» ``d''", '"a" \'b\' "c" "d"'),
        ("1990–91 — x‑y", "1990-91 - x-y"),
        ("ﬁne ½ km²", "fine 1⁄2 km2"),
        ("Ελλάδα Москва", "ελλαδα москва"),
    ],
)
def test_folding_unifies_case_accents_quotes_and_dashes(text, folded):
    assert fold(text) == folded


@given(st.text())
def test_folding_twice_changes_nothing_more(text):
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_folding_ignores_case_and_composition(text):
    assert fold(text.casefold()) == fold(text)


@pytest.mark.parametrize(
    ("tokenised", "prose"),
    [
        ("He -LRB- born May 5 , 1990 -RRB- sings .", "He (born May 5, 1990) sings."),
        ("`` Eat It '' is Yankovic 's song .", '"Eat It" is Yankovic\'s song.'),
        ("It does n't cost $ 5 or 3.5 % ; the players ' union", "It doesn't cost $5 or 3.5%; the players' union"),
        ("He said -LRB- `` Go ! '' -RRB- .", 'He said ("Go!").'),
        ("a -LSB- b -RSB- : c", "a [b]: c"),
        ("the ` x ' thing", "the 'x' thing"),
        ("and so ... on -- and on", "and so ... on – and on"),
        ("It is in 's-Hertogenbosch .", "It is in 's-Hertogenbosch."),
        ("1 \\/ 2", "1 / 2"),
        ("-LRB-NEA-RRB-, then", "(NEA), then"),
        ("Plain prose stays, e.g. this (really).", "Plain prose stays, e.g. this (really)."),
        ("", ""),
    ],
)
def test_tokenised_sentences_become_prose(tokenised, prose):
    assert detokenise(tokenised) == prose
