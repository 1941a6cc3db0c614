import pytest

from tests.linking.graphs import graph_of
from veriscope.graph.compact.entity_names import EntityNames, NameKind
from veriscope.linking.other_names import OtherNames

TYPES = {
    "Japan": ["Country"],
    "Switzerland": ["Country"],
    "Japanese_yen": ["Currency"],
    "Swiss_franc": ["Currency"],
    "Malagasy_franc": ["Currency"],
    "Japanese_garden": ["Garden"],
    "Noble_gas": ["Category"],
    "Moon": ["Moon"],
}


@pytest.fixture(scope="module")
def found():
    graph = graph_of([], types=TYPES)
    names = OtherNames(graph, EntityNames.of(graph))
    return lambda key: [(graph.nodes[one.node], one.kind) for one in names.find(key)]


def test_an_adjective_names_its_country(found):
    assert found("japanese") == [("Japan", NameKind.ALIAS)]


def test_a_currency_is_named_without_its_country_where_one_only_is_called_so(found):
    assert found("yen") == [("Japanese_yen", NameKind.ALIAS)]
    assert found("garden") == []


def test_a_name_is_found_in_the_other_number(found):
    assert found("noble gass") == [("Noble_gas", NameKind.ALIAS)]
    assert found("swiss francs") == [("Swiss_franc", NameKind.ALIAS)]


def test_the_plural_of_a_class_names_no_thing(found):
    assert found("moons") == []


def test_what_bears_the_name_itself_is_not_told_again(found):
    assert found("japan") == []
