import pytest

from tests.scenarios.graphs import pool_of, typed_graph
from veriscope.errors import ImpossibleError
from veriscope.scenarios import DatasetSettings, Popularity
from veriscope.scenarios.true_facts import choose_true_facts

# Ten facts: six in cluster 0, two in cluster 1, one each in clusters 2 and 3.
CLUSTERS = {**{f"a{n}": 0 for n in range(6)}, "b0": 1, "b1": 1, "c0": 2, "d0": 3}
GRAPH = typed_graph([(subject, "p", f"end of {subject}") for subject in CLUSTERS])


def chosen(settings, graph=GRAPH, clusters=CLUSTERS, taken=frozenset(), **options):
    pool = pool_of(graph, "p", clusters)
    places = choose_true_facts(pool, settings, taken=taken, **options)
    return [graph.nodes[int(pool.pairs[place, 0])] for place in places]


def settings(true_facts, homogeneity=1.0, **others):
    return DatasetSettings(size=2 * true_facts, homogeneity=homogeneity, **others)


def test_as_many_facts_as_asked_come_from_the_largest_cluster_and_the_rest_in_turn_from_the_others():
    subjects = chosen(settings(6, 0.5))
    assert [CLUSTERS[subject] for subject in subjects] == [0, 0, 0, 1, 2, 3]


def test_without_homogeneity_all_clusters_take_turns():
    subjects = chosen(settings(7, 0.0))
    assert [CLUSTERS[subject] for subject in subjects] == [0, 1, 2, 3, 0, 1, 0]


def test_sets_of_different_settings_share_what_they_can():
    all_alike, half, fifth = chosen(settings(6)), chosen(settings(6, 0.5)), chosen(settings(5, 0.2))
    assert half[:3] == all_alike[:3]
    assert fifth[0] == all_alike[0]
    assert fifth[1:4] == half[3:]
    assert chosen(settings(4, 1.0)) == all_alike[:4]


def test_popular_facts_come_first_and_unpopular_ones_last():
    # The popularity of a fact grows with the edges of its ends: subject n has n more.
    facts = [(f"s{n}", "p", f"o{n}") for n in range(6)]
    more = [(f"s{n}", "q", f"x{n}{m}") for n in range(6) for m in range(n)]
    graph = typed_graph([*facts, *more, *((f"o{n}", "q", f"y{n}{m}") for n in range(6) for m in range(n))])
    clusters = {f"s{n}": 0 for n in range(6)}
    assert chosen(settings(3, popularity=Popularity.POPULAR), graph, clusters) == ["s5", "s4", "s3"]
    assert chosen(settings(3, popularity=Popularity.UNPOPULAR), graph, clusters) == ["s0", "s1", "s2"]


def test_neither_a_fact_that_was_taken_nor_a_reverse_nor_a_loop_is_chosen():
    graph = typed_graph([("a", "p", "b"), ("b", "p", "a"), ("c", "p", "c"), ("d", "p", "e"), ("f", "p", "g")])
    pair = graph.nodes.find("e"), graph.nodes.find("d")
    subjects = chosen(settings(2), graph, dict.fromkeys("abcdf", 0), taken=frozenset({pair}))
    assert set(subjects) in ({"a", "f"}, {"b", "f"})


def test_too_small_a_largest_cluster_is_told_with_what_would_do():
    with pytest.raises(ImpossibleError) as error:
        chosen(settings(8))
    # ⌊h · 8⌋ ≤ 6 up to h = 0.87, and then 2 of the 4 others are needed; at h = 1, 6 true facts make 12 in all.
    assert "6 true facts of the largest cluster and 4 of others can be used, 8 and 0 are needed" in str(error.value)
    assert "homogeneity 0.87 or less, or size 12 or less, works" in str(error.value)
    assert len(chosen(settings(8, 0.87))) == 8
    assert len(chosen(DatasetSettings(size=12))) == 6


def test_the_next_largest_clusters_fill_up_where_that_is_asked_for():
    subjects = chosen(settings(9), fills_up=True)
    assert [CLUSTERS[subject] for subject in subjects] == [0, 0, 0, 0, 0, 0, 1, 1, 2]


def test_too_few_facts_outside_the_largest_cluster_are_told():
    with pytest.raises(ImpossibleError) as error:
        chosen(settings(9, 0.5))
    # ⌊h · 9⌋ must be at least 5 for the four others to suffice: h = 0.56.
    assert "homogeneity 0.56 or more" in str(error.value)
    assert len(chosen(settings(9, 0.56))) == 9


def test_too_few_facts_at_all_are_told():
    with pytest.raises(ImpossibleError, match="only 10 true facts can be used, 15 are needed; size 20 or less works"):
        chosen(settings(15, 0.0))
