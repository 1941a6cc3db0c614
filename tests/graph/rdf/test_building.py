import gzip
import lzma

import numpy as np
import pytest
import zstandard

from veriscope.errors import InputError, StoreError, UsageError
from veriscope.graph import open_graph
from veriscope.graph.compact.manifest import read_manifest
from veriscope.graph.rdf.building import build_graph, read_graph
from veriscope.graph.rdf.sources import format_of, plan_graph

NTRIPLES = """\
<e:rome> <p:capitalOf> <e:italy> .
<e:rome> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <c:City> .
<e:rome> <http://www.w3.org/2000/01/rdf-schema#label> "Rom"@de .
<e:rome> <http://www.w3.org/2000/01/rdf-schema#label> "Rome"@en .
<e:rome> <p:population> "2800000"^^<http://www.w3.org/2001/XMLSchema#integer> .
<c:City> <http://www.w3.org/2000/01/rdf-schema#subClassOf> <c:Place> .
<p:capitalOf> <http://www.w3.org/2000/01/rdf-schema#domain> <c:City> .
<p:capitalOf> <http://www.w3.org/2000/01/rdf-schema#label> "capital of"@en .
<p:capitalOf> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#ObjectProperty> .
<c:Place> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
<c:Place> <http://www.w3.org/2000/01/rdf-schema#label> "place" .
"""


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def facts(graph):
    return {(graph.nodes[s], graph.predicates[p], graph.nodes[o]) for s, p, o in graph.facts().tolist()}


def literals(graph):
    rows = graph.attributes
    owners = np.repeat(np.arange(len(graph.nodes)), np.diff(rows.starts)).tolist()
    return {
        (graph.nodes[owner], graph.predicates[p], rows.texts[value])
        for owner, p, value in zip(owners, rows.predicates.tolist(), rows.values.tolist(), strict=True)
    }


def types(graph):
    schema = graph.schema
    return {(graph.nodes[n], schema.classes[c]) for n in range(len(graph.nodes)) for c in schema.types[n].tolist()}


def left_out(report):
    return {note.reason: note.count for note in report.left_out}


def built(tmp_path, *paths, **side):
    report = build_graph(tmp_path / "kb", plan_graph(paths, **side), replace=True)
    return open_graph(tmp_path / "kb"), report


def test_statements_become_edges_types_classes_labels_and_attributes(tmp_path, write):
    graph, report = built(tmp_path, write("a.nt", NTRIPLES))
    rome, capital_of = graph.nodes.find("e:rome"), graph.predicates.find("p:capitalOf")
    assert facts(graph) == {("e:rome", "p:capitalOf", "e:italy")}
    assert list(graph.nodes) == ["e:rome", "e:italy"]
    assert types(graph) == {("e:rome", "c:City")}
    assert list(graph.schema.classes) == ["c:City", "c:Place"]
    assert [graph.schema.classes[c] for c in graph.schema.superclasses[0]] == ["c:Place"]
    assert [graph.schema.classes[c] for c in graph.schema.domains[capital_of]] == ["c:City"]
    assert (graph.node_labels.of(rome), graph.predicate_labels.of(capital_of)) == ("Rome", "capital of")
    assert graph.schema.class_labels.of(1) == "place"
    assert report.left_out == ()


def test_a_label_in_another_language_stays_as_a_literal_value(tmp_path, write):
    graph, _ = built(tmp_path, write("a.nt", NTRIPLES))
    assert literals(graph) == {
        ("e:rome", "p:population", '"2800000"^^<http://www.w3.org/2001/XMLSchema#integer>'),
        ("e:rome", "http://www.w3.org/2000/01/rdf-schema#label", '"Rom"@de'),
    }


def test_the_language_of_labels_can_be_chosen(tmp_path, write):
    build_graph(tmp_path / "kb", plan_graph([write("a.nt", NTRIPLES)]), language="de")
    graph = open_graph(tmp_path / "kb")
    assert graph.node_labels.of(0) == "Rom"


def test_the_same_statements_in_turtle_make_the_same_graph(tmp_path, write):
    turtle = """@prefix p: <p:> . @prefix c: <c:> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    <e:rome> p:capitalOf <e:italy> ; a c:City ; rdfs:label "Rom"@de, "Rome"@en ; p:population 2800000 .
    c:City rdfs:subClassOf c:Place . p:capitalOf rdfs:domain c:City ; rdfs:label "capital of"@en .
    c:Place rdfs:label "place" ."""
    first, second = read_graph(plan_graph([write("a.nt", NTRIPLES)])), read_graph(plan_graph([write("a.ttl", turtle)]))
    assert (facts(first), types(first), literals(first)) == (facts(second), types(second), literals(second))


NQUADS = """<e:rome> <p:capitalOf> <e:italy> <g:one> .
<e:rome> <p:capitalOf> <e:italy> <g:two> .
<e:rome> <p:in> _:b .
"""
TRIG = "<g:one> { <e:rome> <p:capitalOf> <e:italy> } <g:two> { <e:rome> <p:capitalOf> <e:italy> } <e:rome> <p:in> _:b ."
RDF_XML = """<?xml version="1.0"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:p="p:">
<rdf:Description rdf:about="e:rome"><p:capitalOf rdf:resource="e:italy"/><p:in rdf:nodeID="b"/></rdf:Description>
</rdf:RDF>
"""
JSON_LD = '{"@id": "e:rome", "p:capitalOf": {"@id": "e:italy"}, "p:in": {"@id": "_:b"}}'


@pytest.mark.parametrize(
    ("name", "content", "dropped"),
    [("a.nq", NQUADS, 2), ("a.trig", TRIG, 2), ("a.rdf", RDF_XML, 0), ("a.owl", RDF_XML, 0), ("a.jsonld", JSON_LD, 0)],
)
def test_other_forms_of_rdf_are_read_and_names_of_graphs_counted(tmp_path, write, name, content, dropped):
    graph, report = built(tmp_path, write(name, content))
    assert facts(graph) == {("e:rome", "p:capitalOf", "e:italy"), ("e:rome", "p:in", "_:b0")}
    counts = {note.reason.partition(" (")[0]: note.count for note in report.left_out}
    assert counts.get("name of the graph that a statement is in", 0) == dropped


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [("a.nq", "<e:a> <p:p>", "N-Quads"), ("a.rdf", "<rdf", "RDF/XML"), ("a.jsonld", '{"@id": 1}', "JSON-LD")],
)
def test_a_syntax_error_names_the_format(tmp_path, write, name, content, form):
    with pytest.raises(InputError, match=f"{name}(:1)?: not {form}: "):
        build_graph(tmp_path / "kb", plan_graph([write(name, content)]))


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress, zstandard.compress])
def test_compressed_files_are_read_as_they_are(tmp_path, write, compress):
    graph, report = built(tmp_path, write("a.nt.packed", compress(NTRIPLES.encode())))
    assert (len(graph.out), report.sources[0].role, report.sources[0].lines) == (1, "ntriples", 11)


def test_several_files_are_one_graph_but_their_blank_nodes_are_not_one(tmp_path, write):
    first = write("a.nt", "_:b <p:in> <e:x> .\n_:b <p:in> <e:y> .\n")
    second = write("b.nt", "_:b <p:in> <e:x> .\n")
    graph, report = built(tmp_path, first, second)
    assert facts(graph) == {("_:b", "p:in", "e:x"), ("_:b", "p:in", "e:y"), ("_:file2.b", "p:in", "e:x")}
    assert [source.statements for source in report.sources] == [2, 1]


def test_blank_nodes_without_a_name_are_numbered_the_same_each_time(tmp_path, write):
    path = write("a.ttl", "<e:x> <p:has> [ <p:is> <e:y> ] , [ <p:is> <e:z> ] .")
    names = [sorted(read_graph(plan_graph([path])).nodes) for _ in range(2)]
    assert names[0] == names[1] == ["_:b0", "_:b1", "e:x", "e:y", "e:z"]


def test_side_files_give_a_table_types_superclasses_and_labels(tmp_path, write):
    graph, report = built(
        tmp_path,
        write("facts.tsv", "Q1\tP1\tQ2\nQ2\tP1\tQ3\n"),
        types=[write("types.tsv", "Q1\tC1\nQ1\tC1\nQ9\tC2\n")],
        subclasses=[write("sub.tsv", "C1\tC2\n")],
        labels=[write("labels.tsv", 'Q1\tx1\tone "1"\tthe first\nQ2\ttwo\nC1\tclass one\nQ7\tnobody\n')],
        predicate_labels=[write("relations.tsv", "P1\tleads to\nP7\tunused\n")],
    )
    assert types(graph) == {("Q1", "C1"), ("Q9", "C2")}
    assert [graph.node_labels.of(n) for n in range(4)] == ['one "1"', "two", None, None]
    assert graph.schema.class_labels.of(0) == "class one"
    assert graph.predicate_labels.of(0) == "leads to"
    assert left_out(report) == {
        "label of a thing that the graph does not hold": 1,
        "label of a predicate that the graph does not hold": 1,
        "repeated type": 1,
    }


def test_a_label_from_a_file_comes_before_those_of_the_graph(tmp_path, write):
    graph, _ = built(tmp_path, write("a.nt", NTRIPLES), labels=[write("labels.tsv", "e:rome\tThe Eternal City\n")])
    assert graph.node_labels.of(0) == "The Eternal City"
    assert {row[2] for row in literals(graph) if "label" in row[1]} == {'"Rom"@de', '"Rome"@en'}


def test_short_forms_of_the_schema_work_in_tables(tmp_path, write):
    graph, _ = built(tmp_path, write("a.tsv", 'a\tp\tb\na\trdf:type\tC\nC\trdfs:subClassOf\tD\na\trdfs:label\t"A"\n'))
    assert (facts(graph), types(graph), graph.node_labels.of(0)) == ({("a", "p", "b")}, {("a", "C")}, "A")
    assert list(graph.predicates) == ["p"]


def test_nodes_with_only_a_type_or_a_label_or_a_value_are_kept(tmp_path, write):
    graph, _ = built(tmp_path, write("a.tsv", 'a\tp\tb\nc\trdf:type\tC\nd\trdfs:label\t"D"\ne\tq\t"5"\n'))
    assert list(graph.nodes) == ["a", "b", "c", "d", "e"]
    assert graph.popularity().tolist() == [1, 1, 0, 0, 0]


def test_a_declared_predicate_without_facts_is_kept(tmp_path, write):
    graph, _ = built(tmp_path, write("a.tsv", "a\tp\tb\nq\trdfs:range\tC\n"))
    assert (list(graph.predicates), list(graph.nodes)) == (["p", "q"], ["a", "b"])


def test_a_class_that_stands_in_facts_is_a_node_too(tmp_path, write):
    graph, _ = built(tmp_path, write("a.tsv", "a\tp\tC\na\trdf:type\tC\n"))
    assert (list(graph.nodes), list(graph.schema.classes)) == (["a", "C"], ["C"])


def test_repeated_statements_count_once_and_are_told(tmp_path, write):
    graph, report = built(tmp_path, write("a.tsv", 'a\tp\tb\na\tp\tb\na\tq\t"5"\na\tq\t"5"\n'))
    assert (len(graph.out), len(graph.attributes.values)) == (1, 1)
    assert left_out(report) == {"repeated fact": 1, "repeated literal value": 1}


def test_malformed_lines_are_counted_and_the_first_are_named(tmp_path, write):
    path = write("a.nt", NTRIPLES + "nonsense\n" * 7)
    _, report = built(tmp_path, path)
    (note,) = report.left_out
    assert (note.reason, note.count, len(note.places)) == ("malformed line (ntriples)", 7, 5)
    assert note.places[0].startswith(f"{path}:12: The subject")
    assert read_manifest(tmp_path / "kb").left_out == report.left_out


def test_a_schema_that_makes_no_sense_is_counted(tmp_path, write):
    _, report = built(
        tmp_path, write("a.tsv", 'a\tp\tb\na\trdf:type\t"C"\nC\trdfs:subClassOf\t"D"\na\trdfs:label\tb\n')
    )
    assert left_out(report) == {"type of a literal": 1, "subClassOf of a literal": 1, "label that is no literal": 1}


def test_a_cycle_of_classes_is_reported_and_does_no_harm(tmp_path, write):
    _, report = built(tmp_path, write("a.tsv", "a\tp\tb\nC\trdfs:subClassOf\tD\nD\trdfs:subClassOf\tC\n"))
    assert report.cycles == (("C", "D"),)


def test_building_twice_gives_the_same_bytes(tmp_path, write):
    path = write("a.nt", NTRIPLES)
    for name in ("one", "two"):
        build_graph(tmp_path / name, plan_graph([path]))
    for file in sorted((tmp_path / "one").iterdir()):
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


@pytest.mark.parametrize(
    ("content", "problem"),
    [(b"", "it is empty"), (b"\n\n", "it is empty"), (b"a b c\n", "1 fields"), (b"\xff\xfe\tp\tq\n", "not UTF-8")],
)
def test_a_file_without_a_single_statement_is_an_error(tmp_path, write, content, problem):
    plan = plan_graph([write("a.tsv", content)], format_name="tsv")
    with pytest.raises(InputError, match=f"no statement could be read from .*a.tsv.*{problem}"):
        build_graph(tmp_path / "kb", plan)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.tsv"]


def test_a_syntax_error_in_turtle_is_told_with_its_line(tmp_path, write):
    plan = plan_graph([write("a.ttl", "<e:a> <p:p> <e:b> .\n<e:a> <p:p> .\n")])
    with pytest.raises(InputError, match=r"a\.ttl:2: not Turtle: "):
        build_graph(tmp_path / "kb", plan)


def test_a_damaged_file_is_told(tmp_path, write):
    whole = lzma.compress(NTRIPLES.encode() * 100)
    plan = plan_graph([write("a.nt.xz", whole[:-30])])
    with pytest.raises(InputError, match="damaged or cut short"):
        build_graph(tmp_path / "kb", plan)


def test_an_existing_graph_is_replaced_only_when_asked(tmp_path, write):
    first, second = write("a.tsv", "a\tp\tb\n"), write("b.tsv", "c\tp\td\n")
    build_graph(tmp_path / "kb", plan_graph([first]))
    with pytest.raises(UsageError, match="is a graph already; pass --replace"):
        build_graph(tmp_path / "kb", plan_graph([second]))
    build_graph(tmp_path / "kb", plan_graph([second]), replace=True)
    assert list(open_graph(tmp_path / "kb").nodes) == ["c", "d"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.tsv", "b.tsv", "kb"]


def test_somebody_elses_folder_or_file_is_never_replaced(tmp_path, write):
    path = write("a.tsv", "a\tp\tb\n")
    (tmp_path / "mine").mkdir()
    write("mine/letter.txt", "dear")
    for name in ("mine", "a.tsv"):
        with pytest.raises(UsageError, match="exists and is not a graph"):
            build_graph(tmp_path / name, plan_graph([path]), replace=True)


def test_an_empty_folder_may_become_the_graph(tmp_path, write):
    (tmp_path / "kb").mkdir()
    build_graph(tmp_path / "kb", plan_graph([write("a.tsv", "a\tp\tb\n")]))
    assert len(open_graph(tmp_path / "kb").out) == 1


def test_a_file_in_the_way_of_the_folder_above_is_told(tmp_path, write):
    path = write("a.tsv", "a\tp\tb\n")
    with pytest.raises(StoreError, match="cannot write"):
        build_graph(path / "below" / "kb", plan_graph([path]))


def test_a_graph_needs_facts(tmp_path, write):
    with pytest.raises(UsageError, match="at least one file of facts"):
        build_graph(tmp_path / "kb", plan_graph([], types=[write("t.tsv", "a\tC\n")]))


def test_folders_and_files_named_twice_are_refused(tmp_path, write):
    path = write("a.tsv", "a\tp\tb\n")
    with pytest.raises(InputError, match="is a folder; name the files in it"):
        plan_graph([tmp_path])
    with pytest.raises(UsageError, match="named twice"):
        plan_graph([path, path])
    with pytest.raises(
        UsageError, match="no graph format 'xml'; choose one of: auto, json-ld, nquads, ntriples, rdf-xml"
    ):
        plan_graph([path], format_name="xml")
    with pytest.raises(InputError, match=r"cannot read .*missing"):
        plan_graph([tmp_path / "missing.tsv"])


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.nt.gz", "", "ntriples"),
        ("a.ttl", "", "turtle"),
        ("a.txt", "# by hand\n<e:a> <p:p> <e:b> .\n", "ntriples"),
        ("a.data", "@prefix e: <e:> .\n", "turtle"),
        ("a.data", "PREFIX e: <e:>\n", "turtle"),
        ("a.nq.xz", "", "nquads"),
        ("a.txt", "<e:a> <p:p> <e:b> <g:g> .\n", "nquads"),
        ("a.xml", RDF_XML, "rdf-xml"),
        ("a.json", JSON_LD, "json-ld"),
        ("train.txt", "/m/1\t/r\t/m/2\n", "tsv"),
    ],
)
def test_a_format_is_known_by_its_name_or_its_first_line(write, name, content, expected):
    assert format_of(write(name, content)) == expected


def test_an_unknown_format_is_told_with_its_first_line(write):
    with pytest.raises(InputError, match=r"cannot tell what .* first line 'a,p,b'; name it: --format"):
        format_of(write("a.csv", "a,p,b\n"))
