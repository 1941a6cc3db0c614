import pytest

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.graph import Graph
from veriscope.kb.row_names import RowNames

X, Y = "http://x/", "http://y#"
NAMES = RowNames(Graph.of([(f"{X}Lima", f"{X}capitalOf", f"{X}Peru"), (f"{X}New_York", f"{X}capitalOf", f"{Y}Peru")]))


@pytest.mark.parametrize("name", [f"{X}New_York", "New_York", "New York"])
def test_an_entity_is_found_by_its_iri_or_the_last_part_of_it(name):
    assert NAMES.triple("Lima", "capitalOf", name) == Triple(f"{X}Lima", f"{X}capitalOf", f"{X}New_York")


def test_a_last_part_that_two_entities_share_is_refused():
    with pytest.raises(InputError, match="'Peru' is the name of 2 things"):
        NAMES.triple("Lima", "capitalOf", "Peru")


@pytest.mark.parametrize(
    ("triple", "says"),
    [
        (("Limo", "capitalOf", "Lima"), "no entity 'Limo'; did you mean: http://x/Lima"),
        (("Lima", "near", "Lima"), "no predicate 'near'"),
        (("Lima", "capitalOf", '"5"'), 'the object "5" is a literal value'),
    ],
)
def test_what_the_graph_does_not_know_is_an_error(triple, says):
    with pytest.raises(InputError, match=says):
        NAMES.triple(*triple)


@pytest.mark.parametrize("said", ["capital of", "is the capital of", "capitalOf", "Capital Of"])
def test_a_predicate_may_be_said_as_a_sentence_says_it(said):
    names = RowNames(Graph.of([(f"{X}Peru", f"{X}capital", f"{X}Lima"), (f"{X}Chile", f"{X}capital", f"{X}Santiago")]))
    assert names.triple("Lima", said, "Peru") == Triple(f"{X}Peru", f"{X}capital", f"{X}Lima")
    assert names.triple("Peru", "has the capital", "Lima") == Triple(f"{X}Peru", f"{X}capital", f"{X}Lima")


def test_words_that_several_predicates_are_said_with_are_refused_with_the_choices():
    names = RowNames(Graph.of([(f"{X}Peru", f"{X}capital", f"{X}Lima"), (f"{X}Peru", f"{Y}capital", f"{X}Lima")]))
    with pytest.raises(InputError) as error:
        names.triple("Lima", "capital of", "Peru")
    assert str(error.value) == (
        f"'capital of' may be said of 2 predicates; give one of: {X}capital (from OBJECT to SUBJECT), "
        f"{Y}capital (from OBJECT to SUBJECT)"
    )
