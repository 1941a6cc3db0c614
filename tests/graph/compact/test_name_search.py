import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph, Names, numbers_of
from veriscope.graph.compact.graph import Labels
from veriscope.graph.compact.name_folding import FAR, edit_distances
from veriscope.graph.compact.name_search import NameFinder, search_entities, search_predicates

E, P = "http://example.org/resource/", "http://example.org/ontology/"
FACTS = [
    (f"{E}Albert_Einstein", f"{P}birthPlace", f"{E}Ulm"),
    (f"{E}Hans_Albert_Einstein", f"{P}birthPlace", f"{E}Bern"),
    (f"{E}Albert_Einstein", f"{P}residence", f"{E}Bern"),
    (f"{E}Jos%C3%A9_Mart%C3%AD", f"{P}residence", f"{E}Lima"),
    ("http://example.com/other/Lima", f"{P}birthPlace", f"{E}Ulm"),
]


def graph(labels=()):
    whole = Graph.of(FACTS)
    texts = sorted(dict.fromkeys(label for _, label in labels))
    places = np.full(len(whole.nodes), -1, dtype=np.int32)
    for iri, label in labels:
        places[whole.nodes.find(iri)] = texts.index(label)
    fields = {name: getattr(whole, name) for name in Graph.__slots__}
    return Graph(**{**fields, "node_labels": Labels(places, Names.of(texts))})


def iri(whole, number):
    return whole.nodes[number]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (f"{E}Ulm", "Ulm"),
        (f"<{E}Ulm>", "Ulm"),
        ("Albert Einstein", "Albert_Einstein"),
        ("Albert_Einstein", "Albert_Einstein"),
        ("ALBERT einstein", "Albert_Einstein"),
        ("josé martí", "Jos%C3%A9_Mart%C3%AD"),
        ("JOSÉ MARTÍ", "Jos%C3%A9_Mart%C3%AD"),
    ],
)
def test_an_entity_is_known_by_its_iri_or_its_last_part(name, expected):
    whole = graph()
    assert iri(whole, NameFinder(whole).node(name)) == E + expected


def test_an_entity_is_known_by_its_label():
    whole = graph([(f"{E}Ulm", "Ulm (Donau)")])
    assert iri(whole, NameFinder(whole).node("ulm (donau)")) == f"{E}Ulm"


def test_a_predicate_is_known_by_its_words():
    whole = graph()
    assert {
        whole.predicates[NameFinder(whole).predicate(name)] for name in ("birthPlace", "birth place", "Birthplace")
    } == {f"{P}birthPlace"}


def test_a_name_of_several_things_is_an_error_that_lists_them():
    with pytest.raises(
        InputError, match=r"'Lima' is the name of 2 things; give the IRI of one: http.*other/Lima, http"
    ):
        NameFinder(graph()).node("Lima")


def test_of_names_that_differ_in_case_the_same_one_is_meant():
    whole = graph([(f"{E}Bern", "ulm")])
    assert iri(whole, NameFinder(whole).node("Ulm")) == f"{E}Ulm"
    assert iri(whole, NameFinder(whole).node("ulm")) == f"{E}Bern"


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("Albert Einstien", f"{E}Albert_Einstein"),
        ("Einstein", f"{E}Albert_Einstein, {E}Hans_Albert_Einstein"),
        (f"{E}Berne", f"{E}Bern"),
    ],
)
def test_an_unknown_entity_gets_suggestions(name, suggested):
    with pytest.raises(InputError) as error:
        NameFinder(graph()).node(name)
    assert str(error.value) == f"the graph has no entity {name!r}; did you mean: {suggested}"


@pytest.mark.parametrize("name", ["Jos%C3%A9_Mart%C3%AD", "José_Martí"])
def test_an_iri_may_be_written_with_its_letters_or_with_their_escapes(name):
    escaped, plain = graph(), Graph.of([(f"{E}José_Martí", f"{P}residence", f"{E}Lima")])
    assert iri(escaped, NameFinder(escaped).node(E + name)) == f"{E}Jos%C3%A9_Mart%C3%AD"
    assert iri(plain, NameFinder(plain).node(E + name)) == f"{E}José_Martí"


def test_a_suggestion_shows_letters_and_no_escapes():
    with pytest.raises(InputError, match=f"did you mean: {E}José_Martí$"):
        NameFinder(graph()).node("José Marti")


def test_an_unknown_predicate_gets_suggestions():
    with pytest.raises(InputError, match=f"the graph has no predicate 'birthplaces'; did you mean: {P}birthPlace"):
        NameFinder(graph()).predicate("birthplaces")


def test_a_name_like_no_other_gets_no_suggestion():
    with pytest.raises(InputError, match=r"has no entity 'Zzyzx'$"):
        NameFinder(graph()).node("Zzyzx")
    with pytest.raises(InputError, match=r"has no entity ''$"):
        NameFinder(graph()).node("")


def test_triples_may_be_written_with_names():
    whole = graph()
    (row,) = numbers_of(whole, [Triple("Albert Einstein", "birth place", "Ulm")])
    assert whole.holds(*row.tolist())


def test_a_literal_object_has_no_number():
    with pytest.raises(InputError, match='the object "5" is a literal'):
        numbers_of(graph(), [Triple("Ulm", "residence", '"5"')])


def test_a_search_finds_the_same_name_first_then_beginnings_then_words():
    facts = [("e/Bern", "p", "e/x"), ("e/Bernau", "p", "e/x"), ("e/Bernau", "q", "e/x"), ("e/New_Bern", "p", "e/x")]
    found = search_entities(Graph.of([*facts, ("e/Hibernia", "p", "e/x")]), "bern", limit=9)
    assert [(each.label, each.facts) for each in found] == [("Bern", 1), ("Bernau", 2), ("New Bern", 1)]


def test_all_words_of_a_search_must_begin_words():
    whole = graph([(f"{E}Ulm", "Ulm on the Danube")])
    assert [each.iri for each in search_entities(whole, "dan ul", limit=9)] == [f"{E}Ulm"]
    assert search_entities(whole, "dan ulx", limit=9) == []


def test_a_limited_search_keeps_the_first_in_the_order_of_names():
    whole = Graph.of([(f"e/n{number}", "p", "e/hub") for number in range(9, 0, -1)])
    assert [each.iri for each in search_entities(whole, "n", limit=3)] == ["e/n1", "e/n2", "e/n3"]


def test_predicates_are_found_by_their_words():
    found = search_predicates(graph(), "place", limit=9)
    assert [(each.iri, each.label, each.facts) for each in found] == [(f"{P}birthPlace", "birth place", 3)]


def plain_distance(first, second):
    row = list(range(len(second) + 1))
    for place, letter in enumerate(first, start=1):
        last, row[0] = row[0], place
        for at, other in enumerate(second, start=1):
            last, row[at] = row[at], min(row[at] + 1, row[at - 1] + 1, last + (letter != other))
    return row[-1]


@given(
    st.lists(st.text("abc", min_size=1, max_size=9), min_size=1, unique=True), st.text("abc", min_size=1, max_size=9)
)
def test_distances_are_levenshteins(names, text):
    found = edit_distances(Names.of(names), Labels.empty(len(names)), text, most=4)
    exact = [plain_distance(name, text) for name in names]
    assert found.tolist() == [distance if distance <= 4 else FAR for distance in exact]
