"""RDF and TSV → compact graph: loading, storing, hiding facts, properties of facts."""

from veriscope.graph.edges import Edges, Groups
from veriscope.graph.graph import Attributes, Graph, Labels, Schema
from veriscope.graph.names import Names
from veriscope.graph.numbers import numbers_of, triple_of
from veriscope.graph.predicate_paths import PathCounts, PathFinder, PredicatePath, path_text
from veriscope.graph.store import open_graph, write_graph
from veriscope.graph.view import View
from veriscope.graph.walks import walk_from

__all__ = [
    "Attributes",
    "Edges",
    "Graph",
    "Groups",
    "Labels",
    "Names",
    "PathCounts",
    "PathFinder",
    "PredicatePath",
    "Schema",
    "View",
    "numbers_of",
    "open_graph",
    "path_text",
    "triple_of",
    "walk_from",
    "write_graph",
]
