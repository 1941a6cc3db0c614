"""The RDF vocabulary for schemas and labels."""

_RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
_RDFS = "http://www.w3.org/2000/01/rdf-schema#"
_OWL = "http://www.w3.org/2002/07/owl#"
_SKOS = "http://www.w3.org/2004/02/skos/core#"
XSD = "http://www.w3.org/2001/XMLSchema#"

TYPE = f"{_RDF}type"
SUBCLASS_OF = f"{_RDFS}subClassOf"
DOMAIN = f"{_RDFS}domain"
RANGE = f"{_RDFS}range"
LABEL = f"{_RDFS}label"
PREFERRED_LABEL = f"{_SKOS}prefLabel"

# Labels from a side file: they describe what the graph holds, and add nothing to it. No real name begins like this.
SIDE_LABEL = "\x00label"
SIDE_PREDICATE_LABEL = "\x00predicate label"

# In the order of the numbers that they have in every build.
SCHEMA_PREDICATES = (
    TYPE, SUBCLASS_OF, DOMAIN, RANGE, LABEL, PREFERRED_LABEL, SIDE_LABEL, SIDE_PREDICATE_LABEL,
)  # fmt: skip

# Their short forms in tables without full IRIs.
SHORT_FORMS = {
    "rdf:type": TYPE,
    "rdfs:subClassOf": SUBCLASS_OF,
    "rdfs:domain": DOMAIN,
    "rdfs:range": RANGE,
    "rdfs:label": LABEL,
    "skos:prefLabel": PREFERRED_LABEL,
}

CLASS_KINDS = (f"{_RDFS}Class", f"{_OWL}Class", f"{_RDFS}Datatype")
PREDICATE_KINDS = (
    f"{_RDF}Property",
    *(
        f"{_OWL}{kind}"
        for kind in (
            "ObjectProperty",
            "DatatypeProperty",
            "AnnotationProperty",
            "OntologyProperty",
            "FunctionalProperty",
            "InverseFunctionalProperty",
            "SymmetricProperty",
            "AsymmetricProperty",
            "ReflexiveProperty",
            "IrreflexiveProperty",
            "TransitiveProperty",
        )
    ),
)

_DATATYPES = (f"{_RDFS}Literal", f"{_RDF}langString", f"{_RDF}HTML", f"{_RDF}XMLLiteral", f"{_RDF}JSON")


def is_datatype(iri: str) -> bool:
    """Whether an IRI names a kind of literals, not a class of things."""
    return iri.startswith(XSD) or iri in _DATATYPES
