import pytest

from tests.scenarios.graphs import pool_of, typed_graph, walker
from veriscope.graph import PathFinder, View
from veriscope.scenarios import DatasetMaker, DatasetPart, DatasetSettings, describe

GRAPH = typed_graph(
    [
        ("ann", "bornIn", "lima"),
        ("ann", "diedIn", "lima"),
        ("ann", "diedIn", "oslo"),
        ("bob", "bornIn", "oslo"),
        ("bob", "diedIn", "oslo"),
        ("lima", "twin", "oslo"),
    ],
    {"ann": "Person", "bob": "Person", "lima": "Town", "oslo": "Town"},
)


def test_paths_and_popularity_are_counted_over_all_facts():
    pool = pool_of(GRAPH, "bornIn")
    made = DatasetMaker(pool, walker(GRAPH, "bornIn")).make(DatasetPart.TEST, DatasetSettings(size=4))
    found = describe(made, pool, PathFinder.of(View.of(GRAPH)))
    assert (found.facts, found.hard_facts, found.hard_paths) == (4, 0, 0)
    # Facts: both true ones; Ann and Oslo, Bob and Lima. Paths of at most two steps:
    #   Ann, Lima: diedIn; diedIn ^twin                        Bob, Oslo: diedIn
    #   Ann, Oslo: diedIn; bornIn twin; diedIn twin            Bob, Lima: bornIn ^twin; diedIn ^twin
    # That is diedIn 3 times, diedIn ^twin twice, bornIn twin, diedIn twin and bornIn ^twin once: 8 in 5.
    assert found.distinct_paths == 5
    assert found.path_frequency == pytest.approx(8 / 5)
    # Edges: Ann 3, Bob 2, Lima 3, Oslo 4; 3 on average. Formula (1): 3 (1 + 3/3), 2 (1 + 4/3), 3 (1 + 4/3), 2 (1 + 3/3)
    assert found.popularity == pytest.approx((6 + 14 / 3 + 7 + 4) / 4)
