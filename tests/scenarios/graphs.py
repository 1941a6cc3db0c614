"""Small graphs with classes and values, made by hand."""

from dataclasses import replace

import numpy as np

from veriscope.graph import Graph, Groups, Names, PathFinder, View
from veriscope.graph.compact.classes import Classes
from veriscope.graph.compact.graph import Attributes
from veriscope.scenarios import DatasetMaker, FactPool, Likeness, RandomWalkMaker, pairs_of


def typed_graph(triples, classes=None, values=()):
    """Facts between entities, the classes of entities (name → words), and literal facts."""
    graph = Graph.of([*triples, *((s, p, s) for s, p, _ in values)])
    if values:
        graph = _with_values(graph, triples, values)
    names = sorted({name for text in (classes or {}).values() for name in text.split()})
    rows = [
        (graph.nodes.find(node), names.index(name)) for node, text in (classes or {}).items() for name in text.split()
    ]
    types = np.array(sorted(rows), dtype=np.int32).reshape(-1, 2)
    nothing = np.empty(0, dtype=np.int32)
    schema = replace(
        graph.schema,
        classes=Names.of(names),
        types=Groups.of(types[:, 0], types[:, 1], count=len(graph.nodes)),
        superclasses=Groups.of(nothing, nothing, count=len(names)),
    )
    return replace(graph, schema=schema)


def _with_values(graph, triples, values):
    edges = [(graph.nodes.find(s), graph.predicates.find(p), graph.nodes.find(o)) for s, p, o in triples]
    facts = np.array(edges, dtype=np.int32).reshape(-1, 3)
    texts = Names.of(sorted({value for _, _, value in values}))
    rows = np.array(
        sorted((graph.nodes.find(s), graph.predicates.find(p), texts.find(value)) for s, p, value in values),
        dtype=np.int32,
    )
    starts = np.zeros(len(graph.nodes) + 1, dtype=np.int64)
    np.cumsum(np.bincount(rows[:, 0], minlength=len(graph.nodes)), out=starts[1:])
    plain = Graph.of_numbers(facts, nodes=graph.nodes, predicates=graph.predicates)
    return replace(plain, attributes=Attributes(starts, rows[:, 1].copy(), rows[:, 2].copy(), texts))


def pool_of(graph, predicate, clusters=None, seed=0):
    """The facts of a predicate; `clusters` gives a subject's cluster, or all are one."""
    number = graph.predicates.find(predicate)
    pairs, is_literal, left_out = pairs_of(graph, number)
    labels = [0 if clusters is None else clusters[graph.nodes[subject]] for subject in pairs[:, 0]]
    return FactPool(graph, number, pairs, is_literal, left_out, np.array(labels, dtype=np.int32), seed)


def walker(graph, predicate, *, type_overlap=4, path_length=3):
    """Algorithm 1 for a predicate."""
    likeness = Likeness(Classes.of(graph.schema), type_overlap)
    return RandomWalkMaker(
        graph, graph.predicates.find(predicate), likeness, PathFinder.of(View.of(graph)), path_length
    )


def maker_of(graph, predicate, **settings):
    """Makes sets of a predicate's facts, hard ones by random walks."""
    return DatasetMaker(pool_of(graph, predicate, **settings), walker(graph, predicate))
