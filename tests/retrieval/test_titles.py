from veriscope.domain import Claim
from veriscope.retrieval import TitleRetriever


class Titles:
    """Names that lead to pages, ignoring case."""

    def __init__(self, *titles):
        self._titles = {title.casefold(): title for title in titles}

    def resolve(self, name):
        return self._titles.get(name.casefold())


def titles_of(text, *titles):
    return [page.title for page in TitleRetriever(Titles(*titles)).retrieve(Claim("1", text), limit=9)]


def test_the_longest_name_hides_the_names_inside_it():
    assert titles_of("Papua New Guinea borders Indonesia.", "Guinea", "Papua New Guinea", "Indonesia") == [
        "Papua New Guinea",
        "Indonesia",
    ]


def test_a_name_outside_the_longer_one_still_counts():
    assert titles_of("Papua New Guinea is not Guinea.", "Guinea", "Papua New Guinea") == ["Papua New Guinea", "Guinea"]


def test_possessives_and_full_stops_are_no_part_of_a_name():
    assert titles_of("Peru's capital is Lima.", "Lima", "Peru") == ["Peru", "Lima"]
    assert titles_of("He was born in Washington, D.C.", "Washington", "D.C") == ["Washington", "D.C"]


def test_capitals_make_a_name_of_an_everyday_word():
    assert titles_of("The US has 50 states.", "US") == ["US"]


def test_everyday_words_name_no_page():
    assert titles_of("It was the one.", "It", "The One", "The") == ["The One"]
