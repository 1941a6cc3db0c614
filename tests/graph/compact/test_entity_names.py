import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.graph import Graph
from veriscope.graph.compact.entity_names import (
    EntityNames,
    NameKind,
    escaped_iri,
    node_label,
    readable_iri,
    title_of,
    words_of,
)
from veriscope.text import name_key

GRAPH = Graph.of(
    [
        ("http://x/Lima_(film)", "http://x/setIn", "http://x/Lima"),
        ("http://x/Cambridge,_Massachusetts", "http://x/partOf", "http://x/Massachusetts"),
        ("http://x/Jos%C3%A9_Mart%C3%AD", "http://x/bornIn", "http://x/Lima"),
    ]
)
NAMES = EntityNames.of(GRAPH, {"City of Kings": "Lima", "Gotham": "New York"})


def found(name):
    return {(title_of(GRAPH.nodes[named.node]), named.kind) for named in NAMES.find(name_key(name))}


def test_namesakes_stand_side_by_side_the_whole_name_surest():
    assert found("Lima") == {("Lima", NameKind.WHOLE), ("Lima (film)", NameKind.ALIAS)}


def test_a_place_is_found_without_what_it_lies_in():
    assert found("Cambridge") == {("Cambridge, Massachusetts", NameKind.PLACED)}
    assert found("Cambridge, Massachusetts") == {("Cambridge, Massachusetts", NameKind.WHOLE)}


def test_case_accents_and_percent_signs_do_not_count():
    assert found("JOSE MARTI") == {("José Martí", NameKind.WHOLE)}


def test_aliases_lead_to_their_title_and_are_left_out_where_there_is_none():
    assert found("City of Kings") == {("Lima", NameKind.ALIAS)}
    assert found("Gotham") == set()


def test_every_name_is_found_again():
    assert {name for name, _ in NAMES.items()} == set(NAMES.names)
    for name, nodes in NAMES.items():
        assert NAMES.find(name) == nodes


def test_titles_and_words_are_read_from_iris():
    assert title_of("http://dbpedia.org/resource/Rock_%27n%27_Roll") == "Rock 'n' Roll"
    assert words_of("http://dbpedia.org/ontology/birthPlace") == "birth place"
    assert node_label(GRAPH, GRAPH.nodes.find("http://x/Lima_(film)")) == "Lima (film)"


@pytest.mark.parametrize(
    ("iri", "readable"),
    [
        ("http://x/S%C3%A3o_Paulo", "http://x/São_Paulo"),
        ("http://x/a%2Fb%20c", "http://x/a%2Fb%20c"),
        ("http://x/100%_%FF", "http://x/100%_%FF"),
        ("http://x/Lima", "http://x/Lima"),
    ],
)
def test_a_readable_iri_names_the_same_thing(iri, readable):
    assert readable_iri(iri) == readable
    assert escaped_iri(readable) == iri


@given(
    st.lists(st.text(st.characters(exclude_characters="/#\x00", codec="utf-8"), min_size=1), min_size=1, unique=True)
)
def test_any_names_can_be_looked_up(names):
    graph = Graph.of([(name, "p", names[0]) for name in names])
    index = EntityNames.of(graph)
    assert index.starts[-1] == len(index.nodes) == len(index.kinds)
    for name in names:
        key = name_key(title_of(name))
        if key and key.count(" ") < 12:
            assert graph.nodes.find(name) in [named.node for named in index.find(key)]


@pytest.mark.parametrize("name", ["", "Quito", "lima film x"])
def test_what_is_no_name_leads_nowhere(name):
    assert NAMES.find(name) == []


def test_the_arrays_are_as_small_as_they_can_be():
    assert (NAMES.nodes.dtype, NAMES.kinds.dtype) == (np.int32, np.uint8)
