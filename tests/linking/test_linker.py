import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.linking.graphs import FACTS, LITERALS, TYPES, graph_of
from veriscope.domain import Claim, Triple
from veriscope.graph.compact.end_types import EndTypes
from veriscope.graph.compact.entity_names import EntityNames
from veriscope.graph.compact.vocabulary import TYPE
from veriscope.linking.linker import GraphLinker
from veriscope.linking.plain_lexicon import phrase_lexicon


def best(linker, text):
    found = linker.link(Claim("1", text))
    return found[0] if found else None


@pytest.mark.parametrize(
    "text",
    [
        "Port Ellis is the capital of Arvania.",
        "Arvania's capital is Port Ellis.",
        "The capital of Arvania is Port Ellis.",
        "Arvania has Port Ellis as its capital.",
        "The capital city of ARVANIA is called Port Ellis.",
        "The city of Port Ellis is the capital of Arvania.",
    ],
)
def test_one_fact_is_linked_however_it_is_said(linker, text):
    found = best(linker, text)
    assert found.triple == Triple("Arvania", "capital", "Port_Ellis")
    assert found.score > 0.5
    assert not found.is_negated


def test_a_false_fact_is_linked_as_well_as_a_true_one(linker):
    assert best(linker, "Vell is the capital of Arvania.").triple == Triple("Arvania", "capital", "Vell")


def test_a_denied_fact_is_told_as_one(linker):
    found = best(linker, "Vell is not the capital of Arvania.")
    assert found.triple == Triple("Arvania", "capital", "Vell")
    assert found.is_negated


@pytest.mark.parametrize(
    "text",
    [
        "Vell used to be the capital of Arvania.",
        "Vell was the capital of Arvania.",
        "Vell is the first capital of Arvania.",
        "Vell is larger than Port Ellis.",
        "Arvania and Ostia share a currency.",
        "In 1999 Vell was called the capital of Arvania.",
        "Vell is the capital of northern Arvania.",
        "Arvania had 1.4 million inhabitants in 2018.",
        "Vell is a nice place.",
        "Nobody lives there.",
        "",
    ],
)
def test_what_says_more_or_less_than_a_fact_is_not_linked(linker, text):
    assert best(linker, text) is None


def test_one_word_that_says_nothing_known_does_no_harm(linker):
    assert best(linker, "Today the capital of Arvania is Port Ellis.").triple.predicate == "capital"


def test_a_value_is_written_as_those_of_its_predicate_are():
    codes = [(f"Land_{place}", "callingCode", f'"+{place}"') for place in range(40)]
    graph = graph_of(FACTS, [*LITERALS, *codes], TYPES | {name: ["Country"] for name, _, _ in codes})
    linker = GraphLinker(graph, EntityNames.of(graph), EndTypes.of(graph), phrase_lexicon(graph))
    assert best(linker, "The calling code of Land 3 is +99.").triple == Triple("Land_3", "callingCode", "+99")
    assert best(linker, "The calling code of Land 3 is Ostia.") is None


def test_a_title_is_found_without_its_qualifier_and_a_place_without_what_it_lies_in(linker):
    assert best(linker, "Sorn is a city in Ostia.").triple == Triple("Sorn_(city)", "cityOf", "Ostia")
    assert best(linker, "Tarn is a city in Ostia.").triple == Triple("Tarn,_Ostia", "cityOf", "Ostia")


def test_of_namesakes_the_one_is_meant_whose_class_fits(linker):
    # Sorn_River is called Sorn too, but no river is a capital.
    assert best(linker, "Sorn is the capital of Ostia.").triple.object == "Sorn_(city)"


def test_amounts_become_bounds(linker):
    found = best(linker, "Arvania has more than 1.2 million inhabitants.")
    assert found.triple == Triple("Arvania", "population", "1.2 million")
    low, high = found.bounds
    assert low == pytest.approx(1_200_000)
    assert high == math.inf


def test_a_year_is_no_number_of_people(linker):
    found = best(linker, "Port Ellis was founded in the 13th century.")
    assert found.triple.predicate == "foundedYear"
    assert found.bounds == (1201, 1300)
    assert best(linker, "Port Ellis was founded by 1,204 people.") is None


def test_texts_are_taken_as_the_claim_says_them(linker):
    assert best(linker, "In Arvania people drive on the right.").triple == Triple("Arvania", "drivingSide", "right")


def test_what_a_thing_is_said_to_be_is_a_type(linker):
    assert best(linker, "Vell is a city.").triple == Triple("Vell", TYPE, "City")
    assert best(linker, "Arvania has no coast.").triple == Triple("Arvania", TYPE, "LandlockedCountry")
    denied = best(linker, "Ostia is not a landlocked country.")
    assert denied.triple == Triple("Ostia", TYPE, "LandlockedCountry")
    assert denied.is_negated


def test_of_namesakes_the_one_is_said_to_be_something_that_is_it_or_else_the_best_known():
    facts = [("Mirland", "capital", "Vell"), *(("Vell", "cityOf", f"Land_{number}") for number in range(9))]
    types = {"Vell": ["City"], "Vell_(boat)": ["Boat"], "Mirland": ["Country"]}
    graph = graph_of([*facts, ("Vell_(boat)", "cityOf", "Land_1")], types=types)
    linker = GraphLinker(graph, EntityNames.of(graph), EndTypes.of(graph), phrase_lexicon(graph))
    assert best(linker, "Vell is a boat.").triple == Triple("Vell_(boat)", TYPE, "Boat")
    assert best(linker, "Vell is a country.").triple == Triple("Vell", TYPE, "Country")
    assert best(linker, "Vell is a city.").triple == Triple("Vell", TYPE, "City")


def test_the_direction_is_read_from_the_words_where_both_ends_are_alike(linker):
    assert best(linker, "The parent of Ann Dor is Bea Dor.").triple == Triple("Ann_Dor", "parent", "Bea_Dor")
    assert best(linker, "Bea Dor is the parent of Ann Dor.").triple == Triple("Ann_Dor", "parent", "Bea_Dor")


def test_what_says_the_same_the_other_way_round_is_told_too(linker):
    found = {one.triple for one in linker.link(Claim("1", "The parent of Ann Dor is Bea Dor."))}
    assert Triple("Ann_Dor", "parent", "Bea_Dor") in found


def test_fewer_are_told_where_fewer_are_asked_for(linker):
    claim = Claim("1", "Arvania borders Ostia.")
    assert linker.link(claim, limit=1) == linker.link(claim, limit=2)[:1]
    assert linker.link(claim, limit=0) == []


def test_the_year_of_all_values_adds_nothing_to_a_fact(arvania, linker):
    text = "Arvania had 1.4 million inhabitants in 2018."
    assert best(linker, text) is None
    dated = replace(linker, value_years={"population": 2018})
    assert best(dated, text).triple == Triple("Arvania", "population", "1.4 million")
    assert best(dated, text.replace("2018", "2009")) is None


@given(st.text(max_size=200))
def test_any_text_is_read_without_harm(linker, text):
    for found in linker.link(Claim("1", text)):
        assert 0 <= found.score <= 1


WORDS = ["Arvania", "Vell's", "capital", "is", "the", "of", "Ostia", "not", "3", "in", "1204", "city,", "."]


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_linking_is_the_same_every_time(linker, words):
    claim = Claim("1", " ".join(words))
    assert linker.link(claim) == linker.link(claim)
