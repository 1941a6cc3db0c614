"""Claims that state facts of a graph with DBpedia's predicates, true and false, in the wordings of `wordings.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from veriscope.domain import LinkedTriple
from veriscope.graph import Graph
from veriscope.graph.compact.entity_names import title_of
from veriscope.linking.phrases import phrase_example, phrase_examples
from veriscope.text import without_qualifier

# Predicates that say the same the other way round: (s, successor, o) is (o, predecessor, s).
INVERSES = {
    "successor": "predecessor",
    "parent": "child",
    "influencedBy": "influenced",
    "doctoralAdvisor": "doctoralStudent",
    "spouse": "spouse",
}
_UNNAMED = "DB93K_"


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A claim and the fact that it states, by numbers; the graph holds it or not.

    It is listed where its wording is one of our phrases all the same: `{o} is the capital of {s}`.
    """

    text: str
    predicate: str
    fact: tuple[int, int, int]
    is_true: bool
    is_listed: bool

    def is_same(self, graph: Graph, linked: LinkedTriple) -> bool:
        """Whether a linked triple is the fact."""
        return _numbers(graph, linked) == self.fact

    def is_right(self, graph: Graph, linked: LinkedTriple) -> bool:
        """Whether it is the fact, or says the same the other way round."""
        subject, predicate, object_ = _numbers(graph, linked)
        is_inverse = title_of(graph.predicates[predicate]) == INVERSES.get(self.predicate)
        is_turned = (object_, subject) == (self.fact[0], self.fact[2])
        return self.is_same(graph, linked) or (is_inverse and is_turned)


def stated_facts(graph: Graph, half: str, *, count: int, seed: int) -> list[StatedFact]:
    """So many claims, spread evenly over predicates, then wordings; every second one has another object put in."""
    wordings = tomllib.loads((Path(__file__).parent / "wordings.toml").read_text(encoding="utf-8"))
    draw = Random(f"{half} {seed}")
    numbers = {title_of(iri): number for number, iri in enumerate(graph.predicates)}
    facts = {name: _named_facts(graph, numbers[name], draw) for name in wordings}
    listed = {(frame, sense) for frame, sense, _ in phrase_examples(graph)}
    found = []
    for place in range(count):
        name = list(wordings)[place % len(wordings)]
        said = wordings[name][half][place // len(wordings) % len(wordings[name][half])]
        subject, predicate, object_ = facts[name][place // len(wordings)]
        if not (is_true := draw.random() < 0.5):
            object_ = _another(graph, (subject, predicate, object_), facts[name], draw)
        text = said.format(s=_name(graph, subject), o=_name(graph, object_))
        is_listed = phrase_example(said, predicate) in listed
        found.append(StatedFact(text, name, (subject, predicate, object_), is_true, is_listed))
    return found


def as_rows(stated: list[StatedFact]) -> np.ndarray:
    """The facts as rows of numbers, to be hidden."""
    return np.array([one.fact for one in stated], dtype=np.int32)


def _named_facts(graph: Graph, predicate: int, draw: Random) -> list[tuple[int, int, int]]:
    """The facts of a predicate whose ends have a name, in a random order."""
    facts = [tuple(row) for row in graph.facts_of(predicate).tolist()]
    named = [fact for fact in facts if not any(_UNNAMED in graph.nodes[end] for end in (fact[0], fact[2]))]
    draw.shuffle(named)
    return named


def _another(graph: Graph, fact: tuple[int, int, int], facts: list[tuple[int, int, int]], draw: Random) -> int:
    """The object of another fact of the predicate, which makes no fact with this subject."""
    subject, predicate, _ = fact
    while True:
        object_ = draw.choice(facts)[2]
        if object_ != subject and not graph.holds(subject, predicate, object_):
            return object_


def _name(graph: Graph, node: int) -> str:
    return without_qualifier(title_of(graph.nodes[node]))


def _numbers(graph: Graph, linked: LinkedTriple) -> tuple[int | None, int, int | None]:
    triple = linked.triple
    return graph.nodes.find(triple.subject), graph.predicates.find(triple.predicate), graph.nodes.find(triple.object)
