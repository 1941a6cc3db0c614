"""Every format of graphs reads the same statements alike, and bad files end in one clear line."""

import pytest

from veriscope.errors import VeriscopeError
from veriscope.graph import Graph, plan_graph
from veriscope.graph.rdf.building import read_graph
from veriscope.graph.rdf.sources import FORMATS

# The same two facts and a value; a new format needs its own writing of them here.
WRITTEN = {
    "json-ld": '[{"@id": "e:a", "p:in": [{"@id": "e:b"}, {"@id": "e:c"}], "p:name": "Ä"}]',
    "nquads": '<e:a> <p:in> <e:b> <g:g> .\n<e:a> <p:in> <e:c> .\n<e:a> <p:name> "Ä" .\n',
    "ntriples": '<e:a> <p:in> <e:b> .\n<e:a> <p:in> <e:c> .\n<e:a> <p:name> "Ä" .\n',
    "rdf-xml": (
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="p:">'
        '<rdf:Description rdf:about="e:a">'
        '<p:in rdf:resource="e:b"/><p:in rdf:resource="e:c"/><p:name>Ä</p:name></rdf:Description></rdf:RDF>'
    ),
    "trig": '<g:g> { <e:a> <p:in> <e:b> } <e:a> <p:in> <e:c> ; <p:name> "Ä" .',
    "tsv": 'e:a\tp:in\te:b\ne:a\tp:in\te:c\ne:a\tp:name\t"Ä"\n',
    "turtle": '<e:a> <p:in> <e:b>, <e:c> ; <p:name> "Ä" .',
}


def read(folder, content, name) -> Graph:
    path = folder / "facts"
    path.write_bytes(content)
    return read_graph(plan_graph([path], format_name=name))


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_same_statements_make_the_same_graph(tmp_path, name):
    graph = read(tmp_path, WRITTEN[name].encode(), name)
    assert list(graph.nodes) == ["e:a", "e:b", "e:c"]
    assert [graph.predicates[number] for number in graph.out.predicates] == ["p:in", "p:in"]
    assert list(graph.attributes.texts) == ['"Ä"']


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe" * 50, b"hello world", WRITTEN["turtle"].encode()[:-20]])
def test_what_is_no_graph_is_one_clear_line(tmp_path, name, content):
    with pytest.raises(VeriscopeError) as error:
        read(tmp_path, content, name)
    assert "\n" not in str(error.value)
    assert str(tmp_path / "facts") in str(error.value)
