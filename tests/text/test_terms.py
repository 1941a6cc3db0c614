import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text import name_keys, qualifier, stem, terms, without_qualifier


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("city", "cities"),
        ("directed", "directing"),
        ("stop", "stopped"),
        ("live", "living"),
        ("marry", "married"),
        ("create", "creates"),
        ("church", "churches"),
        ("quick", "quickly"),
    ],
)
def test_forms_of_a_word_meet(one, other):
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["bus", "glass", "this", "red", "sing", "1990s", "ab", "série"])
def test_words_that_only_look_inflected_stay(word):
    assert stem(word) == word


def test_scripts_without_spaces_are_cut_into_characters():
    assert terms("東京 is Tokyo") == ["東", "京", "is", "tokyo"]


@given(st.text())
def test_terms_are_short_and_without_spaces(text):
    assert all(0 < len(term) <= 64 and not term.isspace() and " " not in term for term in terms(text))


def test_a_title_is_known_with_and_without_its_qualifier():
    assert name_keys("Lima (film)") == ("lima film", "lima")
    assert (qualifier("Lima (film)"), without_qualifier("Lima (film)")) == ("film", "Lima")
    assert (qualifier("(film)"), without_qualifier("(film)")) == ("", "(film)")
    assert name_keys("…") == ()
