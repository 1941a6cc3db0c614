import pytest

from tests.kb.fake_checkers import CITIES, GRAPH, RIVERS, Fits
from veriscope.domain import GoldTriple, Triple
from veriscope.errors import InputError
from veriscope.graph import numbers_of
from veriscope.kb.check_file import check_file, read_named_rows
from veriscope.kb.judging import Method

FALSE = ("city00", "in", "land09")


def written(folder, text):
    path = folder / "triples.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def method(name="nearness", fits=None, given=(), *, learns=False):
    return Method(name, fits or Fits(), learns, given)


def is_seen(view, fact):
    (numbers,) = numbers_of(GRAPH, [Triple(*fact)])
    return numbers.tolist() in view.facts().tolist()


def test_every_fact_of_a_file_is_hidden_from_the_others(tmp_path):
    path = written(tmp_path, "\n".join("\t".join(fact) for fact in [*CITIES[:2], RIVERS[0], FALSE]))
    fits, told = Fits(), []
    rows = read_named_rows(path, GRAPH)
    summary = check_file(
        GRAPH,
        rows,
        method(fits=fits, learns=True),
        out=tmp_path / "scores.tsv",
        gerbil=tmp_path / "scores.nt",
        report=lambda *counts: told.append(counts),
    )
    ((_, view, _),) = fits.shown
    assert not any(is_seen(view, fact) for fact in (*CITIES[:2], RIVERS[0]))
    assert (summary.rows, summary.scored, summary.known, summary.problems) == (4, 4, 3, ())
    assert summary.drawn_for == ("in", "through")
    lines = (tmp_path / "scores.tsv").read_text(encoding="utf-8").splitlines()
    assert lines[3] == "city00\tin\tland09\t-9.0"
    assert (tmp_path / "scores.nt").read_text(encoding="utf-8").count("hasTruthValue") == 4
    assert told == [(0, 4), (4, 4)]


def test_rows_that_name_nothing_known_are_told_and_the_rest_is_scored(tmp_path):
    path = written(tmp_path, "city00\tin\tland00\nRome\tin\tland00\nonly this\n")
    rows = read_named_rows(path, GRAPH)
    out = tmp_path / "scores.tsv"
    summary = check_file(GRAPH, rows, method(), out=out, report=lambda *_: None)
    assert [line for line, _ in summary.problems] == [2, 3]
    assert "no entity 'Rome'" in summary.problems[0][1]
    assert out.read_text(encoding="utf-8") == "city00\tin\tland00\t-0.0\nRome\tin\tland00\t\nonly this\t\t\t\n"


def test_a_file_of_which_nothing_can_be_judged_is_an_error(tmp_path):
    with pytest.raises(InputError, match=r"triples.tsv:1: the graph has no entity 'Rome'.*no line of the file"):
        read_named_rows(written(tmp_path, "Rome\tin\tItaly\n"), GRAPH)


def test_a_literal_cannot_be_judged(tmp_path):
    with pytest.raises(InputError, match='the object "5 km" is a literal value'):
        read_named_rows(written(tmp_path, 'city00\tin\t"5 km"\n'), GRAPH)


def test_labels_of_a_file_become_gold(tmp_path):
    rows = read_named_rows(written(tmp_path, "city00\tin\tland00\t1\ncity00\tin\tland01\t0\n"), GRAPH, labelled=True)
    assert rows.gold() == [
        GoldTriple(Triple("city00", "in", "land00"), is_true=True),
        GoldTriple(Triple("city00", "in", "land01"), is_true=False),
    ]


def test_a_method_that_fails_leaves_no_file_behind(tmp_path):
    rows = read_named_rows(written(tmp_path, "city00\tin\tland00\n"), GRAPH)
    with pytest.raises(ValueError, match="broken"):
        check_file(GRAPH, rows, method("broken"), out=tmp_path / "scores.tsv", report=lambda *_: None)
    assert not (tmp_path / "scores.tsv").exists()
