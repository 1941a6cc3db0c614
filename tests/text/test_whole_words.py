import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.whole_words import places, stands


@pytest.mark.parametrize(
    ("text", "within", "found"),
    [
        ("1956", "in 1956 and 1956-57", [3, 12]),
        ("oslo", "oslovia", []),
        ("oslo", "oslo", [0]),
        ("5", "15, 5 and 51", [4]),
        ("(d) x", "mark (d) x", [5]),
        ("a a", "a a a", [0, 2]),
    ],
)
def test_a_text_is_found_as_a_whole(text, within, found):
    assert list(places(text, within)) == found
    assert stands(text, within) is bool(found)


@given(st.text("ab 1", min_size=1, max_size=3), st.text("ab 1", max_size=12))
def test_the_places_are_those_of_a_search_for_whole_words(text, within):
    pattern = rf"(?<![^\W_])(?={re.escape(text)}(?![^\W_]))"
    assert list(places(text, within)) == [match.start() for match in re.finditer(pattern, within)]
