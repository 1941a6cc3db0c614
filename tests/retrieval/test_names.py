from hypothesis import given
from hypothesis import strategies as st

from veriscope.corpus import read_words
from veriscope.retrieval.names import find_names


class Names:
    """An index that knows some names."""

    def __init__(self, *names):
        self._names = names

    def known_names(self, names):
        return [name for name in names if name in self._names]


def test_a_name_tells_where_it_stands_and_how_it_is_written():
    (name,) = find_names(read_words("It is in New Orleans today."), Names("new orleans"), everyday={"it", "is", "in"})
    assert (name.key, name.first, name.length, name.capitals, name.is_inside) == ("new orleans", 3, 2, 1.0, False)


def test_a_name_within_a_longer_one_is_marked():
    found = find_names(read_words("Papua New Guinea"), Names("guinea", "papua new guinea"), everyday=set())
    assert [(name.key, name.is_inside) for name in found] == [("papua new guinea", False), ("guinea", True)]


def test_a_plural_is_looked_up_by_its_singular_too():
    assert [name.key for name in find_names(read_words("Two giraffes"), Names("giraffe"), everyday=set())] == [
        "giraffe"
    ]


def test_in_running_text_a_name_begins_with_a_capital():
    words = read_words("the river Tam is a river of Arvania")
    keys = {name.key for name in find_names(words, Names("river", "tam", "arvania"), everyday={"the"}, only_names=True)}
    assert keys == {"tam", "arvania"}


@given(st.text(max_size=200))
def test_every_name_found_is_a_run_of_the_words(text):
    words = read_words(text)
    everything = type("All", (), {"known_names": lambda _, names: list(names)})()
    for name in find_names(words, everything, everyday=set()):
        run = " ".join(word.word for word in words[name.first : name.first + name.length])
        assert name.key in (run, run[:-1])
