import pytest

from veriscope.graph.rdf.reading import read_table
from veriscope.graph.rdf.repair import MalformedLineError, mend_table
from veriscope.graph.rdf.scan_table import scan_table


def terms(statements):
    data = statements.data.tobytes()
    return [tuple(data[start:end].decode() for start, end in row.reshape(3, 2)) for row in statements.spans]


def read(tmp_path, content):
    path = tmp_path / "facts.tsv"
    path.write_bytes(content)
    batches = list(read_table(path))
    rows = [row for batch in batches for part in batch.statements for row in terms(part)]
    return rows, [line for batch in batches for line in batch.malformed]


def test_names_stand_as_they_are_and_brackets_of_iris_go():
    text = "/m/027rn\t/location/form\t/m/06cx9\r\n\n<a:s>\trdf:type\tä b\n"
    assert terms(scan_table(text.encode())) == [("/m/027rn", "/location/form", "/m/06cx9"), ("a:s", "rdf:type", "ä b")]


def test_an_object_in_quotes_is_a_literal():
    statements = scan_table(b'a\tp\t"x"@en\na\tp\t"5"^^<http://www.w3.org/2001/XMLSchema#int>\nb\tp\tx\n_:n\tp\t_:m\n')
    assert statements.kinds.tolist() == [[0, 2], [0, 2], [0, 0], [1, 1]]


def test_a_table_may_begin_with_the_names_of_its_columns(tmp_path):
    assert read(tmp_path, b"Head\tRelation\tTail\na\tp\tb\n") == ([("a", "p", "b")], [])
    assert read(tmp_path, b"\xef\xbb\xbfsubject\tpredicate\tobject\na\tp\tb\n") == ([("a", "p", "b")], [])


def test_literals_in_another_spelling_are_rewritten(tmp_path):
    rows, malformed = read(tmp_path, b'a\tp\t"\\u00e9"@EN\na\tp\t"5"^^xsd:integer\na\tp\tb\t\n')
    assert [row[2] for row in rows] == ['"é"@en', '"5"^^<http://www.w3.org/2001/XMLSchema#integer>', "b"]
    assert malformed == []


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"a\tp", "2 fields separated by tabs, 3 expected"),
        (b"a p b", "1 fields separated by tabs"),
        (b"a\tp\tb\t1", "4 fields"),
        (b"\tp\tb", "the subject is empty"),
        (b'"a"\tp\tb', "the subject is a literal"),
        (b'a\t"p"\tb', "the predicate is a literal"),
        (b'a\tp\t"open', "the literal is not closed"),
        (b'a\tp\t"in"ner"', "the literal is not closed"),
        (b"a\tp\t\xff", "not UTF-8 (byte 5"),
        (b"\0a\tp\tb", "a zero byte"),
    ],
)
def test_malformed_rows_say_what_is_wrong(line, problem):
    with pytest.raises(MalformedLineError, match="^" + problem.replace("(", r"\(")):
        mend_table(line)


def test_malformed_rows_keep_the_others_and_their_line_numbers(tmp_path):
    rows, malformed = read(tmp_path, b'a\tp\tb\nbroken\n\nc\tp\t"x\nc\tp\td\n')
    assert rows == [("a", "p", "b"), ("c", "p", "d")]
    assert [(line.number, line.text) for line in malformed] == [(2, "broken"), (4, 'c\tp\t"x')]


def test_a_table_in_another_encoding_holds_no_statement(tmp_path):
    rows, malformed = read(tmp_path, "a\tp\tb\nc\tp\td\n".encode("utf-16"))
    assert rows == []
    assert [line.problem.split(":")[0] for line in malformed] == [
        "not UTF-8 (byte 1 of the line)",
        "a zero byte",
        "a zero byte",
    ]
