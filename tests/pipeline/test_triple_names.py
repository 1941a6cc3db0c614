from dataclasses import replace

import numpy as np
import pytest

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph
from veriscope.graph.graph import Labels
from veriscope.graph.names import Names
from veriscope.pipeline.triple_names import NameReader

X, Y = "http://x/", "http://y/"
PLAIN = Graph.of([(f"{X}Lima", f"{X}p#capitalOf", f"{X}Peru"), (f"{X}New_York", f"{X}p#capitalOf", f"{Y}Peru")])


def labelled():
    names = list(PLAIN.nodes)
    labels = {f"{X}Lima": "Lima (city)", f"{X}New_York": "the town", f"{Y}Peru": "the town"}
    texts = sorted(set(labels.values()))
    places = np.array([texts.index(labels[name]) if name in labels else -1 for name in names], dtype=np.int32)
    return replace(PLAIN, node_labels=Labels(places, Names.of(texts)))


READER = NameReader(labelled())


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (f"{X}Lima", f"{X}Lima"),
        ("Lima (city)", f"{X}Lima"),
        ("Lima", f"{X}Lima"),
        ("New York", f"{X}New_York"),
        ("New_York", f"{X}New_York"),
    ],
)
def test_an_entity_is_found_by_its_iri_its_label_or_the_last_part_of_its_iri(written, meant):
    assert READER.node(written) == meant


def test_a_predicate_is_found_by_the_last_part_of_its_iri():
    assert READER.triple("Lima", "capitalOf", f"{X}Peru") == Triple(f"{X}Lima", f"{X}p#capitalOf", f"{X}Peru")


@pytest.mark.parametrize("name", ["the town", "Peru"])
def test_a_name_of_two_things_is_refused_with_both(name):
    with pytest.raises(InputError, match=f"{name!r} is the name of 2 things; give the IRI of one: http://.*, http://"):
        READER.node(name)


@pytest.mark.parametrize(
    ("triple", "says"),
    [
        (("Rome", "capitalOf", "Lima"), "no entity 'Rome'"),
        (("Lima", "capitalOf", "Rome"), "no entity 'Rome'"),
        (("Lima", "near", "Lima"), "no predicate 'near'"),
        (("Lima", "capitalOf", '"5"'), "is a literal value"),
    ],
)
def test_what_the_graph_does_not_know_is_an_error(triple, says):
    with pytest.raises(InputError, match=says):
        READER.triple(*triple)
