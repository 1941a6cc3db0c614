from hypothesis import given
from hypothesis import strategies as st

from veriscope.text.word_marks import MarkKind, coverage, deciding_marks, shared_marks


def words(text, marks, kind):
    return [text[mark.start : mark.end] for mark in marks if mark.kind is kind]


def test_words_are_shared_in_any_form_and_numbers_by_value():
    text = "In cities, 1234 boats were built; it has two ports."
    marks = shared_marks("The city built 1,234 boats in 2 ports.", text)
    assert words(text, marks, MarkKind.SHARED) == ["cities", "1234", "boats", "built", "two", "ports"]


def test_everyday_words_are_not_marked():
    assert shared_marks("It is in the sea.", "The town is in the north.") == []


def test_another_number_in_the_place_of_one_differs():
    text = "Arvania became independent in 1961."
    marks = deciding_marks("Arvania became independent in 1958.", text)
    assert words(text, marks, MarkKind.DIFFERS) == ["1961"]
    assert words(text, marks, MarkKind.SHARED) == ["Arvania", "became", "independent"]


def test_another_name_in_the_place_of_one_differs():
    text = "Port Ellis"
    marks = deciding_marks("Vell is the capital of Arvania.", text, around="Arvania ; Capital")
    assert words(text, marks, MarkKind.DIFFERS) == ["Port", "Ellis"]


def test_a_negation_differs_unless_the_claim_negates_too():
    text = "Vell is not the capital."
    assert words(text, deciding_marks("Vell is the capital.", text), MarkKind.DIFFERS) == ["not"]
    assert words(text, deciding_marks("Vell isn't the capital.", text), MarkKind.DIFFERS) == []


def test_coverage_counts_the_telling_words():
    assert coverage("Vell is the capital of Arvania.", "Arvania ; Capital") == 2 / 3
    assert coverage("It is.", "It is.") == 0


@given(st.text(max_size=80), st.text(max_size=80))
def test_marks_lie_within_the_text_and_are_sorted(claim, text):
    marks = deciding_marks(claim, text)
    assert marks == sorted(marks)
    assert all(0 <= mark.start < mark.end <= len(text) for mark in marks)
