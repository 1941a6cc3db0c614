import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse, serialize

from veriscope.graph.rdf.reading import read_ntriples
from veriscope.graph.rdf.scan_ntriples import scan_ntriples

XSD = "http://www.w3.org/2001/XMLSchema#"


def terms(statements):
    data = statements.data.tobytes()
    return [tuple(data[start:end].decode() for start, end in row.reshape(3, 2)) for row in statements.spans]


def scanned(text, **options):
    return terms(scan_ntriples(text.encode(), **options))


def test_iris_lose_their_brackets_and_other_terms_stay_as_written():
    text = '<a:s> <a:p> <a:o> .\n_:x <a:p> "5"^^<a:d> .\n<a:s> <a:p> "say \\"ä\\""@en-gb .\n'
    assert scanned(text) == [("a:s", "a:p", "a:o"), ("_:x", "a:p", '"5"^^<a:d>'), ("a:s", "a:p", '"say \\"ä\\""@en-gb')]


def test_spaces_comments_and_line_ends_do_not_matter():
    text = "  <a:s>\t<a:p>  <a:o>.  # why not\r\n\n# only a comment\n<a:s><a:p><a:o> ."
    assert scanned(text) == [("a:s", "a:p", "a:o")] * 2


def test_a_string_is_the_same_with_and_without_its_datatype():
    assert scanned(f'<a:s> <a:p> "x"^^<{XSD}string> .') == [("a:s", "a:p", '"x"')]
    assert scanned(f'<a:s> <a:p> "x"^^<{XSD}strinG> .') == [("a:s", "a:p", f'"x"^^<{XSD}strinG>')]


@pytest.mark.parametrize(
    "line",
    [
        "<a:s> <a:p> <a:o>",
        "<a:s> <a:p> .",
        "<a:s> _:b <a:o> .",
        '"x" <a:p> <a:o> .',
        "<a:s> <a:p> <a o> .",
        "<s> <a:p> <a:o> .",
        '<a:s> <a:p> "open .',
        '<a:s> <a:p> "x"@ .',
        '<a:s> <a:p> "x"^<a:d> .',
        "<a:s> <a:p> <a:o> . more",
        "<a:s> <a:p> <a:o\\u00e9> .",
        '<a:s> <a:p> "\\u00e9" .',
        '<a:s> <a:p> "x"@EN .',
        "_:a.b <a:p> <a:o> .",
    ],
)
def test_what_is_wrong_or_unusual_is_left_as_an_odd_line(line):
    statements = scan_ntriples(f"<a:s> <a:p> <a:o> .\n{line}\n".encode())
    assert len(statements) == 1
    assert [line.encode()] == [statements.data[start:end].tobytes() for start, end, _ in statements.odd]
    assert statements.odd[0, 2] == 1


IRIS = st.text("abcé/:1", max_size=8).map(lambda text: NamedNode("http://example.org/" + text))
BLANKS = st.text("ab1", min_size=1, max_size=3).map(BlankNode)
TEXTS = st.text(max_size=12)
LITERALS = st.one_of(
    TEXTS.map(Literal),
    TEXTS.map(lambda text: Literal(text, language="en-GB")),
    TEXTS.map(lambda text: Literal(text, datatype=NamedNode(XSD + "date"))),
)
TRIPLES = st.builds(Triple, st.one_of(IRIS, BLANKS), IRIS, st.one_of(IRIS, BLANKS, LITERALS))


def written(term):
    return term.value if isinstance(term, NamedNode) else str(term)


@given(st.lists(TRIPLES, max_size=6))
def test_what_a_canonical_writer_wrote_is_read_whole(triples):
    text = serialize(triples, format=RdfFormat.N_TRIPLES)
    statements = scan_ntriples(text, is_canonical=True)
    expected = [(written(t.subject), t.predicate.value, written(t.object)) for t in parse(text, RdfFormat.N_TRIPLES)]
    assert terms(statements) == expected
    assert not len(statements.odd)


LINES = ("<a:s> <a:p> <a:o> .", '_:b <a:p> "x\\"y"@en-gb .', '<a:s> <a:p> "5"^^<a:d> . # why', "_:b1 <a:p> _:c .")


@given(st.sampled_from(LINES), st.data())
def test_a_line_with_a_changed_letter_is_read_as_the_full_parser_reads_it_or_left_odd(line, data):
    place = data.draw(st.integers(0, len(line) - 1))
    line = line[:place] + data.draw(st.sampled_from(["", *'<>":_.@^\\# é1', "\t", "\\t"])) + line[place + 1 :]
    for row in scanned(line):
        (triple,) = parse(line.encode(), RdfFormat.N_TRIPLES, lenient=True)
        assert row == (written(triple.subject), triple.predicate.value, written(triple.object))


def read(path):
    return [row for batch in read_ntriples(path) for part in batch.statements for row in terms(part)]


def test_odd_lines_are_read_by_the_full_parser(tmp_path):
    path = tmp_path / "odd.nt"
    path.write_text(
        '<a:s> <a:p> <a:\\u00e9> .\n<a:s> <a:p> "\\U0001F600\\tx\\u0001"@EN .\n_:a.b <a:p> _:c .\n', encoding="utf-8"
    )
    assert read(path) == [("a:s", "a:p", "a:é"), ("a:s", "a:p", '"😀\\tx\\u0001"@en'), ("_:a.b", "a:p", "_:c")]


def test_malformed_lines_are_named_with_their_number_and_what_is_wrong(tmp_path):
    path = tmp_path / "bad.nt"
    path.write_bytes(b'<a:s> <a:p> <a:o> .\nnonsense\n\n<a:s> <a:p> "\xff" .\n<a:s> <a:p> <a:o>\n<a:s> <a:p> <b c> .\n')
    (batch,) = read_ntriples(path)
    assert [(line.number, line.problem.split(" (")[0], line.text) for line in batch.malformed] == [
        (2, "The subject of a triple must be an IRI or a blank node", "nonsense"),
        (4, "not UTF-8", '<a:s> <a:p> "�" .'),
        (5, "Triples must be followed by a dot", "<a:s> <a:p> <a:o>"),
        (6, "Invalid IRI code point ' '", "<a:s> <a:p> <b c> ."),
    ]
    assert len(batch.statements[0]) == 1


@pytest.mark.parametrize(("tag", "rows"), [("en", 1), ("en-g1", 1), ("e1-gb", 0), ("en--gb", 0)])
def test_a_language_tag_that_no_parser_takes_is_left_odd(tag, rows):
    assert len(list(scanned(f'_:b <a:p> "x"@{tag} .'))) == rows
