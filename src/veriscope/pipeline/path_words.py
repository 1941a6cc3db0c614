"""Triples and paths in the names that people use."""

from dataclasses import asdict

from veriscope.domain import CheckedTriple, Path, Reason, Triple
from veriscope.graph import Graph, node_label, predicate_label, readable_iri


def triple_words(graph: Graph, triple: Triple) -> str:
    """`Lima —capital of→ Peru`."""
    ends = node_words(graph, triple.subject), node_words(graph, triple.object)
    return f"{ends[0]} —{predicate_words(graph, triple.predicate)}→ {ends[1]}"


def path_words(graph: Graph, path: Path) -> str:
    """`Lima —in→ Peru ←in— Cusco`: an arrow points from the subject of an edge to its object."""
    words = [node_words(graph, path.start)]
    for step in path.steps:
        name = predicate_words(graph, step.predicate)
        arrow = f"—{name}→" if step.is_forward else f"←{name}—"
        words += [arrow, node_words(graph, step.node)]
    return " ".join(words)


def node_words(graph: Graph, name: str) -> str:
    """What people call an entity."""
    number = graph.nodes.find(name)
    return readable_iri(name) if number is None else node_label(graph, number)


def predicate_words(graph: Graph, name: str) -> str:
    """What people call a predicate."""
    number = graph.predicates.find(name)
    return readable_iri(name) if number is None else predicate_label(graph, number)


def explanation_json(graph: Graph, checked: CheckedTriple) -> list[dict[str, object]]:
    """The reasons of a score, weightiest first, with their paths both in words and by name."""
    return [_reason_json(graph, reason) for reason in checked.reasons]


def _reason_json(graph: Graph, reason: Reason) -> dict[str, object]:
    return {
        "text": reason.text,
        "weight": reason.weight,
        "paths": [{"words": path_words(graph, path), **_path_json(path)} for path in reason.paths],
        "facts": [{"words": triple_words(graph, fact), **asdict(fact)} for fact in reason.facts],
    }


def _path_json(path: Path) -> dict[str, object]:
    steps = [{"predicate": step.predicate, "is_forward": step.is_forward, "node": step.node} for step in path.steps]
    return {"start": path.start, "steps": steps}
