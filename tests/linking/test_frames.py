import pytest

from veriscope.linking.canonical import canonical
from veriscope.linking.frames import Frame, Span, features, frame_of
from veriscope.linking.reading import plain, read_words


def frame(text):
    words = read_words(text)
    spans = [Span(place, place + 1) for place, word in enumerate(words) if word.text in {"x", "y"}]
    return frame_of(words, *spans)


def test_articles_go_and_forms_of_a_word_become_one():
    assert frame("The cities of X were founded by Y.").before == (plain("city"), "of")
    assert frame("X was founded by Y.").between == (plain("was"), plain("founder"), "by")


def test_a_possessive_stands_behind_its_owner():
    assert frame("X's capital is Y.").between[0] == "'s"


@pytest.mark.parametrize("text", ["X is not the capital of Y.", "X isn't the capital of Y."])
def test_what_is_denied_is_framed_as_if_asserted(text):
    assert frame(text) == frame("X is the capital of Y.")
    assert frame("X does not border Y.") == frame("X border Y.")
    assert frame("X does business with Y.") != frame("X business with Y.")


def test_another_name_and_a_number_are_one_mark_each():
    words = read_words("X met New York in June 1999 and Y")
    assert frame_of(words, Span(0, 1), Span(8, 9), [Span(2, 4)]).between == (
        plain("met"), "@", "in", plain("june"), "#", "and",
    )  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "The capital of X is Y.",
        "The capital of X is called Y.",
        "X's capital is Y.",
        "X has Y as its capital.",
        "X has Y for its capital.",
    ],
)
def test_ways_of_saying_the_same_become_one(text):
    assert canonical(frame(text)) == (frame("Y is the capital of X."), True)


@pytest.mark.parametrize(
    ("text", "is_swapped"), [("Y is where X was born.", True), ("It was in Y that X was born.", True)]
)
def test_a_place_put_first_is_put_back(text, is_swapped):
    assert canonical(frame(text)) == (frame("X was born in Y."), is_swapped)


def test_a_passive_becomes_active():
    assert canonical(frame("X was directed by Y.")) == (frame("Y directed X."), True)


def test_a_place_with_a_clause_becomes_a_plain_sentence():
    assert canonical(frame("The town where X was born is Y.")) == (frame("X was born in Y."), False)
    assert canonical(frame("The river that X lies on is Y.")) == (frame("X lies on Y."), False)


@pytest.mark.parametrize("text", ["X borders Y.", "In X people speak Y.", "X and Y", "X Y"])
def test_what_no_rule_fits_stays(text):
    assert canonical(frame(text)) == (frame(text), False)


def test_features_tell_where_words_stand():
    found = features(Frame(("city",), ("be", "capital"), ()))
    assert {"w city", "b city", "b city 1", "m capital", "m be capital", "m capital 2", "m 1 be"} <= found
    assert "a capital" not in found
