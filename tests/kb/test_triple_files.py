import gzip
import lzma

import pytest
import zstandard

from veriscope.errors import InputError
from veriscope.kb.triple_files import BadTripleRow, TripleRow, read_triple_file


def written(folder, text, name="triples.tsv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def triples(file):
    return [(row.subject, row.predicate, row.object) for row in file.rows if isinstance(row, TripleRow)]


def problems(file):
    return [(row.line, row.problem) for row in file.rows if isinstance(row, BadTripleRow)]


def test_columns_without_a_header_are_subject_predicate_object_and_label(tmp_path):
    file = read_triple_file(written(tmp_path, "Lima\tcapital of\tPeru\t1\r\nOslo\tcapital of\tPeru\t0\n"))
    assert file.header is None
    assert triples(file) == [("Lima", "capital of", "Peru"), ("Oslo", "capital of", "Peru")]
    assert [row.is_true for row in file.rows] == [True, False]


@pytest.mark.parametrize("label", ["1", "+1", "true", "True", "1.0"])
def test_the_usual_ways_to_write_true(tmp_path, label):
    assert read_triple_file(written(tmp_path, f"a\tp\tb\t{label}\n"), labelled=True).rows[0].is_true is True


@pytest.mark.parametrize("label", ["0", "-1", "false", "FALSE", "-1.0"])
def test_the_usual_ways_to_write_false(tmp_path, label):
    assert read_triple_file(written(tmp_path, f"a\tp\tb\t{label}\n"), labelled=True).rows[0].is_true is False


def test_a_scenario_file_of_buckle_names_its_columns(tmp_path):
    text = "Subject\tObject\tRelation\tLabel\tOrigin_Relation\tCluster\nBrda\tGorica\tnearestCity\t-1\t*\t*\n"
    file = read_triple_file(written(tmp_path, text))
    assert triples(file) == [("Brda", "nearestCity", "Gorica")]
    assert file.rows[0].is_true is False
    assert file.header == ("Subject", "Object", "Relation", "Label", "Origin_Relation", "Cluster")


def test_only_the_first_line_can_be_a_header(tmp_path):
    file = read_triple_file(written(tmp_path, "a\tp\tb\nsubject\tpredicate\tobject\n"))
    assert triples(file) == [("a", "p", "b"), ("subject", "predicate", "object")]


def test_iris_in_brackets_and_lines_of_n_triples_are_read(tmp_path):
    text = '<http://x/a>\t<http://x/p>\t<http://x/b>\n<http://x/a> <http://x/p> <http://x/c> .\n<x:a> <x:p> "5 km" .\n'
    file = read_triple_file(written(tmp_path, text))
    assert triples(file) == [
        ("http://x/a", "http://x/p", "http://x/b"),
        ("http://x/a", "http://x/p", "http://x/c"),
        ("x:a", "x:p", '"5 km"'),
    ]


@pytest.mark.parametrize(
    ("suffix", "compress"),
    [(".gz", gzip.compress), (".xz", lzma.compress), (".zst", zstandard.ZstdCompressor().compress)],
)
def test_compressed_files_are_read_as_they_are(tmp_path, suffix, compress):
    path = tmp_path / f"triples.tsv{suffix}"
    path.write_bytes(compress(b"a\tp\tb\n"))
    assert triples(read_triple_file(path)) == [("a", "p", "b")]


def test_a_bad_line_is_kept_with_its_number_and_its_cells_and_spoils_no_other(tmp_path):
    path = tmp_path / "triples.tsv"
    path.write_bytes("\ufeffa\tp\tb\n\nonly one name\na\t\tb\n".encode() + b"\xff\tp\tb\nc\tp\td\n")
    file = read_triple_file(path)
    assert triples(file) == [("a", "p", "b"), ("c", "p", "d")]
    assert problems(file) == [
        (3, "no predicate (found 1 column); write three names with tabs between them"),
        (4, "no predicate (found 3 columns); write three names with tabs between them"),
        (5, "byte 1 is not UTF-8; save the file as UTF-8"),
    ]
    assert file.rows[1].cells == ("only one name",)


def test_a_label_is_missed_only_where_it_is_needed(tmp_path):
    path = written(tmp_path, "a\tp\tb\tperhaps\nc\tp\td\ne\tp\tf\t1\n")
    assert problems(read_triple_file(path)) == []
    assert [row.is_true for row in read_triple_file(path).rows] == [None, None, True]
    assert problems(read_triple_file(path, labelled=True)) == [
        (1, "the label 'perhaps' is unknown; write 1 or true, 0, -1 or false in the fourth column"),
        (2, "no label; write 1 or true, 0, -1 or false in the fourth column"),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "the file holds no triples"),
        ("subject\tpredicate\tobject\n", "the file holds no triples"),
        ("a, p, b\n", r"triples.tsv:1: no predicate \(found 1 column\).*no line of the file can be read"),
    ],
)
def test_a_file_without_triples_is_an_error(tmp_path, text, says):
    with pytest.raises(InputError, match=says):
        read_triple_file(written(tmp_path, text))


def test_a_file_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        read_triple_file(tmp_path / "nowhere.tsv")
