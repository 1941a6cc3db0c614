"""Entities and predicates that a search found."""

from veriscope.cli.output import out, print_json
from veriscope.cli.page_view import visible
from veriscope.graph import Graph
from veriscope.graph.entity_names import title_of
from veriscope.graph.name_search import Found, search_entities, search_predicates

_SHOWN_CLASSES = 3


def print_found(graph: Graph, text: str, *, limit: int, as_json: bool) -> None:
    """Search, and print what was found."""
    entities = search_entities(graph, text, limit=limit)
    predicates = search_predicates(graph, text, limit=limit)
    if as_json:
        entity_rows = [{**_as_json(each), "classes": _classes(graph, each.number)} for each in entities]
        print_json({"entities": entity_rows, "predicates": [_as_json(each) for each in predicates]})
        return
    if not entities and not predicates:
        out.print(f"nothing found for {visible(text)!r}", soft_wrap=True)
    # One line each, whole: an IRI is there to be copied.
    for each in predicates:
        out.print(f"predicate  {visible(each.label)}  {visible(each.iri)}  {each.facts:,} facts", soft_wrap=True)
    for each in entities:
        told = "; ".join(part for part in (f"{each.facts:,} edges", _shown(graph, each)) if part)
        out.print(f"entity  {visible(each.label)}  {visible(each.iri)}  {told}", soft_wrap=True)


def _as_json(each: Found) -> dict[str, object]:
    return {"iri": each.iri, "label": each.label, "facts": each.facts}


def _classes(graph: Graph, node: int) -> list[str]:
    return [graph.schema.classes[each] for each in graph.schema.types[node].tolist()]


def _shown(graph: Graph, each: Found) -> str:
    classes = [visible(title_of(name)) for name in _classes(graph, each.number)]
    return ", ".join(classes[:_SHOWN_CLASSES]) + (" …" if len(classes) > _SHOWN_CLASSES else "")
