from math import log, log1p, sqrt

import pytest

from veriscope.domain import Claim, ItemList, ListItem, Page, Section, Sentence, SentenceId
from veriscope.selection.tfidf_bigram import TfidfBigramSelector
from veriscope.selection.tfidf_unigram import TfidfUnigramSelector

PAGE = Page(
    "Vell",
    (
        Sentence(0, "Vell trades red wool."),
        Sentence(1, "Wool is red here."),
        Section("Trade", 2),
        Sentence(3, "Nothing happens."),
        Sentence(4, "Rain falls often."),
        Sentence(5, ""),
        ItemList(0, (ListItem(0, "red wool"),)),
    ),
)
CLAIM = Claim("1", "Red wool")


def ranking(selector, limit=5):
    return [(piece.id, piece.score) for piece in selector.select(CLAIM, [(PAGE, 1.0)], limit=limit)]


def test_shared_bigrams_decide_between_equal_words():
    idf_of_two, idf_of_one = log(3.5 / 2.5), log(4.5 / 1.5)
    both = 2 * (log1p(1) * idf_of_two) ** 2
    assert ranking(TfidfBigramSelector()) == [
        (SentenceId("Vell", 0), pytest.approx(both + (log1p(1) * idf_of_one) ** 2)),
        (SentenceId("Vell", 1), pytest.approx(both)),
    ]


def test_unigram_cosines_are_those_of_counts_times_idf():
    shared, alone = log(5 / 2), log(5)
    first = 2 * shared**2 / sqrt(2 * shared**2 + 2 * alone**2)
    assert ranking(TfidfUnigramSelector()) == [
        (SentenceId("Vell", 0), pytest.approx(first)),
        (SentenceId("Vell", 1), pytest.approx(first)),
    ]


@pytest.mark.parametrize("selector", [TfidfBigramSelector(), TfidfUnigramSelector()])
def test_only_sentences_that_share_something_are_selected_with_their_context(selector):
    pieces = selector.select(Claim("1", "Rain falls on wool"), [(PAGE, 1.0)], limit=9)
    assert pieces[0].id == SentenceId("Vell", 4)
    assert pieces[0].context == ("Vell", "Trade")
    assert all(isinstance(piece.id, SentenceId) for piece in pieces)
    assert selector.select(Claim("1", "zebra"), [(PAGE, 1.0)], limit=9) == []
    assert selector.select(Claim("1", "of the"), [(PAGE, 1.0)], limit=9) == []
    assert selector.select(CLAIM, [(PAGE, 1.0)], limit=0) == []
    assert selector.select(CLAIM, [(Page("Empty", ()), 1.0)], limit=5) == []


@pytest.mark.parametrize("selector", [TfidfBigramSelector(), TfidfUnigramSelector()])
def test_ties_come_in_the_order_of_the_pages(selector):
    pages = [Page(title, (Sentence(0, "Red wool."), Sentence(1, f"Other {title} things."))) for title in "BAC"]
    pages.append(Page("Z", tuple(Sentence(i, f"Sentence {i} of many.") for i in range(9))))
    pieces = selector.select(CLAIM, [(page, 1.0) for page in pages], limit=3)
    assert [piece.id.page for piece in pieces] == ["B", "A", "C"]
