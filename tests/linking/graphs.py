from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from veriscope.graph import Graph, Groups, Names
from veriscope.graph.compact.graph import Attributes, Labels, Schema

XSD = "http://www.w3.org/2001/XMLSchema#"
CITIES = ["Vell", "Port_Ellis", "Sorn_(city)", "Tarn,_Ostia"]
COUNTRIES = ["Arvania", "Ostia", "Mirland"]
FACTS = [
    ("Arvania", "capital", "Port_Ellis"),
    ("Ostia", "capital", "Sorn_(city)"),
    ("Mirland", "capital", "Vell"),
    ("Arvania", "borders", "Ostia"),
    ("Ostia", "borders", "Arvania"),
    ("Vell", "cityOf", "Arvania"),
    ("Port_Ellis", "cityOf", "Arvania"),
    ("Sorn_(city)", "cityOf", "Ostia"),
    ("Tarn,_Ostia", "cityOf", "Ostia"),
    ("Ann_Dor", "parent", "Bea_Dor"),
    ("Cle_Dor", "parent", "Bea_Dor"),
    ("Bea_Dor", "child", "Ann_Dor"),
    ("Bea_Dor", "child", "Cle_Dor"),
]
LITERALS = [
    ("Arvania", "population", f'"1400000"^^<{XSD}integer>'),
    ("Ostia", "population", f'"52000"^^<{XSD}integer>'),
    ("Port_Ellis", "foundedYear", f'"1204"^^<{XSD}gYear>'),
    ("Arvania", "drivingSide", '"left"'),
    ("Ostia", "drivingSide", '"right"'),
]
TYPES = {
    **{name: ["City"] for name in CITIES},
    **{name: ["Country"] for name in COUNTRIES},
    **{name: ["Person"] for name in ("Ann_Dor", "Bea_Dor", "Cle_Dor")},
    "Sorn_River": ["River"],
    "Ostia": ["Country", "LandlockedCountry"],
}


def graph_of(
    facts: Sequence[tuple[str, str, str]],
    literals: Sequence[tuple[str, str, str]] = (),
    types: dict[str, list[str]] | None = None,
) -> Graph:
    """A small graph whose names are the last parts of IRIs."""
    types = types or {}
    nodes = Names.of(sorted({end for s, _, o in facts for end in (s, o)} | {s for s, _, _ in literals} | set(types)))
    predicates = Names.of(sorted({p for _, p, _ in (*facts, *literals)}))
    classes = Names.of(sorted({name for names in types.values() for name in names}))
    rows = sorted({(nodes.find(s), predicates.find(p), nodes.find(o)) for s, p, o in facts})
    graph = Graph.of_numbers(np.array(rows, dtype=np.int32).reshape(-1, 3), nodes=nodes, predicates=predicates)
    pairs = np.array(
        [(nodes.find(node), classes.find(name)) for node, names in types.items() for name in names], dtype=np.int32
    ).reshape(-1, 2)
    nothing = np.empty(0, dtype=np.int32)
    of_nodes = Groups.of(pairs[:, 0], pairs[:, 1], count=len(nodes))
    of_classes = Groups.of(nothing, nothing, count=len(classes))
    of_predicates = Groups.of(nothing, nothing, count=len(predicates))
    texts = Names.of(sorted({text for _, _, text in literals}))
    values = np.array(
        sorted({(nodes.find(s), predicates.find(p), texts.find(text)) for s, p, text in literals}), dtype=np.int32
    ).reshape(-1, 3)
    starts = np.zeros(len(nodes) + 1, dtype=np.int64)
    np.cumsum(np.bincount(values[:, 0], minlength=len(nodes)), out=starts[1:])
    return replace(
        graph,
        schema=Schema(classes, of_nodes, of_classes, of_predicates, of_predicates),
        attributes=Attributes(starts, values[:, 1].copy(), values[:, 2].copy(), texts),
        node_labels=Labels.empty(len(nodes)),
    )
