import pytest

from veriscope.domain import Claim
from veriscope.errors import StoreError
from veriscope.retrieval import TfidfRetriever


def test_pages_come_by_the_words_they_share_with_the_claim(world):
    pages = TfidfRetriever(world).retrieve(Claim("1", "Vell is known for its wool."), limit=3)
    assert pages[0].title == "Vell"


def test_cosines_prefer_short_pages(world):
    claim = Claim("1", "Ida Brandt climbed Mount Sorrel.")
    products = {page.title: page.score for page in TfidfRetriever(world).retrieve(claim, limit=20)}
    cosines = {page.title: page.score for page in TfidfRetriever(world, by_cosine=True).retrieve(claim, limit=20)}
    assert products.keys() == cosines.keys()
    lengths = {title: products[title] / cosines[title] for title in products}
    sizes = {title: sum(len(sentence.text) for sentence in world.page(title).sentences()) for title in products}
    assert min(lengths, key=lengths.get) == min(sizes, key=sizes.get)


def test_a_corpus_without_the_index_says_how_to_build_it(tmp_path, world):
    bare = type(world)(tmp_path / "bare")
    with pytest.raises(StoreError, match=r"has no index 'vectors'.*corpus index"):
        TfidfRetriever(bare)
