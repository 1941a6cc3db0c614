from math import log

from hypothesis import example, given
from hypothesis import strategies as st

from veriscope.corpus import TermWeights, read_words
from veriscope.text import words


class Statistics:
    def __init__(self, pages, **frequencies):
        self.pages = pages
        self.frequencies = frequencies

    def page_count(self):
        return self.pages

    def frequency(self, term):
        return self.frequencies.get(term, 0)


def test_content_terms_are_weighed_by_rarity_and_stop_words_left_out():
    asked = TermWeights(Statistics(99, capital=9, lima=0)).weigh("Lima is the capital.")
    assert asked.idf == {"lima": log(1 + 99.5 / 0.5), "capital": log(1 + 90.5 / 9.5)}
    assert asked.total == sum(asked.idf.values())
    assert asked.names == {"lima"}


def test_a_claim_of_stop_words_alone_keeps_them():
    assert list(TermWeights(Statistics(9)).weigh("It was the one.").idf) == ["it", "was", "the", "one"]


def test_an_everyday_word_in_capitals_is_content():
    assert list(TermWeights(Statistics(9)).weigh("The US won.").idf) == ["us", "won"]
    assert list(TermWeights(Statistics(9)).weigh("They told us.").idf) == ["told"]


def test_weights_follow_the_corpus_when_it_grows():
    statistics = Statistics(9, lima=1)
    weights = TermWeights(statistics)
    before = weights.weigh("Lima").idf["lima"]
    statistics.pages = 999
    assert weights.weigh("Lima").idf["lima"] > before


def test_words_know_how_they_were_written():
    assert [tuple(word) for word in read_words('"Lima", NASA and 1950s tea.')] == [
        ("lima", True, False),
        ("nasa", True, True),
        ("and", False, False),
        ("1950s", True, False),
        ("tea", False, False),
    ]


@given(st.text(max_size=300) | st.text("'`’\"sdmrevl ", max_size=12))
@example("`D")
@example("Lima 's port")
@example("'re'")
def test_the_words_are_those_of_the_text(text):
    assert [word.word for word in read_words(text)] == [word for piece in text.split() for word in words(piece)]
