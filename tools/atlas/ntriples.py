"""Writes the knowledge base as N-Triples, in a fixed order."""

from collections.abc import Iterator

from tools.atlas.tables import read_table
from tools.atlas.triples import Value, facts, things
from tools.atlas.world import World

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_XSD = "http://www.w3.org/2001/XMLSchema#"
_ILLEGAL = ' "<>\\^`{|}'


def write_ntriples(world: World) -> list[str]:
    """The lines of the knowledge base: the schema, the entities, then the facts, each part sorted."""
    entities = [line for thing in things(world) for line in _entity_lines(thing.title, thing.label, thing.classes)]
    statements = [f"{_entity(fact.subject)} {_term(fact.predicate)} {_object(fact.object)} ." for fact in facts(world)]
    return [*_schema(), *sorted(entities), *sorted(statements)]


def entity_iri(title: str) -> str:
    """The IRI of a thing; spaces become underscores, and what IRIs may not hold is percent-encoded."""
    name = title.replace(" ", "_")
    escaped = "".join(f"%{ord(char):02X}" if char in _ILLEGAL or char == "%" else char for char in name)
    return f"{_namespace()}entity/{escaped}"


def _namespace() -> str:
    return str(read_table("facts", "schema")["namespace"])


def _entity(title: str) -> str:
    return f"<{entity_iri(title)}>"


def _term(name: str) -> str:
    return f"<{_namespace()}ontology/{name}>"


def _datatype(name: str) -> str:
    return f"<{_XSD}{name.removeprefix('xsd:')}>"


def _literal(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _object(value: str | Value) -> str:
    if isinstance(value, str):
        return _entity(value)
    typed = "" if value.datatype == "xsd:string" else f"^^{_datatype(value.datatype)}"
    return _literal(value.text) + typed


def _entity_lines(title: str, label: str, classes: tuple[str, ...]) -> Iterator[str]:
    yield f"{_entity(title)} <{_RDFS}label> {_literal(label)}@en ."
    for name in classes:
        yield f"{_entity(title)} <{_RDF}type> {_term(name)} ."


def _schema() -> Iterator[str]:
    schema = read_table("facts", "schema")
    for name, parent in schema["classes"].items():
        yield f"{_term(name)} <{_RDF}type> <{_RDFS}Class> ."
        yield f"{_term(name)} <{_RDFS}label> {_literal(_words(name))}@en ."
        if parent:
            yield f"{_term(name)} <{_RDFS}subClassOf> {_term(parent)} ."
    for name, (domain, value_range) in schema["predicates"].items():
        target = _datatype(value_range) if value_range.startswith("xsd:") else _term(value_range)
        yield f"{_term(name)} <{_RDF}type> <{_RDF}Property> ."
        yield f"{_term(name)} <{_RDFS}label> {_literal(_words(name))}@en ."
        yield f"{_term(name)} <{_RDFS}domain> {_term(domain)} ."
        yield f"{_term(name)} <{_RDFS}range> {target} ."


def _words(name: str) -> str:
    return "".join(f" {char.lower()}" if char.isupper() else char for char in name).strip()
