"""Every checker of triples keeps the promises of its protocol; above all, none sees what it judges."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from math import isfinite

import numpy as np
import pytest

from veriscope.checking import CHECKERS
from veriscope.domain import CheckedTriple, GoldTriple, Triple
from veriscope.errors import InputError
from veriscope.graph import MODELS, Graph, Groups, Names, View, numbers_of

# Embeddings learn every fact that is seen, so a judged fact must be hidden from them; others cover their own eyes.
LEARN_EVERY_FACT = frozenset(name for name, method in CHECKERS.items() if method.requires_embeddings)

PEOPLE, CITIES, COUNTRIES = range(36), range(6), range(3)


def home(person):
    return f"country {person % 6 % 3}"


def abroad(person):
    return f"country {(person + 1) % 6 % 3}"


# A country of its own, which no labelled fact is near to: what is learned there is learned from the judged fact itself.
ISLAND = [
    ("Zoe", "bornIn", "Zed"),
    ("Zack", "bornIn", "Zed"),
    ("Zack", "citizenOf", "Zedland"),
    ("Zed", "inCountry", "Zedland"),
    ("Zoe", "worksFor", "Zed Mail"),
    ("Zed Mail", "seatedIn", "Zed"),
]
FACTS = [
    *((f"city {city}", "inCountry", f"country {city % 3}") for city in CITIES),
    *((f"person {person}", "bornIn", f"city {person % 6}") for person in PEOPLE),
    *((f"person {person}", "knows", f"person {(person * 7 + 3) % 36}") for person in PEOPLE),
    *((f"person {person}", "worksFor", f"firm {person % 5}") for person in PEOPLE),
    *((f"firm {firm}", "seatedIn", f"city {firm}") for firm in range(5)),
    *((f"person {person}", "citizenOf", home(person)) for person in PEOPLE),
    *ISLAND,
]
JUDGED = Triple("Zoe", "citizenOf", "Zedland")
EXAMPLES = [
    GoldTriple(Triple(f"person {person}", "citizenOf", of(person)), of is home)
    for person in PEOPLE[:12]
    for of in (home, abroad)
]
TRIPLES = [
    *(Triple(f"person {person}", "citizenOf", of(person)) for person in PEOPLE[24:28] for of in (home, abroad)),
    Triple("Zoe", "citizenOf", "country 1"),
    Triple("city 1", "citizenOf", "Zoe"),
    JUDGED,
]


def graph_of(*more):
    """People and cities have classes; countries, firms and the island have none."""
    graph = Graph.of([*FACTS, *more])
    kinds = ("person", "city")
    typed = [(node, kinds.index(kind)) for node, name in enumerate(graph.nodes) if (kind := name.split()[0]) in kinds]
    owners, classes = np.array(typed, dtype=np.int32).T
    types = Groups.of(owners, classes, count=len(graph.nodes))
    nothing = np.empty(0, dtype=np.int32)
    flat = Groups.of(nothing, nothing, count=len(kinds))
    schema = replace(graph.schema, classes=Names.of(kinds), types=types, superclasses=flat)
    return replace(graph, schema=schema)


def view_of(*more, hidden=()):
    graph = graph_of(*more)
    return View.of(graph).without(numbers_of(graph, hidden))


def usual_view():
    return view_of(hidden=TRIPLES)


def fitted(method, view):
    return method.fit(view, EXAMPLES, seed=3)


def params(names):
    """One parameter a name; what fits all the others over and over is slow."""
    return [pytest.param(name, marks=[pytest.mark.slow] if name == "auto" else []) for name in sorted(names)]


@pytest.fixture(scope="module", params=params(CHECKERS))
def method(request):
    return CHECKERS[request.param]


@pytest.fixture(scope="module")
def checker(method):
    return fitted(method, usual_view())


def test_scores_are_finite_and_come_in_the_order_of_the_triples(checker):
    checked = checker.check(TRIPLES)
    assert [each.triple for each in checked] == TRIPLES
    assert all(type(each.score) is float and isfinite(each.score) for each in checked)
    assert len({each.score for each in checked}) > 1


def test_no_triples_have_no_scores(checker):
    assert checker.check([]) == []


def test_the_same_seed_gives_the_same_scores_and_reasons(method, checker):
    assert fitted(method, usual_view()).check(TRIPLES, reasons=3) == checker.check(TRIPLES, reasons=3)


def test_a_score_does_not_depend_on_what_is_checked_with_it(checker):
    together = checker.check(TRIPLES)
    assert [checker.check([triple])[0] for triple in TRIPLES] == together
    assert checker.check(TRIPLES[::-1]) == together[::-1]
    assert checker.check([*TRIPLES, *TRIPLES]) == [*together, *together]


def test_reasons_are_at_most_as_many_as_asked_and_change_no_score(checker):
    plain = checker.check(TRIPLES)
    assert all(each.reasons == () for each in plain)
    for asked in (1, 2, 5):
        told = checker.check(TRIPLES, reasons=asked)
        assert [each.score for each in told] == [each.score for each in plain]
        assert all(len(each.reasons) <= asked for each in told)
    assert any(each.reasons for each in told)


def test_fewer_reasons_are_the_first_of_more(checker):
    few, many = (checker.check(TRIPLES, reasons=asked) for asked in (1, 4))
    assert all(one.reasons == other.reasons[:1] for one, other in zip(few, many, strict=True))


def test_reasons_say_something_and_weigh_something_finite(checker):
    reasons = [reason for each in checker.check(TRIPLES, reasons=5) for reason in each.reasons]
    assert all(reason.text.strip() and isfinite(reason.weight) for reason in reasons)


def test_paths_of_reasons_walk_facts_that_are_seen(checker):
    view = usual_view()
    seen = {tuple(row) for row in view.facts().tolist()}
    for path in (
        path for each in checker.check(TRIPLES, reasons=5) for reason in each.reasons for path in reason.paths
    ):
        node = path.start
        for step in path.steps:
            ends = (node, step.node) if step.is_forward else (step.node, node)
            (fact,) = numbers_of(view.graph, [Triple(ends[0], step.predicate, ends[1])])
            assert tuple(fact.tolist()) in seen
            node = step.node


def test_isolated_nodes_and_equal_ends_have_scores(method):
    alone = ("Nemo", "citizenOf", "Nowhere")
    asked = [Triple(*alone), Triple("Nemo", "citizenOf", "country 1"), Triple("Zoe", "citizenOf", "Zoe")]
    checker = fitted(method, view_of(alone, hidden=[*TRIPLES, Triple(*alone)]))
    assert all(isfinite(each.score) for each in checker.check(asked, reasons=2))


def test_an_unknown_name_is_told(checker):
    with pytest.raises(InputError, match="no entity 'Nobody'"):
        checker.check([Triple("Nobody", "citizenOf", "country 1")])


def test_only_what_learns_needs_labelled_facts(method, checker):
    if method.learns:
        with pytest.raises(InputError):
            method.fit(usual_view(), []).check(TRIPLES)
    else:
        assert method.fit(usual_view(), [], seed=3).check(TRIPLES) == checker.check(TRIPLES)


@pytest.mark.parametrize("name", sorted(CHECKERS))
def test_the_registry_tells_what_a_method_needs(name):
    method = CHECKERS[name]
    assert not (method.learns and method.requires_embeddings)
    assert set(method.embeddings) <= set(MODELS)
    assert method.embeddings or not method.requires_embeddings


@pytest.mark.parametrize("name", params(CHECKERS))
def test_probabilities_lie_between_0_and_1(name):
    method = CHECKERS[name]
    if method.gives_probability:
        scores = [one.score for one in fitted(method, usual_view()).check(TRIPLES)]
        assert all(0 <= score <= 1 for score in scores)


@pytest.mark.parametrize("name", params(CHECKERS))
def test_an_embedding_that_is_supplied_is_used(name):
    method, asked = CHECKERS[name], []

    class Constant:
        def check(self, triples, **_):
            asked.append(len(triples))
            return [CheckedTriple(triple, 0.5, ()) for triple in triples]

    supplied = dict.fromkeys(method.embeddings, Constant())
    method.fit(usual_view(), EXAMPLES, seed=3, embeddings=supplied).check(TRIPLES)
    assert bool(asked) == bool(method.embeddings)


OWN_EDGES = [("Zoe", "citizenOf", "Zedland"), ("Zedland", "citizenOf", "Zoe")]


def judged_by(method, view) -> CheckedTriple:
    (checked,) = fitted(method, view).check([JUDGED], reasons=5)
    return checked


@cache
def judged_without_itself(method) -> CheckedTriple:
    return judged_by(method, view_of())


def is_blind_to_itself(method, *, hidden=()):
    """Whether a fact is judged in a graph that holds it, and its reverse, as in one that does not."""
    return judged_by(method, view_of(*OWN_EDGES, hidden=hidden)) == judged_without_itself(method)


def test_a_fact_that_is_hidden_counts_as_one_that_is_not_there(method):
    assert is_blind_to_itself(method, hidden=[JUDGED])


@pytest.mark.parametrize("name", params(set(CHECKERS) - LEARN_EVERY_FACT))
def test_the_judged_fact_itself_is_never_seen(name):
    assert is_blind_to_itself(CHECKERS[name])


@dataclass(frozen=True)
class Peeking:
    """What a checker must not be: it scores by what it reads of the judged fact itself."""

    read: Callable[..., float]
    view: View | None = None

    def fit(self, view, _, **__):
        return replace(self, view=view)

    def check(self, triples, **_):
        facts = numbers_of(self.view.graph, triples).tolist()
        return [
            CheckedTriple(triple, float(self.read(self.view, *fact)), ())
            for triple, fact in zip(triples, facts, strict=True)
        ]


def sees_the_fact(view, subject, predicate, object_):
    place = view.graph.out.place(subject, predicate, object_)
    return place is not None and not view.out_hidden[place]


def sees_the_reverse(view, subject, predicate, object_):
    return sees_the_fact(view, object_, predicate, subject)


def counts_its_edges(view, subject, predicate, object_):
    return (~view.out_hidden[view.graph.out.of_node(subject)]).sum()


def asks_the_graph(view, subject, predicate, object_):
    return view.graph.holds(subject, predicate, object_)


@pytest.mark.parametrize("read", [sees_the_fact, sees_the_reverse, counts_its_edges])
def test_a_checker_that_sees_the_judged_fact_is_caught(read):
    assert not is_blind_to_itself(Peeking(read))
    assert is_blind_to_itself(Peeking(read), hidden=[JUDGED])


def test_a_checker_that_looks_at_hidden_facts_is_caught():
    assert not is_blind_to_itself(Peeking(asks_the_graph), hidden=[JUDGED])
