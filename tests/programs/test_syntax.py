"""Programs as text: parsing, writing, and what is no program."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.errors import ProgramError
from veriscope.programs.language import ALL_ROWS, Call
from veriscope.programs.syntax import parse, write

NAMES = st.sampled_from(["eq", "count", "filter_eq", "hop", "and"])
LITERALS = st.text(max_size=12) | st.sampled_from(["", '""', "all_rows", "\\", "a;b", "{}", " x ", "\\ ", "x\\"])
CALLS = st.recursive(
    st.just(ALL_ROWS) | NAMES.map(Call),
    lambda inner: st.tuples(NAMES, st.lists(inner | LITERALS, max_size=3).map(tuple)).map(lambda parts: Call(*parts)),
    max_leaves=8,
)


def test_a_nested_program_is_read_as_calls():
    style = Call("filter_eq", (ALL_ROWS, "style", "jive"))
    assert parse("eq{count{filter_eq{all_rows; style; jive}}; 2}") == Call("eq", (Call("count", (style,)), "2"))


def test_space_around_marks_does_not_count():
    assert parse(" eq {count{ all_rows } ;2 } ") == parse("eq{count{all_rows}; 2}")


def test_nothing_between_two_marks_is_the_empty_literal():
    assert parse("filter_eq{all_rows; style; }") == Call("filter_eq", (ALL_ROWS, "style", ""))


def test_a_mark_within_a_literal_has_a_backslash():
    assert parse(r"eq{a \; b; \{c\}}") == Call("eq", ("a ; b", "{c}"))


def test_a_program_is_written_as_it_is_read():
    text = "eq{count{filter_eq{all_rows; style; jive}}; 2}"
    assert write(parse(text)) == text


@given(CALLS)
def test_what_is_written_is_read_back(call):
    assert parse(write(call)) == call


NO_PROGRAMS = ["", " ", "jive", "eq{", "eq{a; b", "eq{a}}", "eq{a} b", "{a}", "eq{a{b} c}", ";", "a b{c}", "eq{{a}}"]


@pytest.mark.parametrize("text", NO_PROGRAMS)
def test_what_is_no_program_is_one_clear_line(text):
    with pytest.raises(ProgramError, match=r"^not a program: .*a program looks like") as caught:
        parse(text)
    assert "\n" not in str(caught.value)


@given(st.text("eqa{};\\ ", max_size=20) | st.text(max_size=20))
def test_any_text_is_a_program_or_a_clear_error(text):
    try:
        call = parse(text)
    except ProgramError:
        return
    assert parse(write(call)) == call


def test_a_program_that_nests_too_deeply_is_refused():
    with pytest.raises(ProgramError, match="nests more than"):
        parse("not{" * 5000 + "}" * 5000)
