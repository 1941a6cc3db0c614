import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.cleaning import clean


@pytest.mark.parametrize(
    ("given_text", "read", "notes"),
    [
        ("Lima lies in Peru.", "Lima lies in Peru.", ()),
        ("<p>Lima <b>lies</b> in&nbsp;Peru.</p>", "Lima lies in Peru.", ("HTML marks were left out",)),
        ("<script>alert(1)</script>Lima<br>lies", "Lima lies", ("HTML marks were left out",)),
        ("Lima\x00 \x1b[31mlies\x1b[0m", "Lima lies", ("3 control characters were left out",)),
        ("\u202eLima", "Lima", ("1 control character was left out",)),
        ("Lima\t\nlies", "Lima lies", ()),
        ("a < b and c > d", "a < b and c > d", ()),
        ("AT&T and R&D", "AT&T and R&D", ()),
        ("the tag <nobody> is none", "the tag <nobody> is none", ()),
    ],
)
def test_what_people_do_not_read_is_left_out_and_told(given_text, read, notes):
    assert clean(given_text) == (read, notes)


def test_a_script_that_never_ends_is_left_out_to_the_end():
    assert clean("Lima <script>alert(1)").text == "Lima"


@given(st.text())
def test_what_is_clean_holds_no_control_character_and_stays_as_it_is(text):
    once = clean(text).text
    assert not any(character < " " for character in once)
    assert clean("a" + once.replace("<", "").replace("&", "")).notes == ()


def test_letters_and_their_marks_are_composed():
    assert clean("Gaudi\u0301") == ("Gaudí", ())
