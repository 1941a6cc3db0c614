from dataclasses import replace
from math import log, log2

import numpy as np
import pytest
from scipy.sparse import csr_array

from veriscope.checking.anchored_paths import INVERSE_PENALTIES, AnchoredPaths, information_gains
from veriscope.checking.feature_rows import FeatureRow
from veriscope.checking.kg_miner import KgMiner
from veriscope.checking.predicate_examples import PredicateExamples
from veriscope.domain import GoldTriple, Triple
from veriscope.graph import Graph, Groups, Names, View, triple_of
from veriscope.graph.compact.classes import Classes
from veriscope.graph.compact.graph import Schema

IS_TRUE = np.array([True, True, True, True, False, False, False, False])


def typed(graph: Graph, types: dict[str, str]) -> Graph:
    """The graph with one class for each of the nodes given."""
    names = sorted(set(types.values()))
    pairs = [(graph.nodes.find(node), names.index(name)) for node, name in types.items()]
    owners, members = np.array(pairs, dtype=np.int32).reshape(-1, 2).T
    nothing = np.empty(0, dtype=np.int32)
    schema = Schema(
        Names.of(names),
        Groups.of(owners, members, count=len(graph.nodes)),
        Groups.of(nothing, nothing, count=len(names)),
        graph.schema.domains,
        graph.schema.ranges,
    )
    return replace(graph, schema=schema)


def test_information_gain_is_what_having_a_path_tells_of_the_label():
    has_path = np.array(
        [
            # none, all, true ones only, three true ones and a false one
            [0, 1, 1, 2],
            [0, 1, 1, 1],
            [0, 1, 2, 5],
            [0, 1, 1, 0],
            [0, 1, 0, 3],
            [0, 1, 0, 0],
            [0, 1, 0, 0],
            [0, 1, 0, 0],
        ]
    )
    left_over = 3 / 4 * log2(4 / 3) + 1 / 4 * log2(4)
    assert information_gains(csr_array(has_path), IS_TRUE) == pytest.approx([0, 0, 1, 1 - left_over])


def test_a_path_counts_by_the_logarithm_of_its_occurrences():
    helpers = [(f"person{i}", "knows", f"friend{i}{k}") for i in range(6) for k in range(3)]
    homes = [(f"friend{i}{k}", "in", f"town{i}") for i in range(6) for k in range(3)]
    graph = Graph.of([*helpers, *homes, ("person0", "bornIn", "town0")])
    examples = [
        GoldTriple(Triple(f"person{i}", "bornIn", f"town{(i + shift) % 5}"), is_true=not shift)
        for i in range(5)
        for shift in (0, 1)
    ]
    checker = KgMiner.fit(View.of(graph), examples)
    linked, unlinked = checker.check(
        [Triple("person5", "bornIn", "town5"), Triple("person5", "bornIn", "town0")], reasons=3
    )
    (reason,) = linked.reasons
    assert reason.text == "3 paths: knows → in"
    assert [step.node for step in reason.paths[0].steps] == ["friend50", "town5"]
    (bias,) = unlinked.reasons
    assert log(linked.score / (1 - linked.score)) == pytest.approx(reason.weight + bias.weight)
    weight = reason.weight / log(1 + 3)
    one_way = Graph.of([*helpers, *homes, ("person0", "bornIn", "town0"), ("person5", "knows", "friend00")])
    (once,) = KgMiner.fit(View.of(one_way), examples).check([Triple("person5", "bornIn", "town0")], reasons=1)
    assert once.reasons[0].weight == pytest.approx(weight * log(1 + 1))


def world() -> tuple[Graph, list[GoldTriple]]:
    """Players are in their team's town, poets in their publisher's; both are claimed to live in some town."""
    facts, types, examples = [], {}, []
    for kind, via in (("player", "playsFor"), ("poet", "publishedBy")):
        for i in range(5):
            person, firm, town = f"{kind}{i}", f"firm of {kind}{i}", f"town of {kind}{i}"
            facts += [(person, via, firm), (firm, "in", town)]
            types |= {person: kind, town: "town"}
            wrong = f"town of {kind}{(i + 1) % 5}"
            examples += [GoldTriple(Triple(person, "livesIn", place), place == town) for place in (town, wrong)]
    facts += [("player0", "livesIn", "town of player0"), ("stranger", "knows", "player0")]
    return typed(Graph.of(facts), types), examples


def told(checker: KgMiner, subject: str, object_: str) -> list[str]:
    (checked,) = checker.check([Triple(subject, "livesIn", object_)], reasons=5)
    return sorted(reason.text for reason in checked.reasons if reason.paths)


def test_the_paths_of_true_examples_of_the_claims_types_count_and_no_others():
    graph, examples = world()
    checker = KgMiner.fit(View.of(graph), examples)
    assert told(checker, "player1", "town of player1") == ["1 path: plays for → in"]
    both = Graph.of(
        [*((t.subject, t.predicate, t.object) for t in triples(graph)), ("player1", "publishedBy", "firm of player1")]
    )
    both = typed(both, {"player1": "player", "town of player1": "town"} | types_of(graph))
    assert told(KgMiner.fit(View.of(both), examples), "player1", "town of player1") == [
        "1 path: plays for → in",
        "1 path: published by → in",
    ]
    unseen = [one for one in examples if one.triple.subject != "player1"]
    assert told(KgMiner.fit(View.of(both), unseen), "player1", "town of player1") == ["1 path: plays for → in"]


def test_a_claim_whose_ends_have_no_type_is_anchored_to_all_true_examples():
    graph, examples = world()
    more = Graph.of(
        [*((t.subject, t.predicate, t.object) for t in triples(graph)), ("stranger", "publishedBy", "firm of player2")]
    )
    checker = KgMiner.fit(View.of(typed(more, types_of(graph))), examples)
    assert told(checker, "stranger", "town of player2") == ["1 path: published by → in"]


def triples(graph: Graph) -> list[Triple]:
    return [triple_of(graph, fact) for fact in graph.facts()]


def types_of(graph: Graph) -> dict[str, str]:
    named = {name: graph.schema.types[number] for number, name in enumerate(graph.nodes)}
    return {name: graph.schema.classes[int(found[0])] for name, found in named.items() if len(found)}


def examples_with(rows: list[list[int]]) -> PredicateExamples:
    """Examples by the paths that each has."""
    found = [FeatureRow(np.array(row, dtype=np.int64), np.ones(len(row))) for row in rows]
    facts = np.array([[2 * i, 0, 2 * i + 1] for i in range(len(rows))], dtype=np.int32)
    return PredicateExamples(
        facts, found, IS_TRUE[: len(rows)] if len(rows) == 8 else np.arange(len(rows)) < len(rows) / 2
    )


def no_classes(nodes: int) -> Classes:
    return Classes.of(Schema.empty(nodes=nodes, predicates=1))


def test_the_first_of_penalties_that_do_equally_well_is_chosen():
    paths = AnchoredPaths.fit(examples_with([[1]] * 4 + [[]] * 4), no_classes(16), seed=0)
    assert paths.inverse_penalty == INVERSE_PENALTIES[0]
    model = paths.model_for(0, 1)
    assert model.columns.tolist() == [1]
    assert model.weights[0] > 0


def test_a_path_that_only_false_examples_have_is_no_candidate():
    paths = AnchoredPaths.fit(examples_with([[1]] * 4 + [[2]] * 4), no_classes(16), seed=0)
    assert paths.model_for(0, 1).columns.tolist() == [1]


def test_examples_without_any_path_leave_only_the_share_of_true_ones():
    paths = AnchoredPaths.fit(examples_with([[]] * 2), no_classes(4), seed=0)
    assert paths.model_for(0, 1).probabilities([FeatureRow(np.array([5]), np.ones(1))]).tolist() == [0.5]
