import pytest

from tests.scenarios.graphs import typed_graph
from veriscope.checking.auto import Auto
from veriscope.checking.near_misses import near_misses
from veriscope.domain import GoldTriple, Triple
from veriscope.graph import View, numbers_of

SIZE = 20
BORN = [(f"person{i}", "bornIn", f"town{i}") for i in range(SIZE)]
LIVES = [(f"person{i}", "livesIn", f"town{(i + 1) % SIZE}") for i in range(SIZE)]
OWNS = [(f"person{i}", "owns", f"car{i}") for i in range(SIZE)]
TYPES = {f"{kind}{i}": kind.title() for kind in ("person", "town", "car") for i in range(SIZE)}
GRAPH = typed_graph([*BORN, *LIVES, *OWNS], TYPES)
TRUE = [GoldTriple(Triple(*fact), is_true=True) for fact in BORN]
FAR = [GoldTriple(Triple(f"person{i}", "bornIn", f"town{(i + 7) % SIZE}"), is_true=False) for i in range(SIZE)]


def made(examples, graph=GRAPH, *, seed=3):
    view = View.of(graph).without(numbers_of(graph, [one.triple for one in examples]))
    return near_misses(view, examples, seed=seed)


def test_an_end_is_exchanged_for_a_like_one_that_something_else_joins():
    found = made([*TRUE, *FAR])
    assert len(found) == SIZE // 5
    lived = {(subject, object_) for subject, _, object_ in LIVES}
    for one in found:
        assert not one.is_true
        assert one.triple.predicate == "bornIn"
        assert (one.triple.subject, one.triple.object) in lived


def test_false_examples_that_are_joined_already_count():
    near = [GoldTriple(Triple(subject, "bornIn", object_), is_true=False) for subject, _, object_ in LIVES]
    assert made([*TRUE, *near[:3]]) != []
    assert len(made([*TRUE, *near[:3]])) == SIZE // 5 - 3
    assert made([*TRUE, *near]) == []


def test_what_the_view_shows_and_the_examples_are_never_made_in_either_direction():
    lived = [GoldTriple(Triple(subject, "bornIn", object_), is_true=True) for subject, _, object_ in LIVES[: SIZE // 2]]
    taken = {(one.triple.subject, one.triple.object) for one in [*TRUE, *lived, *FAR]}
    found = {(one.triple.subject, one.triple.object) for one in made([*TRUE, *lived, *FAR])}
    assert found
    assert not found & taken
    assert not {pair[::-1] for pair in found} & taken


def test_nothing_is_made_where_nothing_is_joined_and_the_seed_decides():
    assert made([*TRUE, *FAR], typed_graph(BORN, {name: kind for name, kind in TYPES.items() if kind != "Car"})) == []
    assert made([*TRUE, *FAR]) == made([*TRUE, *FAR])
    assert made([*TRUE, *FAR]) != made([*TRUE, *FAR], seed=4)


def test_what_is_barred_is_not_made_nor_its_reverse():
    first = made([*TRUE, *FAR])
    view = View.of(GRAPH).without(numbers_of(GRAPH, [one.triple for one in TRUE]))
    barred = [first[0].triple, Triple(first[1].triple.object, "bornIn", first[1].triple.subject)]
    found = near_misses(view, [*TRUE, *FAR], barred=barred, seed=3)
    assert len(found) == SIZE // 5
    assert first[0] not in found
    assert first[1] not in found


@pytest.mark.slow
def test_auto_judges_a_fact_that_it_made_itself_as_if_it_had_not():
    auto = Auto.fit(View.of(GRAPH), [*TRUE, *FAR], seed=3)
    mine = made([*TRUE, *FAR])[0].triple
    # Near misses are set apart in five parts, and there are four of them.
    apart = Auto.fit(View.of(GRAPH), [*TRUE, *FAR], seed=3, barred=[mine])
    other = Triple("person0", "bornIn", "town9")
    assert auto.check([mine, other])[0] == apart.check([mine])[0]
    assert auto.check([mine, other])[1] == auto.check([other])[0]
