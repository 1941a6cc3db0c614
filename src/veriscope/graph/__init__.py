"""RDF and TSV → compact graph: loading, storing, hiding facts, properties of facts."""

from veriscope.graph.edges import Edges, Groups
from veriscope.graph.graph import Attributes, Graph, Labels, Schema
from veriscope.graph.names import Names
from veriscope.graph.numbers import numbers_of, triple_of
from veriscope.graph.view import View

__all__ = ["Attributes", "Edges", "Graph", "Groups", "Labels", "Names", "Schema", "View", "numbers_of", "triple_of"]
