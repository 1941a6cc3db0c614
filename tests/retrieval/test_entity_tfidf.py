import sys
from types import ModuleType, SimpleNamespace

import pytest

from veriscope.domain import Claim, NamedPage, RankedPage
from veriscope.retrieval import entities
from veriscope.retrieval.entities import NamedEntities, SpacyEntities, entity_finder
from veriscope.retrieval.tfidf import EntityTfidfRetriever
from veriscope.text import name_keys

TITLES = (
    "Ida Brandt",
    "Guinea",
    "Papua New Guinea",
    "Lima (film)",
    "Mercury",
    "Mercury (planet)",
    "Bank of Arvania",
    "The Wool",
    "1958",
    "US",
)
REDIRECTS = {"Brandt": "Ida Brandt", "Red Planet (film)": "Lima (film)"}


class Names:
    """A search index that knows only names."""

    def pages_named(self, names, *, limit):
        pages = [(key, title) for title in TITLES for key in name_keys(title)]
        pages += [(key, target) for name, target in REDIRECTS.items() for key in name_keys(name)]
        return [
            NamedPage(name, title)
            for name in dict.fromkeys(names)
            for title in sorted(title for key, title in pages if key == name)[:limit]
        ]


@pytest.mark.parametrize(
    ("claim", "titles"),
    [
        ("Ida Brandt went to Papua New Guinea.", ["Ida Brandt", "Papua New Guinea"]),
        ("In Guinea, Brandt's bank", ["Guinea", "Ida Brandt"]),
        ("The Bank of Arvania of 1958", ["Bank of Arvania"]),
        ("the wool", []),
        ("The Wool", ["The Wool"]),
        ("They saw us", []),
        ("They saw the US", ["US"]),
        ("Lima", []),
        ("Red Planet", ["Lima (film)"]),
        ("Mercury is small.", ["Mercury"]),
        ("Guinea and Guinea", ["Guinea"]),
        ("", []),
    ],
)
def test_the_longest_names_of_pages_are_found_in_order(claim, titles):
    assert NamedEntities(Names()).find(claim) == titles


def test_a_very_long_claim_is_looked_at_in_good_time():
    assert NamedEntities(Names()).find("Guinea " * 20_000) == ["Guinea"]


class FakeSpacy(ModuleType):
    def __init__(self, *, has_model):
        super().__init__("spacy")
        self.has_model = has_model

    def load(self, name):
        if not self.has_model:
            raise OSError(f"can't find model {name}")
        return lambda text: SimpleNamespace(ents=[SimpleNamespace(text=part) for part in text.split(" and ")])


def test_the_entities_of_spacy_are_used_where_a_model_is_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy", FakeSpacy(has_model=True))
    finder = entity_finder(Names())
    assert isinstance(finder, SpacyEntities)
    assert finder.find("guinea and nobody and ida brandt and Guinea") == ["Guinea", "Ida Brandt"]


def test_without_a_model_the_names_of_pages_are_matched(monkeypatch):
    monkeypatch.setitem(sys.modules, "spacy", FakeSpacy(has_model=False))
    assert isinstance(entity_finder(Names()), NamedEntities)
    monkeypatch.setattr(entities, "_MODEL", "none")
    monkeypatch.setitem(sys.modules, "spacy", None)
    assert isinstance(entity_finder(Names()), NamedEntities)


class Library(Names):
    """A corpus whose introductions are ranked the same for every claim."""

    def __init__(self, ranked):
        self.search_index = self.introduction_vectors = self
        self.ranked = ranked

    def nearest(self, _text, *, limit):
        return self.ranked[:limit]


def test_entities_come_first_and_the_nearest_introductions_fill_up():
    library = Library([RankedPage("Guinea", 90.0), RankedPage("Wool", 80.0), RankedPage("Sheep", 0.5)])
    retriever = EntityTfidfRetriever(library, entities=NamedEntities(library))
    pages = retriever.retrieve(Claim("1", "Mercury and Guinea"), limit=3)
    assert [page.title for page in pages] == ["Mercury", "Guinea", "Wool"]
    assert [page.score for page in pages] == sorted((page.score for page in pages), reverse=True)
    assert retriever.retrieve(Claim("1", "Mercury and Guinea"), limit=1) == pages[:1]
