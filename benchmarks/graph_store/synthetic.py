"""A scale-free graph of any size, as a table of subject, predicate and object."""

from pathlib import Path

import numpy as np

PREDICATES = 671
_LINES = 200_000


def write_graph_table(path: Path, *, nodes: int, edges: int, seed: int = 0, form: str = "{}{}") -> None:
    """Write `edges` distinct facts among `nodes` entities, each of which stands in at least one fact.

    Objects and predicates follow Zipf's law, subjects are even: hubs are pointed at. `form` writes a name from its
    letter and number: a pattern of IRIs makes the file look like N-Triples without the dots.
    """
    facts = synthetic_facts(nodes=nodes, edges=edges, seed=seed)
    entities = [form.format("e", number) for number in range(nodes)]
    predicates = [form.format("p", number) for number in range(PREDICATES)]
    with path.open("w", encoding="ascii") as file:
        for start in range(0, len(facts), _LINES):
            rows = facts[start : start + _LINES].tolist()
            file.write("".join([f"{entities[s]}\t{predicates[p]}\t{entities[o]}\n" for s, p, o in rows]))


def synthetic_facts(*, nodes: int, edges: int, seed: int = 0) -> np.ndarray:
    """Rows of (subject, predicate, object), all different, in no order."""
    drawing = np.random.default_rng(seed)
    keys = np.empty(0, dtype=np.int64)
    names = drawing.permutation(nodes)
    while len(keys) < edges:
        missing = edges - len(keys) + edges // 100 + 1000
        subjects = drawing.integers(nodes, size=missing)
        objects = names[_zipf(drawing, nodes, missing, power=0.8)]
        if not len(keys):
            subjects[:nodes] = np.arange(nodes)[: len(subjects)]
        predicates = _zipf(drawing, PREDICATES, missing, power=1.0)
        new = (subjects.astype(np.int64) * PREDICATES + predicates) * nodes + objects
        keys = _first_of_each(np.concatenate([keys, new]))
    keys = keys[:edges]
    pairs, objects = np.divmod(drawing.permutation(keys), nodes)
    subjects, predicates = np.divmod(pairs, PREDICATES)
    return np.stack([subjects, predicates, objects], axis=1).astype(np.int32)


def _first_of_each(keys: np.ndarray) -> np.ndarray:
    """The keys without repeats, in their order, so that the first ones, which name every node, stay."""
    _, places = np.unique(keys, return_index=True)
    return keys[np.sort(places)]


def _zipf(drawing: np.random.Generator, size: int, count: int, *, power: float) -> np.ndarray:
    sums = np.cumsum(1 / np.arange(1, size + 1) ** power)
    return np.searchsorted(sums, drawing.random(count) * sums[-1]).clip(0, size - 1)
