"""Compound sentences and their parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.text import coordinated_parts


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Vell was founded in 1990 and employs 40 people.", ("Vell was founded in 1990.", "Vell employs 40 people.")),
        ("Vell was born in 1950 and joined the army.", ("Vell was born in 1950.", "Vell joined the army.")),
        ("The firm still makes cars and has won prizes.", ("The firm still makes cars.", "The firm has won prizes.")),
        ("Turnover rose while profit fell.", ("Turnover rose.", "Profit fell.")),
        ("The tour was long, and the contract was renewed.", ("The tour was long.", "The contract was renewed.")),
        ("The cup was gold, and it came with a bowl.", ("The cup was gold.", "The cup came with a bowl.")),
        ("Tam fell ill, but she went on.", ("Tam fell ill.", "Tam went on.")),
        ("Neither the hall nor the pool was open.", ("The hall was not open.", "The pool was not open.")),
        ("Both Vell and Tam were granted taps.", ("Vell was granted taps.", "Tam was granted taps.")),
    ],
)  # fmt: skip
def test_parts_that_state_something_of_their_own_stand_alone(sentence, parts):
    assert coordinated_parts(sentence) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "Vell sells bread and butter.",
        "Vell has between 3 and 5 towers.",
        "Bosnia and Herzegovina is a country.",
        "Research and development takes a year.",
        "Vell was founded in 1990 and sold in 2001.",
        "Vell said that Tam rose and Orrin fell.",
        "Tam, who wrote the book and left in 1990, is dead.",
        "If Vell pays and Tam signs, the house is sold.",
        "The dough is kneaded while the potatoes are hot.",
        "Tam saw Ida and she was glad.",
        "Quint was not in the room, and it was closed.",
        "The county has paid, and the city has not.",
        "No one came and won a prize.",
        "Vell bought old and used cars.",
        "Vell took the pills and swallowed them.",
        "One guest sang and another danced.",
        "In 1990 Vell rose and Tam fell.",
        "Vell is red.",
        "",
    ],
)
def test_what_belongs_together_stays_whole(sentence):
    assert coordinated_parts(sentence) == ()


WORDS = ("Vell", "Tam", "and", "but", "while", "is", "was", "won", "the", "it", ".", ",")


@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_no_text_breaks_it_and_there_are_two_parts_or_none(text):
    assert len(coordinated_parts(text)) in {0, 2}
