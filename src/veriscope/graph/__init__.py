"""RDF and TSV → compact graph: loading, storing, hiding facts, properties of facts."""

from veriscope.graph.building import BuildReport, build_graph, read_graph
from veriscope.graph.edges import Edges, Groups
from veriscope.graph.graph import Attributes, Graph, Labels, Schema
from veriscope.graph.name_search import NameFinder
from veriscope.graph.names import Names
from veriscope.graph.numbers import numbers_of, triple_of
from veriscope.graph.predicate_paths import PathCounts, PathFinder, PredicatePath, path_text
from veriscope.graph.sources import GraphSource, plan_graph
from veriscope.graph.store import open_graph, write_graph
from veriscope.graph.view import View
from veriscope.graph.walks import walk_from

__all__ = [
    "Attributes",
    "BuildReport",
    "Edges",
    "Graph",
    "GraphSource",
    "Groups",
    "Labels",
    "NameFinder",
    "Names",
    "PathCounts",
    "PathFinder",
    "PredicatePath",
    "Schema",
    "View",
    "build_graph",
    "numbers_of",
    "open_graph",
    "path_text",
    "plan_graph",
    "read_graph",
    "triple_of",
    "walk_from",
    "write_graph",
]
