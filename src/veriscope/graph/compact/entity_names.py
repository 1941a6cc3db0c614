"""The folded names by which a graph's entities are found in a text; a name may belong to several."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from veriscope.graph.compact.graph import Graph
from veriscope.graph.compact.names import Names
from veriscope.text import name_key, without_qualifier

MOST_WORDS = 12
_ESCAPED_LETTERS = re.compile(r"(?:%[89A-Fa-f][0-9A-Fa-f])+")
_ASCII = "".join(map(chr, range(128)))
_WORD_START = re.compile(r"(?<=[a-z])(?=[A-Z])")


class NameKind(IntEnum):
    """How a name belongs to an entity, the most certain last."""

    SHORTENED = 1  # without the word of its class: `Congo` for `Congo River`
    PLACED = 2  # without what follows a comma: `Cambridge` for `Cambridge, Massachusetts`
    ALIAS = 3  # another given name, or the title without its bracketed qualifier
    WHOLE = 4  # the label or the title


class NamedNode(NamedTuple):
    """A node and how a name belongs to it."""

    node: int
    kind: NameKind


@dataclass(frozen=True, slots=True)
class EntityNames:
    """Name → nodes: those of name `n` are `nodes[starts[n]:starts[n + 1]]`, in ascending order."""

    names: Names
    starts: NDArray[np.int64]
    nodes: NDArray[np.int32]
    kinds: NDArray[np.uint8]

    @classmethod
    def of(cls, graph: Graph, aliases: Mapping[str, str] | None = None) -> "EntityNames":
        """The names of all nodes: labels, titles (the last part of an IRI), shorter forms, and aliases of titles."""
        best: dict[tuple[str, int], NameKind] = {}
        for key, node, kind in _pairs(graph, aliases or {}):
            if key and key.count(" ") < MOST_WORDS:
                best[key, node] = max(kind, best.get((key, node), kind))
        pairs = sorted(best)
        keys = list(dict.fromkeys(key for key, _ in pairs))
        place = {key: number for number, key in enumerate(keys)}
        owners = np.fromiter((place[key] for key, _ in pairs), dtype=np.int64, count=len(pairs))
        starts = np.zeros(len(keys) + 1, dtype=np.int64)
        np.cumsum(np.bincount(owners, minlength=len(keys)), out=starts[1:])
        nodes = np.fromiter((node for _, node in pairs), dtype=np.int32, count=len(pairs))
        kinds = np.fromiter((best[pair] for pair in pairs), dtype=np.uint8, count=len(pairs))
        return cls(Names.of(keys), starts, nodes, kinds)

    def find(self, key: str) -> list[NamedNode]:
        """The nodes that a name (as `text.name_key` writes it) may mean."""
        number = self.names.find(key)
        return [] if number is None else self._at(number)

    def items(self) -> Iterator[tuple[str, list[NamedNode]]]:
        """Every name with its nodes."""
        return ((name, self._at(number)) for number, name in enumerate(self.names))

    def _at(self, number: int) -> list[NamedNode]:
        places = range(int(self.starts[number]), int(self.starts[number + 1]))
        return [NamedNode(int(self.nodes[place]), NameKind(int(self.kinds[place]))) for place in places]


def title_of(iri: str) -> str:
    """The last part of an IRI as a title: `…/Lima_(film)` as `Lima (film)`."""
    part = iri[max(iri.rfind("/"), iri.rfind("#")) + 1 :] or iri
    return (unquote(part) if "%" in part else part).replace("_", " ")


def readable_iri(iri: str) -> str:
    """The IRI with escaped letters decoded, `S%C3%A3o_Paulo` as `São_Paulo`; other escapes stay."""
    return _ESCAPED_LETTERS.sub(_letters, iri) if "%" in iri else iri


def escaped_iri(iri: str) -> str:
    """The IRI with every letter beyond ASCII escaped, as many graphs write it."""
    return iri if iri.isascii() else quote(iri, safe=_ASCII)


def _letters(match: re.Match[str]) -> str:
    try:
        return unquote(match[0], errors="strict")
    except UnicodeDecodeError:
        return match[0]


def words_of(name: str) -> str:
    """The words of a predicate's or a class's name: `birthPlace` as `birth place`."""
    return _WORD_START.sub(" ", title_of(name)).lower()


def node_label(graph: Graph, node: int) -> str:
    """What people call a node: its label, or else its title."""
    place = int(graph.node_labels.places[node])
    return title_of(graph.nodes[node]) if place < 0 else graph.node_labels.texts[place]


def predicate_label(graph: Graph, predicate: int) -> str:
    """What people call a predicate: its label, or else the words of its name."""
    place = int(graph.predicate_labels.places[predicate])
    return words_of(graph.predicates[predicate]) if place < 0 else graph.predicate_labels.texts[place]


def _pairs(graph: Graph, aliases: Mapping[str, str]) -> Iterator[tuple[str, int, NameKind]]:
    class_words = [name_key(words_of(name)) for name in graph.schema.classes]
    by_title: dict[str, int] = {}
    for node, (iri, label) in enumerate(zip(graph.nodes, graph.node_labels.places.tolist(), strict=True)):
        title = title_of(iri)
        by_title[title] = node
        kinds = {class_words[number] for number in graph.schema.types[node].tolist()}
        for name in dict.fromkeys((title if label < 0 else graph.node_labels.texts[label], title)):
            yield from ((key, node, kind) for key, kind in _keys(name, kinds))
    for alias, title in aliases.items():
        if title in by_title:
            yield name_key(alias), by_title[title], NameKind.ALIAS


def _keys(name: str, classes: set[str]) -> Iterator[tuple[str, NameKind]]:
    """The keys of a name, whole and shortened."""
    key = name_key(name)
    yield key, NameKind.WHOLE
    bare = without_qualifier(name)
    if bare != name:
        yield name_key(bare), NameKind.ALIAS
    if ", " in bare:
        yield name_key(bare.partition(", ")[0]), NameKind.PLACED
    first, _, after = key.partition(" ")
    before, _, last = key.rpartition(" ")
    if after and first in classes:
        yield after, NameKind.SHORTENED
    if before and last in classes:
        yield before, NameKind.SHORTENED
