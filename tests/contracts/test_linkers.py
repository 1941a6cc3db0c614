"""Every linker of claims keeps the promises of its protocol."""

from math import isfinite

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.linking.graphs import FACTS, LITERALS, TYPES, graph_of
from veriscope.domain import Claim, Triple
from veriscope.graph import Graph
from veriscope.graph.compact.end_types import EndTypes
from veriscope.graph.compact.entity_names import EntityNames
from veriscope.graph.compact.vocabulary import TYPE
from veriscope.linking.learned_lexicon import LexiconFitter
from veriscope.linking.linker import GraphLinker
from veriscope.linking.plain_lexicon import phrase_lexicon

GRAPH = graph_of(FACTS, LITERALS, TYPES)
LEXICONS = {"phrases": phrase_lexicon, "learned": lambda graph: LexiconFitter(graph, EndTypes.of(graph)).fit([])}
CLAIMS = (
    "Port Ellis is the capital of Arvania.",
    "Port Ellis is not the capital of Arvania.",
    "Vell is a city of Arvania.",
    "Arvania has more than 2 million inhabitants.",
    "Arvania borders Ostia and Mirland.",
    "Ostia is a country.",
    "Port Ellis was founded in 1204.",
)
ODD = (
    "",
    " ",
    "?",
    "the of and",
    "#" * 5000,
    pytest.param("Arvania Ostia " * 100, marks=pytest.mark.slow),
    "\x00\x1b[31m",
    "日本 🦊",
    "9" * 400,
)


def linker_of(graph, lexicon):
    return GraphLinker(graph, EntityNames.of(graph), EndTypes.of(graph), LEXICONS[lexicon](graph))


@pytest.fixture(scope="module", params=sorted(LEXICONS))
def linker(request):
    return linker_of(GRAPH, request.param)


def links(linker, text, limit=3):
    return linker.link(Claim("1", text), limit=limit)


def test_a_fact_is_linked(linker):
    first, *_ = links(linker, CLAIMS[0])
    assert first.triple == Triple("Arvania", "capital", "Port_Ellis")


@pytest.mark.parametrize("text", CLAIMS)
def test_triples_are_of_the_graph_and_scores_fall(linker, text):
    found = links(linker, text, limit=9)
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    for one in found:
        assert 0 <= one.score <= 1
        assert GRAPH.nodes.find(one.triple.subject) is not None
        assert one.triple.predicate == TYPE or GRAPH.predicates.find(one.triple.predicate) is not None
        if one.bounds is not None:
            assert one.bounds[0] <= one.bounds[1]


@pytest.mark.parametrize("text", CLAIMS)
def test_a_triple_is_linked_once(linker, text):
    triples = [one.triple for one in links(linker, text, limit=9)]
    assert len(triples) == len(set(triples))


@pytest.mark.parametrize("text", CLAIMS)
def test_a_smaller_limit_is_a_prefix(linker, text):
    for limit in range(4):
        assert links(linker, text, limit=limit) == links(linker, text, limit=9)[:limit]


def test_a_denial_is_marked(linker):
    assert all(one.is_negated for one in links(linker, CLAIMS[1]))
    assert not any(one.is_negated for one in links(linker, CLAIMS[0]))


@pytest.mark.parametrize("text", ["It rained.", "Arvania was.", "Nobody is the capital of nothing."])
def test_a_claim_that_names_no_two_things_links_to_nothing(linker, text):
    assert links(linker, text) == []


@pytest.mark.parametrize("text", ODD)
def test_odd_claims_do_no_harm(linker, text):
    assert all(isfinite(one.score) for one in links(linker, text))


@pytest.mark.parametrize("lexicon", sorted(LEXICONS))
@pytest.mark.parametrize("graph", [Graph.of([]), graph_of([("Arvania", "capital", "Port_Ellis")])])
def test_a_graph_without_types_or_facts_does_no_harm(lexicon, graph):
    if not len(graph.predicates) and lexicon == "learned":
        pytest.skip("there is nothing to fit")
    for text in CLAIMS:
        assert all(one.score <= 1 for one in links(linker_of(graph, lexicon), text))


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(" ".join(CLAIMS).split()), max_size=12).map(" ".join))
def test_the_same_claim_is_always_linked_the_same_way(linker, text):
    assert links(linker, text) == links(linker, text)
