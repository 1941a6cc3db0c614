import pytest

from tests.linking.graphs import FACTS, LITERALS, TYPES, graph_of
from veriscope.graph import Graph
from veriscope.graph.compact.end_types import EndTypes
from veriscope.graph.compact.entity_names import EntityNames
from veriscope.linking.linker import GraphLinker
from veriscope.linking.plain_lexicon import phrase_lexicon


@pytest.fixture(scope="session")
def arvania() -> Graph:
    """Three countries that do not exist, their cities, and a family."""
    return graph_of(FACTS, LITERALS, TYPES)


@pytest.fixture(scope="session")
def linker(arvania) -> GraphLinker:
    return GraphLinker(arvania, EntityNames.of(arvania), EndTypes.of(arvania), phrase_lexicon(arvania))
