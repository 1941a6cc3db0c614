import pytest

from veriscope.pipeline.spelling import respell
from veriscope.text import terms


class Known:
    """Statistics of a corpus that has some words."""

    def __init__(self, *words):
        self._terms = {term for word in words for term in terms(word)}

    def page_count(self):
        return 1

    def frequency(self, term):
        return int(term in self._terms)


CORPUS = Known(
    "museum", "closed", "Larkspool", "Achterberg", "allotments", "Brennick", "boiler", "boilers", "quoll", "quolt"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the musuem is closed", "the museum is closed"),
        ("the museum is closd", "the museum is closed"),
        ("alotments are free", "allotments are free"),
        ("Larkspol has a console.", "Larkspool has a console."),
        ("two boillers broke", "two boilers broke"),
    ],
)
def test_an_unknown_word_with_one_known_neighbour_is_read_as_it_with_a_note(text, expected):
    found = respell(text, CORPUS)
    assert found.text == expected
    (note,) = found.notes
    assert "is read as" in note


@pytest.mark.parametrize(
    "text",
    [
        "The museum is closed.",
        "It opened in 2091.",
        "LARKSPOL and AB-12x stay.",
        "see larkspol.example.org or mail@larkspol",
        "the manager resigned",  # common English, though the corpus lacks it
        "Mayor Brent came.",  # a name too short to be sure of
        "the quolx is here",  # two candidates
        "the zzyzxes are here",
        "",
    ],
)
def test_known_words_numbers_codes_and_doubtful_cases_stay(text):
    assert respell(text, CORPUS) == (text, ())
