import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.scenarios import LabelledFact, Namespaces, fact_cells, fact_of
from veriscope.scenarios.facts import Hop

DBPEDIA = Namespaces("http://dbpedia.org/resource/", "http://dbpedia.org/ontology/")


def triple(subject, predicate, object_):
    return Triple(
        f"http://dbpedia.org/resource/{subject}",
        f"http://dbpedia.org/ontology/{predicate}",
        f"http://dbpedia.org/resource/{object_}",
    )


def hops(*steps):
    return tuple(
        Hop(f"http://dbpedia.org/ontology/{step.removeprefix('^')}", is_forward=not step.startswith("^"))
        for step in steps
    )


@pytest.mark.parametrize(
    ("row", "fact"),
    # Rows of the published files.
    [
        (
            "Les_Deux_Alpes\tGrenoble\tnearestCity\t1\tNo\t82",
            LabelledFact(triple("Les_Deux_Alpes", "nearestCity", "Grenoble"), True, cluster=82),
        ),
        (
            "Zion_National_Park\tBox_Elder_County,_Utah\tnearestCity\t-1\tlocation,(-1)state\t0",
            LabelledFact(
                triple("Zion_National_Park", "nearestCity", "Box_Elder_County,_Utah"),
                False,
                hops("location", "^state"),
                0,
            ),
        ),
        (
            "Snowhaven\tUnited_States\tnearestCity\t-1\tlocation\t#",
            LabelledFact(triple("Snowhaven", "nearestCity", "United_States"), False, hops("location")),
        ),
        (
            "Snowhaven\tGrenoble\tnearestCity\t-1\t*\t*",
            LabelledFact(triple("Snowhaven", "nearestCity", "Grenoble"), False),
        ),
    ],
)
def test_published_rows_are_read_and_written(row, fact):
    assert fact_of(row.split("\t"), DBPEDIA) == fact
    assert "\t".join(fact_cells(fact, DBPEDIA)) == row


def test_names_from_elsewhere_are_written_whole():
    fact = LabelledFact(
        Triple("http://elsewhere.org/X", "http://dbpedia.org/ontology/p", '"5"^^<http://x.org/integer>'),
        is_true=False,
        origin=(Hop("http://x.org/a,b", is_forward=False), Hop("http://dbpedia.org/ontology/(-1)odd", is_forward=True)),
    )
    assert fact_cells(fact, DBPEDIA) == (
        "<http://elsewhere.org/X>",
        '"5"^^<http://x.org/integer>',
        "p",
        "-1",
        "(-1)<http://x.org/a,b>,<http://dbpedia.org/ontology/(-1)odd>",
        "#",
    )


def test_the_way_through_classes_reads_well():
    origin = tuple(
        Hop("http://www.w3.org/1999/02/22-rdf-syntax-ns#type", is_forward=forward) for forward in (True, False)
    )
    fact = LabelledFact(triple("A", "p", "B"), False, origin, 1)
    assert fact_cells(fact, DBPEDIA)[4] == "rdf:type,(-1)rdf:type"


def test_the_namespaces_are_those_of_most_names():
    facts = [
        LabelledFact(triple("A", "p", "B"), True),
        LabelledFact(Triple("http://elsewhere.org/X", "http://dbpedia.org/ontology/p", '"1"'), True),
    ]
    assert Namespaces.of(facts) == DBPEDIA


def test_names_that_are_no_iris_stay_as_they_are():
    fact = LabelledFact(Triple("/m/06cx9", "/location/country/currency", "Q42"), True, cluster=0)
    names = Namespaces.of([fact])
    assert names == Namespaces("", "")
    assert fact_cells(fact, names)[:3] == ("/m/06cx9", "Q42", "/location/country/currency")


_NAME = st.text(st.characters(exclude_characters='<>\t\n\r"', exclude_categories=["Cs", "Cc"]), min_size=1)
_IRI = st.builds("{}{}".format, st.sampled_from(["", "http://a.org/", "http://a.org/b#", "urn:"]), _NAME)
_HOPS = st.lists(st.builds(Hop, _IRI, st.booleans()), max_size=3).map(tuple)


@given(
    subject=_IRI,
    predicate=_IRI,
    object_=st.one_of(_IRI, st.builds('"{}"@en'.format, _NAME)),
    origin=_HOPS,
    is_true=st.booleans(),
    cluster=st.one_of(st.none(), st.integers(0, 900)),
    names=st.sampled_from([Namespaces(), Namespaces("http://a.org/", "http://a.org/b#"), DBPEDIA]),
)
def test_nothing_is_lost_in_writing(subject, predicate, object_, origin, is_true, cluster, names):
    fact = LabelledFact(Triple(subject, predicate, object_), is_true, () if is_true else origin, cluster)
    cells = fact_cells(fact, names)
    assert not any("\t" in cell for cell in cells)
    assert fact_of(cells, names) == fact


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a\tb\tp\t1\tNo", "5 columns; a row has 6"),
        ("a\t\tp\t1\tNo\t0", "an empty name"),
        ("a\tb\tp\t0\tNo\t0", "the label '0' is neither 1 nor -1"),
        ("a\tb\tp\t1\tlocation\t0", "does not go with label 1"),
        ("a\tb\tp\t-1\tNo\t0", "does not go with label -1"),
        ("a\tb\tp\t-1\tlocation,\t0", "the path 'location,' is not a path"),
        ("a\tb\tp\t-1\t*\tx", "the cluster 'x' is not a number"),
    ],
)
def test_what_is_wrong_with_a_row_is_told(row, said):
    with pytest.raises(InputError, match=said):
        fact_of(row.split("\t"), Namespaces())
