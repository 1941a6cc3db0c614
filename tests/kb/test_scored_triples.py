import pyoxigraph
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veriscope.domain import CheckedTriple, Triple
from veriscope.kb.scored_triples import write_scored_rows, write_statements
from veriscope.kb.triple_files import read_triple_file

NAMES = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12)


def rescored(folder, text, scores):
    path, out = folder / "triples.tsv", folder / "scores.tsv"
    path.write_text(text, encoding="utf-8")
    write_scored_rows(out, read_triple_file(path), scores)
    return out.read_text(encoding="utf-8")


def test_rows_keep_their_columns_and_their_places_and_get_a_score(tmp_path):
    assert rescored(tmp_path, "a\tp\tb\t1\nnothing here\nc\tp\td\t0\n", {1: 0.25, 3: -2.0}) == (
        "a\tp\tb\t1\t0.25\nnothing here\t\t\t\t\nc\tp\td\t0\t-2.0\n"
    )


def test_a_header_names_the_new_column(tmp_path):
    assert rescored(tmp_path, "subject\tpredicate\tobject\na\tp\tb\n", {2: 1e-9}) == (
        "subject\tpredicate\tobject\tscore\na\tp\tb\t1e-09\n"
    )


def test_a_score_that_is_read_back_is_the_same(tmp_path):
    score = 0.1 + 0.2
    line = rescored(tmp_path, "a\tp\tb\n", {1: score})
    assert float(line.split("\t")[-1]) == score


def quads(path):
    return list(pyoxigraph.parse(path.read_bytes(), format=pyoxigraph.RdfFormat.N_TRIPLES))


def test_a_statement_says_what_is_claimed_and_how_true_it_is(tmp_path):
    out = tmp_path / "scores.nt"
    triple = Triple("http://x/Lima", "http://x/capital of", "/m/0 1")
    write_statements(out, [(7, CheckedTriple(triple, 0.875, ()))])
    said = {quad.predicate.value.rpartition("#")[2]: quad.object.value for quad in quads(out)}
    assert said == {
        "type": "http://www.w3.org/1999/02/22-rdf-syntax-ns#Statement",
        "subject": "http://x/Lima",
        "predicate": "http://x/capital%20of",
        "object": "urn:veriscope:name:%2Fm%2F0%201",
        "http://swc2017.aksw.org/hasTruthValue": "0.875",
    }
    assert {quad.subject.value for quad in quads(out)} == {"urn:veriscope:fact:7"}
    assert out.read_text().count('"^^<http://www.w3.org/2001/XMLSchema#double>') == 1


@pytest.mark.parametrize("literal", ['"5"', '"cinq"@fr', '"5"^^<http://www.w3.org/2001/XMLSchema#int>', '"a \\"b\\""'])
def test_a_literal_stays_as_it_is(tmp_path, literal):
    write_statements(tmp_path / "out.nt", [(1, CheckedTriple(Triple("x:a", "x:p", literal), 1.0, ()))])
    assert f"#object> {literal} .\n" in (tmp_path / "out.nt").read_text()
    assert len(quads(tmp_path / "out.nt")) == 5


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    return tmp_path_factory.mktemp("statements") / "out.nt"


@given(NAMES, NAMES, NAMES)
def test_whatever_the_names_are_the_file_is_n_triples(out, subject, predicate, object_):
    write_statements(out, [(1, CheckedTriple(Triple(subject, "x:" + predicate, object_), 0.5, ()))])
    assert len(quads(out)) == 5
