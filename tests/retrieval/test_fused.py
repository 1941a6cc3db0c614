import pytest

from veriscope.domain import Claim
from veriscope.retrieval import FusedRetriever


def titles_of(retriever, text, *, limit=5):
    return [page.title for page in retriever.retrieve(Claim("1", text), limit=limit)]


@pytest.fixture
def harbours(corpus_of):
    pages = {
        "Mara Quill": ["Mara Quill was a sailor.", "She crossed the bay on the Blue Heron."],
        "Blue Heron": ["The Blue Heron is a wooden ketch that was built in 1931."],
        "Osten": ["Osten is a town.", "It has a harbour."],
        "Ketch": ["A ketch is a sailing boat with two masts."],
    }
    filler = {f"Village {number}": [f"Village {number} has {number} houses."] for number in range(40)}
    return corpus_of(pages | filler)


def test_the_page_that_a_claim_is_about_comes_first(harbours):
    assert titles_of(FusedRetriever(harbours), "Mara Quill was a sailor.")[0] == "Mara Quill"
    assert titles_of(FusedRetriever(harbours), "Osten has a harbour.")[0] == "Osten"


def test_the_second_hop_finds_the_page_that_the_best_sentence_mentions(harbours):
    claim = "Mara Quill crossed the bay on a boat."
    assert "Blue Heron" in titles_of(FusedRetriever(harbours), claim)
    assert "Blue Heron" not in titles_of(FusedRetriever(harbours, second_hop=False), claim)


def test_where_there_are_links_the_second_hop_follows_them(corpus_of):
    pages = {
        "Mara Quill": ["Mara Quill crossed the bay on [[Blue Heron|her ketch]]; Osten cheered."],
        "Blue Heron": ["Built in 1931, it has two masts."],
        "Osten": ["A town by the sea."],
    }
    filler = {f"Village {number}": [f"Village {number} has {number} houses."] for number in range(40)}
    found = titles_of(FusedRetriever(corpus_of(pages | filler)), "Mara Quill crossed the bay.", limit=2)
    assert found == ["Mara Quill", "Blue Heron"]


def test_a_link_means_its_own_target_among_many_namesakes(corpus_of):
    pages = {"Mara Quill": ["Mara Quill crossed the bay on the [[Heron|ketch]]."], "Heron": ["Two masts."]}
    namesakes = {f"Heron ({number})": ["A ketch crossed the bay."] for number in range(30)}
    found = titles_of(FusedRetriever(corpus_of(pages | namesakes)), "Mara Quill crossed the bay.", limit=6)
    assert "Heron" in found


def test_beyond_what_was_read_pages_follow_by_bm25(harbours):
    found = titles_of(FusedRetriever(harbours), "A village has houses.", limit=100)
    assert len(found) == len(set(found)) >= 40


def test_a_corpus_of_one_page_can_be_searched(corpus_of):
    assert titles_of(FusedRetriever(corpus_of({"Osten": ["Osten is a town."]})), "Osten is a city.") == ["Osten"]


def test_words_that_no_page_holds_find_nothing(harbours):
    assert titles_of(FusedRetriever(harbours), "Xyzzy plugh.") == []
