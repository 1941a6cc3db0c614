"""The public graphs with their published parts: the facts to train on, and those to choose and to measure on."""

import tarfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from veriscope.graph import Graph, Names, View


class Splits(NamedTuple):
    """A view of the training facts, in whose numbers the other parts are given."""

    view: View
    parts: dict[str, np.ndarray]

    @property
    def known(self) -> np.ndarray:
        """Every true fact."""
        return np.concatenate([facts for name, facts in self.parts.items() if not name.endswith("negatives")])

    def labelled(self, part: str) -> tuple[np.ndarray, np.ndarray]:
        """The facts of a part with its false ones, and which are true."""
        true, false = self.parts[part], self.parts[f"{part}_negatives"]
        return np.concatenate([true, false]), np.arange(len(true) + len(false)) < len(true)


def read_splits(data: Path, name: str) -> Splits:
    """Read `fb15k-237`, `wn18rr`, `codex-s` or `codex-m` from its archive."""
    rows = {}
    with tarfile.open(data / "kg" / f"{name}.tar.xz") as archive:
        for member in archive:
            part = Path(member.name).stem
            if member.isfile() and part in {"train", "valid", "test", "valid_negatives", "test_negatives"}:
                text = archive.extractfile(member).read().decode("utf-8")
                rows[part] = [tuple(line.split("\t")[:3]) for line in text.splitlines()]
    nodes = sorted({end for part in rows.values() for subject, _, object_ in part for end in (subject, object_)})
    predicates = sorted({predicate for part in rows.values() for _, predicate, _ in part})
    places, labels = ({text: place for place, text in enumerate(texts)} for texts in (nodes, predicates))
    parts = {
        part: np.array([(places[s], labels[p], places[o]) for s, p, o in facts], dtype=np.int32)
        for part, facts in sorted(rows.items())
    }
    train = np.unique(parts["train"], axis=0)
    graph = Graph.of_numbers(train, nodes=Names.of(nodes), predicates=Names.of(predicates))
    return Splits(View.of(graph), parts)
