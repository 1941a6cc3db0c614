import pytest

from veriscope.graph import Graph
from veriscope.graph.compact.popularity import mean_popularity, popularity_score


@pytest.mark.parametrize(("subject", "object_", "printed"), [(942, 23298, 16056), (1101, 1144, 1968), (205, 328, 251)])
def test_the_scores_of_the_paper_come_from_its_printed_degrees(subject, object_, printed):
    assert int(popularity_score(subject, object_, mean=1452)) == printed


def test_the_score_is_the_same_whichever_end_is_the_subject():
    assert popularity_score([3, 8], [8, 3], mean=4).tolist() == [9.0, 9.0]


def test_the_mean_counts_each_entity_of_the_predicate_once_with_all_its_edges():
    graph = Graph.of([("a", "p", "b"), ("a", "p", "c"), ("a", "q", "d"), ("e", "q", "d")])
    # a has 3 edges, b and c one each; d and e stand in no fact of p.
    assert mean_popularity(graph, 0) == pytest.approx(5 / 3)


def test_a_predicate_whose_facts_are_all_gone_scores_nothing():
    assert popularity_score([3], [4], mean=0).tolist() == [0.0]
