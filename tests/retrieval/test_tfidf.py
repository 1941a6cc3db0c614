from veriscope.domain import Claim
from veriscope.retrieval.tfidf import TfidfRetriever


def test_pages_come_by_the_words_they_share_with_the_claim(world):
    pages = TfidfRetriever(world).retrieve(Claim("1", "Vell is known for its wool."), limit=3)
    assert pages[0].title == "Vell"
