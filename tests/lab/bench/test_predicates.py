import pytest

from veriscope.errors import InputError, UsageError
from veriscope.graph import Graph
from veriscope.lab.bench.predicates import choose_predicates, folder_names

# capital is one-to-one, in many-to-one, knows many-to-many.
GRAPH = Graph.of(
    [
        *((f"land{n}", "http://x.org/capital", f"town{n}") for n in range(4)),
        *((f"town{n}", "http://x.org/in", f"land{n % 2}") for n in range(6)),
        *((f"p{n}", "http://x.org/knows", f"p{(n * m + 1) % 5}") for n in range(5) for m in range(1, 4)),
    ]
)


def chosen(*names, kind=None, least_facts=1):
    numbers = choose_predicates(GRAPH, names, kind=kind, least_facts=least_facts)
    return [GRAPH.predicates[number].rsplit("/")[-1] for number in numbers]


def test_without_names_all_with_enough_facts_are_taken_the_largest_first():
    assert chosen() == ["knows", "in", "capital"]
    assert chosen(least_facts=5) == ["knows", "in"]


@pytest.mark.parametrize(
    ("kind", "names"), [("one-to-one", ["capital"]), ("many-to-one", ["in"]), ("many-to-many", ["knows"])]
)
def test_functionality_selects_predicates(kind, names):
    assert chosen(kind=kind) == names


def test_predicates_are_named_in_any_way_and_taken_once_in_that_order():
    assert chosen("in", "http://x.org/capital", "http://x.org/in") == ["in", "capital"]


def test_an_unknown_predicate_is_told():
    with pytest.raises(InputError, match="capitol"):
        chosen("capitol")


def test_a_predicate_with_too_few_facts_is_told_with_what_would_allow_it():
    with pytest.raises(InputError, match=r"capital has 4 facts, but needs 1,001; .*--least-facts 4"):
        chosen("capital", least_facts=1001)


def test_a_predicate_of_another_functionality_is_told():
    with pytest.raises(InputError, match="in is many-to-one, not one-to-one"):
        chosen("in", kind="one-to-one")


def test_where_none_fits_the_largest_are_told():
    with pytest.raises(InputError, match=r"no predicate has 100 facts; the largest are .*knows \(\d+\)"):
        chosen(least_facts=100)
    with pytest.raises(InputError, match="the graph has none of that kind"):
        chosen(kind="one-to-many")


def test_an_unknown_functionality_is_told():
    with pytest.raises(UsageError, match="no functionality 'functional'; choose one of: one-to-one"):
        chosen(kind="functional")


def test_folders_are_named_after_the_last_part_of_a_predicate_each_once():
    assert folder_names(["http://x.org/in", "http://y.org#In", "/film/actor/", "a b,c", "..", "http://z.org/in"]) == [
        "in",
        "In-2",
        "actor",
        "a_b_c",
        "predicate",
        "in-3",
    ]
