from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.scenarios.graphs import maker_of, pool_of, typed_graph, walker
from veriscope.errors import ImpossibleError
from veriscope.graph.compact.classes import Classes
from veriscope.scenarios import DatasetMaker, DatasetPart, DatasetSettings, Likeness, ValueExchanger
from veriscope.scenarios.facts import Hop

PEOPLE = [f"person{n:02}" for n in range(30)]
TOWNS = [f"town{n}" for n in range(8)]
CLASSES = {**dict.fromkeys(PEOPLE, "Person"), **dict.fromkeys(TOWNS, "Town")}


def town(number):
    return TOWNS[number % len(TOWNS)]


FACTS = [
    *((person, "bornIn", town(n)) for n, person in enumerate(PEOPLE)),
    *((person, "diedIn", town(n + n // 8)) for n, person in enumerate(PEOPLE)),
    *((person, "knows", PEOPLE[(7 * n + 3) % 30]) for n, person in enumerate(PEOPLE)),
]
GRAPH = typed_graph(FACTS, CLASSES)


def made(transparency, *, homogeneity=1.0, size=20, ratio=1.0, apart_from=None, seed=0):
    maker = maker_of(GRAPH, "bornIn", seed=seed)
    return maker.make(DatasetPart.TEST, DatasetSettings(transparency, homogeneity, size, ratio), apart_from=apart_from)


@pytest.mark.parametrize("transparency", [0.0, 0.35, 1.0])
def test_a_set_has_the_facts_asked_for(transparency):
    facts = made(transparency).dataset.facts
    hard = [fact for fact in facts if fact.is_hard]
    assert [fact.is_true for fact in facts] == [True] * 10 + [False] * 10
    assert len(hard) == int(10 * (1 - transparency))
    assert facts[10 : 10 + len(hard)] == tuple(hard)


def test_every_true_fact_is_held_and_every_false_one_is_not():
    for fact in made(0.5).dataset.facts:
        held = (fact.triple.subject, fact.triple.predicate, fact.triple.object) in FACTS
        assert held == fact.is_true


def test_a_hard_fact_has_ends_like_those_of_true_facts_and_a_path_between_them():
    for fact in made(0.0).dataset.false_facts:
        assert fact.triple.subject in PEOPLE
        assert fact.triple.object in TOWNS
        assert 1 <= len(fact.origin) <= 2
        assert fact.triple.object in _reached(fact.triple.subject, fact.origin)


def _reached(node, path):
    nodes = {node}
    for hop in path:
        nodes = {
            end
            for subject, predicate, object_ in FACTS
            for start, end in [(subject, object_) if hop.is_forward else (object_, subject)]
            if predicate == hop.predicate and start in nodes
        }
    return nodes


def test_the_same_seed_makes_the_same_set_and_another_another():
    assert made(0.5) == made(0.5)
    assert made(0.5) != made(0.5, seed=1)


def test_sets_of_different_transparency_share_their_true_facts_and_begin_with_the_same_hard_ones():
    easy, middle, hard = (made(transparency).dataset for transparency in (1.0, 0.5, 0.0))
    assert easy.true_facts == middle.true_facts == hard.true_facts
    assert middle.false_facts[:5] == hard.false_facts[:5]


def test_a_hard_fact_carries_the_cluster_of_the_true_fact_it_was_made_from():
    maker = DatasetMaker(pool_of(GRAPH, "bornIn", {p: n % 2 for n, p in enumerate(PEOPLE)}), walker(GRAPH, "bornIn"))
    dataset = maker.make(DatasetPart.TEST, DatasetSettings(0.5, 0.5, 20)).dataset
    assert {fact.cluster for fact in dataset.true_facts} == {0, 1}
    assert {fact.cluster for fact in dataset.false_facts if fact.is_hard} <= {0, 1}
    assert {fact.cluster for fact in dataset.false_facts if not fact.is_hard} == {None}


def test_where_the_sets_own_true_facts_make_too_few_others_help_and_that_is_told():
    # Each person can be given at most the town of death and those of acquaintances: one true fact makes few.
    result = made(0.0, size=12, ratio=1 / 11)
    assert len(result.dataset.true_facts) == 1
    assert result.from_other_facts > 0
    others = [fact for fact in result.dataset.false_facts if fact.cluster is None]
    assert len(others) == result.from_other_facts


def test_random_facts_take_ends_of_other_facts_only_where_the_sets_own_do_not_suffice():
    assert made(1.0).with_other_ends == 0
    alone = made(1.0, size=5, ratio=0.25)
    assert len(alone.dataset.true_facts) == 1
    assert alone.with_other_ends == 4


def test_too_few_hard_facts_are_told_with_the_nearest_that_can_be_made():
    # Nobody but Ann is joined to a town by another predicate, and only to this one.
    graph = typed_graph(
        [*((person, "bornIn", town(n)) for n, person in enumerate(PEOPLE)), ("person00", "diedIn", "town5")], CLASSES
    )
    with pytest.raises(ImpossibleError) as error:
        maker_of(graph, "bornIn").make(DatasetPart.TEST, DatasetSettings(0.0, size=20))
    assert "only 1 hard false facts can be made, 10 are needed" in str(error.value)
    # ⌊(1 − τ) · 10⌋ = 1 from τ = 0.81 on; of 3 facts one is false.
    assert "transparency 0.81 or more, or size 3 or less, works" in str(error.value)
    made = maker_of(graph, "bornIn").make(DatasetPart.TEST, DatasetSettings(0.81, size=20))
    assert made.dataset.false_facts[0].origin == (Hop("diedIn", is_forward=True),)


def test_too_few_random_facts_are_told():
    # Two subjects and two objects, all four combinations true but one.
    graph = typed_graph([("a", "p", "x"), ("a", "p", "y"), ("b", "p", "x")])
    with pytest.raises(ImpossibleError, match="only 1 random false facts can be made, 2 are needed"):
        maker_of(graph, "p").make(DatasetPart.TEST, DatasetSettings(size=4))


def test_values_are_exchanged_among_subjects_of_the_same_class():
    values = [(person, "height", f'"{150 + n}"') for n, person in enumerate(PEOPLE)]
    values += [(name, "height", f'"{n}"') for n, name in enumerate(TOWNS)]
    graph = typed_graph(FACTS, CLASSES, values)
    pool = pool_of(graph, "height")
    dataset = (
        DatasetMaker(pool, ValueExchanger(pool, Likeness(Classes.of(graph.schema))))
        .make(DatasetPart.TEST, DatasetSettings(0.5, size=40))
        .dataset
    )
    held = {(subject, value) for subject, _, value in values}
    assert all(((f.triple.subject, f.triple.object) in held) == f.is_true for f in dataset.facts)
    hard = [fact for fact in dataset.facts if fact.is_hard]
    assert len(hard) == 10
    for fact in hard:
        assert (fact.triple.subject in PEOPLE) == (len(fact.triple.object) == len('"150"'))
        assert [hop.predicate.rsplit("#")[-1] for hop in fact.origin] == ["type", "type", "height"]


@st.composite
def graphs(draw):
    nodes = [f"n{number}" for number in range(draw(st.integers(3, 9)))]
    ends = st.sampled_from(nodes)
    triples = draw(st.sets(st.tuples(ends, st.sampled_from("pqr"), ends), min_size=4, max_size=60))
    classes = draw(st.dictionaries(ends, st.sampled_from(["A", "B", "A B"])))
    named = {end for subject, _, object_ in triples for end in (subject, object_)}
    clusters = draw(st.fixed_dictionaries({node: st.integers(0, 2) for node in nodes}))
    return triples, {node: text for node, text in classes.items() if node in named}, clusters


@pytest.mark.slow
@settings(max_examples=60)
@given(
    world=graphs(),
    transparency=st.sampled_from([0.0, 0.3, 0.5, 1.0]),
    homogeneity=st.sampled_from([0.0, 0.5, 1.0]),
    size=st.integers(2, 10),
    ratio=st.sampled_from([0.5, 1.0]),
)
def test_whatever_is_made_is_sound(world, transparency, homogeneity, size, ratio):
    triples, classes, clusters = world
    if not any(predicate == "p" for _, predicate, _ in triples):
        return
    graph = typed_graph(triples, classes)
    maker = DatasetMaker(pool_of(graph, "p", clusters), walker(graph, "p"), fills_up=True)
    try:
        train = maker.make(DatasetPart.TRAIN, DatasetSettings(1.0, homogeneity, 4))
        wanted = DatasetSettings(transparency, homogeneity, size, ratio)
        test = maker.make(DatasetPart.TEST, wanted, apart_from=train)
    except ImpossibleError:
        return
    _check_sound(train, triples, size=4)
    _check_sound(test, triples, size=size)
    assert len(test.dataset.true_facts) == wanted.true_facts
    assert sum(fact.is_hard for fact in test.dataset.facts) == wanted.hard_facts
    both = _pairs(train) & {pair for one in _pairs(test) for pair in (one, one[::-1])}
    assert not both
    assert maker.make(DatasetPart.TEST, wanted, apart_from=train) == test


def _check_sound(result, triples, *, size):
    facts, pairs = result.dataset.facts, _pairs(result)
    assert len(facts) == len(pairs) == size
    assert not [pair for pair in pairs if pair[::-1] in pairs]
    for fact in facts:
        subject, object_ = fact.triple.subject, fact.triple.object
        assert ((subject, "p", object_) in triples) == fact.is_true
        assert fact.is_true or (object_, "p", subject) not in triples


def _pairs(result):
    return {(fact.triple.subject, fact.triple.object) for fact in result.dataset.facts}


def test_tests_share_as_many_true_facts_as_their_settings_allow():
    maker = DatasetMaker(pool_of(GRAPH, "bornIn", {p: n % 3 for n, p in enumerate(PEOPLE)}), walker(GRAPH, "bornIn"))
    sets = {
        (transparency, homogeneity): maker.make(
            DatasetPart.TEST, DatasetSettings(transparency, homogeneity, 16)
        ).dataset
        for transparency, homogeneity in product((0.5, 1.0), (0.0, 0.5, 1.0))
    }
    for homogeneity in (0.0, 0.5, 1.0):
        assert sets[0.5, homogeneity].true_facts == sets[1.0, homogeneity].true_facts
    assert sets[1.0, 0.5].true_facts[:4] == sets[1.0, 1.0].true_facts[:4]
