"""Facts in BUCKLE's file format: short names, `1` and `-1`, origin paths such as `location,(-1)isPartOf`."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from veriscope.domain import Triple
from veriscope.errors import InputError
from veriscope.scenarios.facts import RDF_TYPE, Hop, LabelledFact

COLUMNS = ("Subject", "Object", "Relation", "Label", "Origin_Relation", "Cluster")

_TRUE, _FALSE = "1", "-1"
_NO_ORIGIN, _RANDOM, _OTHER_FACT = "No", "*", "#"
_BACKWARDS = "(-1)"
_TYPE_TEXT = "rdf:type"
_ENTITY = re.compile(r'[^<"].*')
_PREDICATE = re.compile(r"(?!\(-1\)|rdf:type$)[^,<>]+")
_HOP = re.compile(r"(\(-1\))?(<[^<>]*>|[^,<>]+)(?:,(?!$)|$)")
_NAMESPACE = re.compile(r".*://.*[/#]")


@dataclass(frozen=True, slots=True)
class Namespaces:
    """What short names stand for: the beginning of the IRIs of entities, and of predicates.

    A name that does not begin so, or would be ambiguous, is written in full, between `<` and `>`; a literal as in
    N-Triples.
    """

    entities: str = ""
    predicates: str = ""

    @classmethod
    def of(cls, facts: Iterable[LabelledFact]) -> "Namespaces":
        """The namespaces of most names in the facts."""
        entities: Counter[str] = Counter()
        predicates: Counter[str] = Counter()
        for fact in facts:
            entities.update(
                namespace_of(name) for name in (fact.triple.subject, fact.triple.object) if not _is_literal(name)
            )
            predicates.update(map(namespace_of, (fact.triple.predicate, *(hop.predicate for hop in fact.origin))))
        return cls(_commonest(entities), _commonest(predicates))

    def entity_text(self, name: str) -> str:
        """How a column writes the name of an entity or a value."""
        return name if _is_literal(name) else _shortened(name, self.entities, _ENTITY)

    def entity(self, text: str) -> str:
        """The name of the entity or value that a column writes."""
        return text if _is_literal(text) else _whole(text, self.entities)

    def predicate_text(self, name: str) -> str:
        """How a column or a path writes the name of a predicate."""
        return _TYPE_TEXT if name == RDF_TYPE else _shortened(name, self.predicates, _PREDICATE)

    def predicate(self, text: str) -> str:
        """The name of the predicate that a column or a hop writes."""
        return RDF_TYPE if text == _TYPE_TEXT else _whole(text, self.predicates)


def fact_cells(fact: LabelledFact, names: Namespaces) -> tuple[str, ...]:
    """A fact as a row of `COLUMNS`."""
    if fact.is_true:
        origin, no_cluster = _NO_ORIGIN, _RANDOM
    elif fact.origin:
        origin, no_cluster = path_text(fact.origin, names), _OTHER_FACT
    else:
        origin, no_cluster = _RANDOM, _RANDOM
    return (
        names.entity_text(fact.triple.subject),
        names.entity_text(fact.triple.object),
        names.predicate_text(fact.triple.predicate),
        _TRUE if fact.is_true else _FALSE,
        origin,
        no_cluster if fact.cluster is None else str(fact.cluster),
    )


def fact_of(cells: Sequence[str], names: Namespaces) -> LabelledFact:
    """The fact of a row; raises `InputError` that says what is wrong."""
    if len(cells) != len(COLUMNS):
        raise InputError(f"{len(cells)} columns; a row has {len(COLUMNS)}: {', '.join(COLUMNS)}")
    subject, object_, predicate, label, origin, cluster = cells
    if not (subject and object_ and predicate):
        raise InputError("an empty name; subject, object and relation are needed")
    if label not in (_TRUE, _FALSE):
        raise InputError(f"the label {label!r} is neither {_TRUE} nor {_FALSE}")
    if (label == _TRUE) != (origin == _NO_ORIGIN):
        raise InputError(f"the origin {origin!r} does not go with label {label}: true facts have {_NO_ORIGIN!r}")
    if cluster not in (_RANDOM, _OTHER_FACT) and not cluster.isdecimal():
        raise InputError(f"the cluster {cluster!r} is not a number, {_RANDOM} or {_OTHER_FACT}")
    return LabelledFact(
        Triple(names.entity(subject), names.predicate(predicate), names.entity(object_)),
        is_true=label == _TRUE,
        origin=() if origin in (_NO_ORIGIN, _RANDOM) else path_of(origin, names),
        cluster=int(cluster) if cluster.isdecimal() else None,
    )


def path_text(path: Iterable[Hop], names: Namespaces) -> str:
    """`location,(-1)isPartOf`: predicates from subject to object, those walked backwards marked."""
    return ",".join(f"{'' if hop.is_forward else _BACKWARDS}{names.predicate_text(hop.predicate)}" for hop in path)


def path_of(text: str, names: Namespaces) -> tuple[Hop, ...]:
    """The path that a text describes."""
    hops, place = [], 0
    while place < len(text):
        hop = _HOP.match(text, place)
        if hop is None:
            raise InputError(f"the path {text!r} is not a path; write predicates with commas between them")
        hops.append(Hop(names.predicate(hop[2]), is_forward=hop[1] is None))
        place = hop.end()
    return tuple(hops)


def namespace_of(name: str) -> str:
    """The beginning of an IRI, up to its last `/` or `#`; nothing for other names."""
    found = _NAMESPACE.match(name)
    return found[0] if found else ""


def _commonest(counts: Counter[str]) -> str:
    return min(counts, key=lambda namespace: (-counts[namespace], namespace), default="")


def _shortened(name: str, namespace: str, plain: re.Pattern[str]) -> str:
    short = name.removeprefix(namespace)
    return short if name.startswith(namespace) and plain.fullmatch(short) else f"<{name}>"


def _whole(text: str, namespace: str) -> str:
    return text[1:-1] if text.startswith("<") and text.endswith(">") else namespace + text


def _is_literal(name: str) -> bool:
    return name.startswith('"')
